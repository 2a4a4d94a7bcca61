package administer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/wallet"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

type (
	companyListOut struct {
		Companies []companyLine `json:"companies"`
	}
	companyLine struct {
		CompanyID          int64    `json:"companyId"`
		Name               string   `json:"name"`
		Currencies         []string `json:"currencies"`
		Timezone           string   `json:"timezone"`
		BasketTimeout      int64    `json:"basketTimeoutMinutes"`
		BasketSizeLimit    int64    `json:"basketSizeLimit"`
		SingleEventBaskets bool     `json:"singleEventBaskets"`
		Shop               string   `json:"shop"` // its path, or closed
		Mode               string   `json:"mode"` // live or demo
		ParentID           int64    `json:"parentId,omitempty"`
		// Demo is what of the demo there is, where the mode was switched.
		Demo *demoLine `json:"demo,omitempty"`
	}
	demoLine struct {
		Orders   int64    `json:"orders"`
		Tickets  int64    `json:"tickets"`
		Vouchers int64    `json:"vouchers"`
		Accounts int64    `json:"accounts"`
		Balances []string `json:"balances"`
	}
)

var companyList = operate.Admin{
	Reads: true,
	Path:  "company list", Usage: "list the companies with their settings",
	Example: "marquee company list --data ./festival",
	Input: func(c *cli.Context) (any, error) {
		return struct{}{}, cmdline.NoArguments(c)
	},
	Run: func(ctx context.Context, a *app.App, _ []byte) (any, error) {
		var out companyListOut
		err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
			out = companyListOut{}
			return company.EachCompany(r, func(co company.Company) error {
				out.Companies = append(out.Companies, lineOf(co))
				return nil
			})
		})
		return out, err
	},
	Print: shown(section{name: "companies", columns: companyColumns, table: companyTable}),
}

var companyColumns = []column{
	{name: "currencies", as: asWords},
	{name: "=below", cell: func(r row) string { return cmp.Or(strings.TrimPrefix(r.text("parentId"), "0"), "-") }},
}

const companyTable = "companyId:ID name currencies timezone:TIME_ZONE basketTimeoutMinutes:BASKET_MINUTES basketSizeLimit:BASKET_LINES singleEventBaskets:SINGLE_EVENT shop mode =below:BELOW"

var companyCommands = []derived{
	{
		path: "company set", usage: "change a company's settings",
		example: `marquee company set --data ./festival --basket-timeout 15 --currency EUR --currency GBP
   marquee company set --data ./festival --shop open --mode live`,
		operation: "POST /company/settings",
		flags: []option{
			{name: "name", field: "name", usage: "its name"}, {name: "timezone", field: "timezone", usage: "its `AREA/CITY`"},
			{name: "currency", field: "currencies", usage: "a `CODE` it sells in (repeatable); the first is the primary one"},
			{name: "basket-timeout", field: "basketTimeoutMinutes", usage: "`MINUTES` that a basket keeps its stock, 1 to 60"},
			{name: "basket-size", field: "basketSizeLimit", usage: "how many `LINES` a shop basket may have, up to 300"},
			{name: "single-event-baskets", field: "globalBasket", usage: "refuse a basket with several events (=false allows it)", read: func(given []string) (any, error) {
				return given[0] == "false", nil
			}},
			{name: "shop", field: "shop.isOpen", usage: "`open`: everybody may see and buy what is announced, at /shop/ and the company's alias; or closed", words: []word{{"open", true}, {closedShop, false}}},
			{name: "mode", field: "isDemo", usage: "`live`, or demo: no real money moves, and what is sold then never counts as real", words: []word{{"live", false}, {"demo", true}}},
		},
		then: companyLineAfter, print: printCompany,
	},
	{
		path: "company place", usage: "put a company below another, which then shows its events",
		example: `marquee company place --data ./festival --company 2 --parent 1
   marquee company place --data ./festival --company 2 --parent 0`,
		operation: "POST /companies/parent", flags: []option{{name: "parent", field: "parentId", usage: "the `ID` of the company that becomes its parent; 0: none", needed: true}},
		without: []string{"companyId"},
		before: func(_ context.Context, k asker, said fields) error {
			said.say("companyId", k.caller.CompanyID)
			return nil
		},
		then: companyLineAfter, print: printCompany,
	},
}

// companyLineAfter is the company after a change, with what of the demo there is where the mode
// was switched.
func companyLineAfter(ctx context.Context, k asker, said fields, _ json.RawMessage) (json.RawMessage, error) {
	co, err := company.Settings(ctx, k.app, k.caller)
	if err != nil {
		return nil, err
	}
	out := lineOf(co)
	if said["isDemo"] != nil {
		if out.Demo, err = remainsOf(ctx, k.app, k.caller); err != nil {
			return nil, err
		}
	}
	return json.Marshal(out)
}

func printCompany(w io.Writer, result []byte) error {
	out, err := cmdline.Decode[companyLine](result)
	if err != nil {
		return err
	}
	one := section{columns: companyColumns, table: companyTable}
	if err := one.print(w, []row{rowOf(result)}); err != nil || out.Demo == nil {
		return err
	}
	return printRemains(w, out.Demo)
}

// remainsOf is what of the demo of a company there is.
func remainsOf(ctx context.Context, a *app.App, c *app.Caller) (*demoLine, error) {
	left, err := wallet.OfDemo(ctx, a, c)
	out := demoLine{Orders: left.Orders, Tickets: left.Tickets, Vouchers: left.Vouchers, Accounts: left.Accounts, Balances: []string{}}
	for _, b := range left.Balances {
		cur, _ := company.CurrencyByID(b.CurrencyID)
		out.Balances = append(out.Balances, cur.Amount(b.Amount))
	}
	return &out, err
}

func printRemains(w io.Writer, left *demoLine) error {
	_, err := fmt.Fprintf(w, "of the demo: %d orders, %d tickets, %d vouchers, %d accounts with %s\n", left.Orders, left.Tickets, left.Vouchers, left.Accounts,
		cmp.Or(strings.Join(left.Balances, ", "), "nothing"))
	return err
}

// closedShop stands in the place of the path of a shop that is closed.
const closedShop = "closed"

// shopOf is where buyers meet a company.
func shopOf(c *company.Company) string {
	if !c.Shop.Open {
		return closedShop
	}
	return "/shop/" + c.Alias
}

func lineOf(c company.Company) companyLine {
	out := companyLine{
		CompanyID: c.ID, Name: c.Name, Timezone: c.Timezone, BasketTimeout: c.BasketTimeoutMinutes,
		BasketSizeLimit: c.BasketSizeLimit, SingleEventBaskets: c.SingleEventBaskets, Shop: shopOf(&c), Mode: "live", ParentID: c.ParentID,
	}
	if c.Demo {
		out.Mode = "demo"
	}
	for _, id := range c.CurrencyIDs {
		if cur, ok := company.CurrencyByID(id); ok {
			out.Currencies = append(out.Currencies, cur.Code)
		}
	}
	return out
}

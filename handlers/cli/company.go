package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/wallet"

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
	companySetIn struct {
		CompanyID          int64    `json:"companyId"`
		Name               *string  `json:"name"`
		Timezone           *string  `json:"timezone"`
		Currencies         []string `json:"currencies"`
		BasketTimeout      *int64   `json:"basketTimeoutMinutes"`
		BasketSizeLimit    *int64   `json:"basketSizeLimit"`
		SingleEventBaskets *bool    `json:"singleEventBaskets"`
		ShopOpen           *bool    `json:"shopOpen"`
		Demo               *bool    `json:"demo"`
	}
)

var companyList = admin{
	reads: true,
	path:  "company list", usage: "list the companies with their settings",
	example: "marquee company list --data ./festival",
	input: func(c *cli.Context) (any, error) {
		return struct{}{}, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, _ []byte) (any, error) {
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
	print: func(w io.Writer, result []byte) error {
		out, err := decode[companyListOut](result)
		if err != nil {
			return err
		}
		return printCompanies(w, out.Companies...)
	},
}

var companySet = admin{
	path: "company set", usage: "change a company's settings",
	example: `marquee company set --data ./festival --basket-timeout 15 --currency EUR --currency GBP
   marquee company set --data ./festival --shop open --mode live`,
	flags: []cli.Flag{
		companyFlag(), text("name", "its name"), text("timezone", "its `AREA/CITY`"),
		texts("currency", "a `CODE` it sells in (repeatable); the first is the primary one"),
		whole("basket-timeout", 0, "`MINUTES` that a basket keeps its stock, 1 to 60"),
		whole("basket-size", 0, "how many `LINES` a shop basket may have, up to 300"),
		yes("single-event-baskets", "refuse a basket with several events (=false allows it)"),
		text("shop", "`open`: everybody may see and buy what is announced, at /shop/ and the company's alias; or closed"),
		text("mode", "`live`, or demo: no real money moves, and what is sold then never counts as real"),
	},
	input: func(c *cli.Context) (any, error) {
		open, err := shopState(c)
		if err != nil {
			return nil, err
		}
		demo, err := modeOf(c)
		if err != nil {
			return nil, err
		}
		return companySetIn{
			CompanyID: int64(c.Int("company")), Name: given(c, "name", c.String), Timezone: given(c, "timezone", c.String),
			Currencies: pieces(c, "currency"), BasketTimeout: given(c, "basket-timeout", number(c)),
			BasketSizeLimit: given(c, "basket-size", number(c)), SingleEventBaskets: given(c, "single-event-baskets", c.Bool), ShopOpen: open, Demo: demo,
		}, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[companySetIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		co, err := company.ChangeSettings(ctx, a, c, company.SettingsChange{
			Name: in.Name, Timezone: in.Timezone, Currencies: in.Currencies, BasketTimeoutMinutes: in.BasketTimeout,
			BasketSizeLimit: in.BasketSizeLimit, SingleEventBaskets: in.SingleEventBaskets, Shop: company.ShopChange{Open: in.ShopOpen}, Demo: in.Demo,
		})
		if err != nil {
			return nil, err
		}
		out := lineOf(co)
		if in.Demo != nil {
			out.Demo, err = remainsOf(ctx, a, c)
		}
		return out, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[companyLine](result)
		if err != nil {
			return err
		}
		if err := printCompanies(w, out); err != nil || out.Demo == nil {
			return err
		}
		return printRemains(w, out.Demo)
	},
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

// modeOf reads --mode: whether it is the demo, nil where it is not given.
func modeOf(c *cli.Context) (*bool, error) {
	mode := c.String("mode")
	if mode != "live" && mode != "demo" && c.IsSet("mode") {
		return nil, usage("--mode must be live or demo; it is %q", mode)
	}
	return given(c, "mode", func(string) bool { return mode == "demo" }), nil
}

// shopState reads --shop, nil where it is not given.
func shopState(c *cli.Context) (*bool, error) {
	state := c.String("shop")
	if state != "open" && state != "closed" && c.IsSet("shop") {
		return nil, usage("--shop must be open or closed; it is %q", state)
	}
	return given(c, "shop", func(string) bool { return state == "open" }), nil
}

// given is the value of a flag that was set, nil otherwise.
func given[T any](c *cli.Context, flag string, value func(string) T) *T {
	if !c.IsSet(flag) {
		return nil
	}
	v := value(flag)
	return &v
}

func number(c *cli.Context) func(string) int64 {
	return func(flag string) int64 { return int64(c.Int(flag)) }
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

func printCompanies(w io.Writer, all ...companyLine) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tNAME\tCURRENCIES\tTIME ZONE\tBASKET MINUTES\tBASKET LINES\tSINGLE EVENT\tSHOP\tMODE\tBELOW")
	for _, c := range all {
		below := "-"
		if c.ParentID != 0 {
			below = strconv.FormatInt(c.ParentID, 10)
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%d\t%d\t%v\t%s\t%s\t%s\n", c.CompanyID, c.Name, strings.Join(c.Currencies, " "), c.Timezone,
			c.BasketTimeout, c.BasketSizeLimit, c.SingleEventBaskets, c.Shop, c.Mode, below)
	}
	return table.Flush()
}

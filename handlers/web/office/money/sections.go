package money

import (
	"strconv"

	"marquee/app"
	"marquee/handlers/web/office/screen"
)

// sections are the parts of it, in the order of the tabs.
var sections = []struct {
	below, word string
	needs       app.Requirement
}{
	{"/doubt", "office.money_doubt", app.ViewPayments},
	{"/transfers", "office.money_transfers", app.ViewPayments},
	{"/refunds", "office.money_refunds", app.Refund},
	{"/accounts", "office.money_accounts", app.ViewWallets},
	{"/resale", "office.money_resale", app.ViewResale},
	{"/vouchers", "office.money_vouchers", app.ViewReports},
	{"/ledger", "office.money_ledger", app.ViewReports},
}

// frontScreen leads to the first part that somebody may see.
func frontScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money", Needs: screen.Accountants, Template: o.Template(templates, "doubt.html"),
		Show: func(v *screen.Visit) error {
			v.Leads = tabs(v)[0].To
			return nil
		},
	}
}

// tabs are the parts that somebody may see.
func tabs(v *screen.Visit) (all []screen.Tab) {
	for _, s := range sections {
		if to := v.Path("/money%s", s.below); v.Holds(s.needs) {
			all = append(all, screen.Tab{Text: v.View.T(s.word), To: to, Here: v.R.URL.Path == to})
		}
	}
	return all
}

// parseNumber reads a number of an address, 0 where it is none.
func parseNumber(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }

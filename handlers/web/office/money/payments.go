package money

import (
	"strconv"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/app/payment"
	"marquee/app/report/sheet"
	"marquee/handlers/web/office/records"
	"marquee/handlers/web/office/screen"
)

// paymentListed is a payment with its order.
type paymentListed struct {
	payment.Shown
	order office.PaidOrder
}

func paymentsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/payments", Needs: app.ViewPayments, Template: o.Template(templates, "payments.html"),
		Show: func(v *screen.Visit) error {
			v.View.Title = v.View.T("office.payments_title")
			body, err := paymentList.Show(v, v.Path("/money/payments"))
			v.Body.It = body
			return err
		},
	}
}

func paymentsFileScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/payments/file", Needs: app.ViewPayments,
		File: func(v *screen.Visit) error { return paymentList.Send(v, v.Path("/money/payments")) },
	}
}

// paymentList is the list of all payments by card.
var paymentList = records.New(records.List[paymentListed, payment.ListFilter]{
	Name: "payments", Needs: app.ViewPayments,
	Views: []records.View{
		{Key: "all"},
		{Key: "doubt", Set: map[string][]string{"inDoubt": {"true"}}, Count: true},
		{Key: "disputed", Set: map[string][]string{"disputed": {"true"}}, Count: true},
	},
	Facets: []records.Facet{{Name: "states", Options: stateOptions, Stored: func(slug string) (string, bool) {
		s := payment.ParseState(slug)
		return strconv.FormatInt(int64(s), 10), s != 0
	}}},
	Columns: []records.Column[paymentListed]{
		{
			Word: "office.order_reference", Class: "ref",
			Cell: func(_ *screen.Visit, p *paymentListed) records.Cell {
				return records.Cell{Text: screen.GroupedCode(p.order.Reference), Mono: true}
			},
			Values: []records.Value[paymentListed]{{Word: "office.order_reference", Of: func(_ *screen.Visit, p *paymentListed) any { return p.order.Reference }}},
		},
		{
			Word: "office.buyer", Class: "first",
			Cell: func(v *screen.Visit, p *paymentListed) records.Cell {
				return records.Cell{Text: p.order.Buyer, Strong: true}
			},
			Values: []records.Value[paymentListed]{{Word: "office.buyer", Of: func(_ *screen.Visit, p *paymentListed) any { return p.order.Buyer }}},
		},
		{
			Word: "office.when", Class: "when",
			Cell: func(v *screen.Visit, p *paymentListed) records.Cell {
				return records.Cell{Text: moment(v, p.CreatedAt)}
			},
			Values: []records.Value[paymentListed]{{Word: "office.when", Moments: true, Of: func(_ *screen.Visit, p *paymentListed) any { return p.CreatedAt }}},
		},
		{
			Word: "office.payment_gateway", Class: "by",
			Cell: func(v *screen.Visit, p *paymentListed) records.Cell {
				return records.Cell{Text: gatewayName(v, p.Gateway), Sub: p.Problem}
			},
			Values: []records.Value[paymentListed]{
				{Word: "office.payment_gateway", Of: func(_ *screen.Visit, p *paymentListed) any { return p.Gateway }},
				{Word: "office.payment_ref", Of: func(_ *screen.Visit, p *paymentListed) any { return p.Ref }},
				{Word: "office.payment_problem", Of: func(_ *screen.Visit, p *paymentListed) any { return p.Problem }},
			},
		},
		{
			Word: "office.state", Class: "is",
			Cell: func(v *screen.Visit, p *paymentListed) records.Cell {
				c := chipOf(v, &p.Shown)
				return records.Cell{Chip: &c}
			},
			Values: []records.Value[paymentListed]{{Word: "office.state", Of: func(v *screen.Visit, p *paymentListed) any { return chipOf(v, &p.Shown).Text }}},
		},
		{
			Word: "office.amount", Class: "n amount",
			Cell: func(v *screen.Visit, p *paymentListed) records.Cell {
				return records.Cell{Text: v.View.Amount(p.Currency(), p.Amount), Strong: true}
			},
			Values: []records.Value[paymentListed]{
				{Word: "office.amount", Of: func(_ *screen.Visit, p *paymentListed) any { return plainAmount(p.CurrencyID, p.Amount) }},
				{Word: "office.currency", Of: func(_ *screen.Visit, p *paymentListed) any { return p.Currency().Code }},
			},
		},
	},
	Read: func(v *screen.Visit, f payment.ListFilter, q list.Request) (out records.Page[paymentListed], err error) {
		f.Request = q
		all, info, err := payment.ListOf(v.R.Context(), v.App, v.Caller, f)
		if err != nil {
			return out, err
		}
		ids := make([]int64, len(all))
		for i := range all {
			ids[i] = all[i].OrderID
		}
		orders, err := office.PaidOrders(v.R.Context(), v.App, v.Caller, ids)
		out.Info = info
		for i := range all {
			out.Rows = append(out.Rows, paymentListed{all[i], orders[all[i].OrderID]})
		}
		return out, err
	},
	Row: func(v *screen.Visit, p *paymentListed) records.Row {
		return records.Row{
			ID: screen.Number(p.TransactionID), Name: screen.GroupedCode(p.order.Reference), Minor: p.Amount, Currency: p.CurrencyID,
			To: v.Path("/money/payments/%d", p.TransactionID),
		}
	},
})

func stateOptions(v *screen.Visit) (all []screen.Option, err error) {
	for _, s := range payment.StateNames() {
		all = append(all, screen.Option{Value: s, Text: v.View.T("office.payment_is_" + s)})
	}
	return all, nil
}

// plainAmount is an amount for a file, with its decimals.
func plainAmount(currencyID, minor int64) sheet.Number {
	cur, _ := company.CurrencyByID(currencyID)
	cur.Symbol = ""
	return sheet.Number(cur.Amount(minor))
}

// gatewayName is the name of a gateway, and what the one is called that moves no money.
func gatewayName(v *screen.Visit, gateway string) string {
	if gateway == "simulated" {
		return v.View.T("office.ledger_account_simulated")
	}
	return gateway
}

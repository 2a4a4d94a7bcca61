package orders

import (
	"marquee/app"
	"marquee/app/office"
	"marquee/app/order"
	"marquee/handlers/web/office/screen"
)

// moneyBody is the money of an order, down to the ledger.
type moneyBody struct {
	Lines      []screen.MoneyLine
	Total      string
	Below      []screen.MoneyLine
	LedgerText string
	Ledger     []ledgerRow
}

// ledgerRow is an entry of the ledger.
type ledgerRow struct {
	Seq, Text, At string
	Postings      []screen.MoneyLine
}

func moneyOf(v *screen.Visit, o *office.Order) moneyBody {
	t := o.Totals
	m := moneyBody{Total: amountOf(v, o, t.Total)}
	counted, sums := map[string]int{}, map[string]int64{}
	var names []string
	for i := range o.Items {
		it := &o.Items[i]
		if counted[it.SaleName] == 0 {
			names = append(names, it.SaleName)
		}
		counted[it.SaleName]++
		sums[it.SaleName] += it.Price + it.Discount
	}
	for _, name := range names {
		text := name
		if n := counted[name]; n > 1 {
			text = v.View.T("office.times", "n", n, "name", name)
		}
		m.Lines = append(m.Lines, screen.MoneyLine{Text: text, Amount: amountOf(v, o, sums[name])})
	}
	if t.Discount != 0 {
		m.Lines = append(m.Lines, screen.MoneyLine{Text: v.View.T("office.discount"), Amount: amountOf(v, o, -t.Discount)})
	}
	if t.Tax != 0 {
		m.Below = append(m.Below, screen.MoneyLine{Text: v.View.T("office.tax_in_it"), Amount: amountOf(v, o, t.Tax)})
	}
	for _, id := range o.TransactionIDs {
		if p := o.Transactions[id]; p != nil && p.Total > 0 && p.Status == order.TransactionSuccess {
			m.Below = append(m.Below, screen.MoneyLine{Text: v.View.T("office.paid_by", "method", v.Method(p.Type)), Amount: amountOf(v, o, p.Total)})
		}
	}
	if t.Refunded != 0 {
		m.Below = append(m.Below, screen.MoneyLine{Text: v.View.T("office.refunded"), Amount: amountOf(v, o, -t.Refunded)})
	}
	if v.Holds(app.ViewReports) {
		m.ledger(v, o)
	}
	return m
}

// ledger adds the entries that were made for the order.
func (m *moneyBody) ledger(v *screen.Visit, o *office.Order) {
	for i := range o.Ledger {
		e := &o.Ledger[i]
		row := ledgerRow{Seq: v.View.Number(e.Seq), Text: v.View.T("office.ledger_" + e.Event.String()), At: v.View.Lang.ShortMoment(e.At.In(v.Zone))}
		for j := range e.Postings {
			p := &e.Postings[j]
			row.Postings = append(row.Postings, screen.MoneyLine{Text: v.Account(p.Account().Name()), Amount: v.View.Amount(v.Currency(p.CurrencyID), p.Amount)})
		}
		m.Ledger = append(m.Ledger, row)
	}
	if n := len(m.Ledger); n > 0 {
		m.LedgerText = v.View.T("office.in_ledger", "n", n)
	}
}

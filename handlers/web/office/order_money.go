package office

import (
	"marquee/app"
	"marquee/app/ledger"
	"marquee/app/office"
	"marquee/app/order"
)

// moneyBody is the money of an order, down to the ledger.
type moneyBody struct {
	Lines      []moneyLine
	Total      string
	Below      []moneyLine
	LedgerText string
	Ledger     []ledgerRow
}

// moneyLine is one line of an account.
type moneyLine struct{ Text, Amount string }

// ledgerRow is an entry of the ledger.
type ledgerRow struct {
	Seq, Text, At string
	Postings      []moneyLine
}

func moneyOf(v *visit, o *office.Order) moneyBody {
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
			text = v.view.T("office.times", "n", n, "name", name)
		}
		m.Lines = append(m.Lines, moneyLine{text, amountOf(v, o, sums[name])})
	}
	if t.Discount != 0 {
		m.Lines = append(m.Lines, moneyLine{v.view.T("office.discount"), amountOf(v, o, -t.Discount)})
	}
	if t.Tax != 0 {
		m.Below = append(m.Below, moneyLine{v.view.T("office.tax_in_it"), amountOf(v, o, t.Tax)})
	}
	for _, id := range o.TransactionIDs {
		if p := o.Transactions[id]; p != nil && p.Total > 0 && p.Status == order.TransactionSuccess {
			m.Below = append(m.Below, moneyLine{v.view.T("office.paid_by", "method", moved(v, p.Type)), amountOf(v, o, p.Total)})
		}
	}
	if t.Refunded != 0 {
		m.Below = append(m.Below, moneyLine{v.view.T("office.refunded"), amountOf(v, o, -t.Refunded)})
	}
	if v.holds(app.ViewReports) {
		m.ledger(v, o)
	}
	return m
}

// ledger adds the entries that were made for the order.
func (m *moneyBody) ledger(v *visit, o *office.Order) {
	for i := range o.Ledger {
		e := &o.Ledger[i]
		row := ledgerRow{Seq: v.view.Number(e.Seq), Text: v.view.T("office.ledger_" + e.Event.String()), At: v.view.Lang.ShortMoment(e.At.In(v.zone))}
		for j := range e.Postings {
			p := &e.Postings[j]
			row.Postings = append(row.Postings, moneyLine{account(p), v.view.Amount(v.currency(p.CurrencyID), p.Amount)})
		}
		m.Ledger = append(m.Ledger, row)
	}
	if n := len(m.Ledger); n > 0 {
		m.LedgerText = v.view.T("office.in_ledger", "n", n)
	}
}

// account is the name of an account, as the ledger has it everywhere.
func account(p *ledger.Posting) string { return p.Account().Name() }

// moved is how money moved, in words; what has none is called as the API calls it.
func moved(v *visit, slug string) string {
	if key := "office.method_" + slug; methodWords[slug] == "" && v.view.T(key) != key {
		return v.view.T(key)
	}
	return method(v, slug)
}

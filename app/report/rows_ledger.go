package report

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/ledger"
	"marquee/app/list"
)

// ledgerFilters are those of reports of the ledger.
var ledgerFilters = []string{"currency_id", "tax_rates", "completed_from", "completed_to", "payment_mode"}

// fitsAccount tells whether the filters take an account.
func (f *Filter) fitsAccount(a ledger.Account, demo bool) bool {
	return f.fitsMode(a.Demo, demo) && (f.CurrencyID == nil || *f.CurrencyID == a.CurrencyID) && (f.TaxRates == nil || a.Kind.ByRate() && oneOf(f.TaxRates, a.ID))
}

// period is the time that the filters ask for.
func (f *Filter) period() ledger.Period {
	p := ledger.Period{From: f.CompletedFrom}
	if f.CompletedTo != nil {
		behind := f.CompletedTo.Add(time.Microsecond)
		p.Until = &behind
	}
	return p
}

// accountCols are the columns that tell accounts.
func accountCols[T any](of func(*T) ledger.Account) []col[T] {
	return []col[T]{
		{labelled("account", Text), func(n *near, rec *T) any {
			if a := of(rec); a.Kind != 0 {
				return n.text(a.Name())
			}
			return n.words().total
		}},
		{labelled("tax_rate", TaxRate), func(_ *near, rec *T) any {
			if a := of(rec); a.Kind.ByRate() {
				return a.ID
			}
			return nil
		}},
		{labelled("currency_code", Text), func(n *near, rec *T) any { return n.currencyCode(of(rec).CurrencyID) }},
	}
}

// postingRow is one posting of an entry.
type postingRow struct {
	entry *ledger.Entry
	ledger.Posting
}

// ledgerRows are the postings of the entries of a period, in the order of the journal.
type ledgerRows struct{}

func (ledgerRows) takes() []string        { return ledgerFilters }
func (ledgerRows) whole() bool            { return false }
func (ledgerRows) shown() int             { return 11 }
func (ledgerRows) needs() app.Requirement { return app.ViewReports }
func (ledgerRows) columns() []Column      { return columnsOf(postingCols) }

var postingCols = append(accountCols(func(p *postingRow) ledger.Account { return p.Account() }), []col[postingRow]{
	{labelled("amount", Cash), func(_ *near, p *postingRow) any { return Amount{p.Amount, p.CurrencyID} }},
	{labelled("balance_before", Cash), func(_ *near, p *postingRow) any { return Amount{p.Old, p.CurrencyID} }},
	{labelled("balance_after", Cash), func(_ *near, p *postingRow) any { return Amount{p.New(), p.CurrencyID} }},
	{labelled("entry", Integer), func(_ *near, p *postingRow) any { return p.entry.Seq }},
	{labelled("posted_at", Moment), func(_ *near, p *postingRow) any { return p.entry.At }},
	{labelled("event", Text), func(n *near, p *postingRow) any { return n.text(p.entry.Event.String()) }},
	{labelled("order_reference", Text), func(n *near, p *postingRow) any {
		if o := n.orders.of(p.entry.OrderID); o != nil {
			return o.Reference
		}
		return nil
	}},
	{labelled("posted_by", Text), func(n *near, p *postingRow) any { return n.userName(p.entry.UserID) }},

	{labelled("order_id", Integer), func(_ *near, p *postingRow) any { return idOrNil(p.entry.OrderID) }},
	{labelled("payment_id", Integer), func(_ *near, p *postingRow) any { return idOrNil(p.entry.PaymentID) }},
	{labelled("movement_id", Integer), func(_ *near, p *postingRow) any { return idOrNil(p.entry.MovementID) }},
}...)

// page gives the next postings. Its cursor names the one that was given last.
func (ledgerRows) page(ctx context.Context, a *app.App, c *app.Caller, q *query) (rows []Row, info list.Info, err error) {
	var seq, skip int64
	if q.Cursor != "" {
		if _, err := fmt.Sscanf(q.Cursor, "%d-%d", &seq, &skip); err != nil || seq < 1 || skip < 0 {
			return nil, info, app.Field("cursor", "is not valid")
		}
		seq-- // the entry itself may have more postings
	} else {
		skip = q.Offset
	}
	settings, err := company.Settings(ctx, a, c)
	if err != nil {
		return nil, info, err
	}
	limit, more := int(q.Limit), false
	var found []postingRow
	last, place := int64(0), int64(0) // the entry that was read last, and how many of its postings were given
	err = ledger.Walk(ctx, a, c, q.filter.period(), seq, func(e *ledger.Entry) bool {
		for i := range e.Postings {
			if !q.filter.fitsAccount(e.Postings[i].Account(), settings.Demo) {
				continue
			}
			if e.Seq != last {
				last, place = e.Seq, 0
			}
			if skip > 0 {
				skip, place = skip-1, place+1
				continue
			}
			if more = len(found) == limit; more {
				return false
			}
			entry := *e
			found, place = append(found, postingRow{&entry, e.Postings[i]}), place+1
		}
		return true
	})
	if err != nil {
		return nil, info, err
	}
	info = list.Empty()
	info.Total, info.HasMore, info.TotalIsLowerBound = q.Offset+int64(len(found))+bit(more), more, more
	if info.Resumed = q.Cursor != ""; more {
		info.Cursor = fmt.Sprintf("%d-%d", last, place)
	}
	rows, err = shownRows(ctx, a, c, q, postingCols, found, func(n *near) error {
		var ids []int64
		for i := range found {
			if id := found[i].entry.OrderID; id != 0 {
				ids = append(ids, id)
			}
		}
		return n.loadOrders(ids, nil)
	})
	return rows, info, err
}

// shownRows are the cells of some records.
func shownRows[T any](ctx context.Context, a *app.App, c *app.Caller, q *query, cols []col[T], recs []T, load func(*near) error) (rows []Row, err error) {
	err = a.View(ctx, c, app.ViewReports, func(r app.Reader) error {
		n := &near{c: c}
		n.begin(r)
		if err := load(n); err != nil {
			return err
		}
		rows = q.room(len(recs))
		for i := range recs {
			for j, at := range q.columns {
				rows[i][j] = cols[at].value(n, &recs[i])
			}
		}
		return nil
	})
	return rows, err
}

// trialBalance are the accounts with what happened to them in a period, or in each part of
// it, and all of them together.
type trialBalance struct{}

func (trialBalance) takes() []string        { return ledgerFilters }
func (trialBalance) whole() bool            { return true }
func (trialBalance) shown() int             { return len(balanceCols) }
func (trialBalance) needs() app.Requirement { return app.ViewReports }
func (trialBalance) columns() []Column      { return columnsOf(balanceCols) }

var balanceCols = append(append([]col[ledger.Line]{
	{labelled("period", Text), func(_ *near, l *ledger.Line) any { return textOrNil(l.Part) }},
}, accountCols(func(l *ledger.Line) ledger.Account { return l.Account })...), []col[ledger.Line]{
	balanceCol("opening", func(l *ledger.Line) int64 { return l.Opening }),
	balanceCol("debit", func(l *ledger.Line) int64 { return l.Debit }),
	balanceCol("credit", func(l *ledger.Line) int64 { return l.Credit }),
	balanceCol("closing", func(l *ledger.Line) int64 { return l.Closing }),
}...)

func balanceCol(key string, value func(*ledger.Line) int64) col[ledger.Line] {
	return col[ledger.Line]{labelled(key, Cash), func(_ *near, l *ledger.Line) any { return Amount{value(l), l.CurrencyID} }}
}

func (trialBalance) page(ctx context.Context, a *app.App, c *app.Caller, q *query) ([]Row, list.Info, error) {
	if q.Cursor != "" {
		return nil, list.Info{}, app.Field("cursor", "is not valid") // these rows go on by offset
	}
	settings, err := company.Settings(ctx, a, c)
	if err != nil {
		return nil, list.Info{}, err
	}
	zone := settings.Location()
	all, err := ledger.Balances(ctx, a, c, q.filter.period(), func(t time.Time) string {
		if q.interval == "" {
			return ""
		}
		return q.interval.name(q.interval.start(t.In(zone)))
	})
	if err != nil {
		return nil, list.Info{}, err
	}
	var lines []ledger.Line
	for _, l := range all {
		if q.filter.fitsAccount(l.Account, settings.Demo) {
			lines = append(lines, l)
		}
	}
	page := list.Held(append(lines, ledger.Totals(lines)...), q.Request)
	rows, err := shownRows(ctx, a, c, q, balanceCols, page.Rows, func(*near) error { return nil })
	return rows, page.Info, err
}

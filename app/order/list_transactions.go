package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// TransactionFilter says which transactions a list shows and which page of them.
type TransactionFilter struct {
	Types []string
	// From and Until bound the creation, half open; nil is open-ended.
	From, Until *time.Time
	// LastUpdated turns the list into the order of changes, oldest first.
	LastUpdated   *time.Time
	Cursor        string
	Offset, Limit int64
}

// ListTransactions lists transactions, oldest first.
func ListTransactions(ctx context.Context, a *app.App, c *app.Caller, f TransactionFilter) (app.ListPage[Transaction], error) {
	if f.Limit < 1 || f.Limit > MaxPage {
		f.Limit = MaxPage
	}
	list := app.List[Transaction]{
		Table: Transactions, Since: f.LastUpdated, Cursor: f.Cursor, Offset: f.Offset, Limit: f.Limit,
		Filters: fmt.Sprintf("%q|%s|%s", f.Types, timeKey(f.From), timeKey(f.Until)),
		Changed: func(t *Transaction) time.Time { return t.UpdatedAt },
		Plan: func(r app.Reader, since *time.Time) (app.Plan[Transaction], error) {
			return f.plan(r, since)
		},
	}
	return list.Read(ctx, a, c)
}

func (f *TransactionFilter) plan(r app.Reader, since *time.Time) (p app.Plan[Transaction], err error) {
	if since != nil {
		p.Walks = []app.Walk[Transaction]{app.FeedWalk(r, transactionFeed, 0, *since)}
		p.Fits = f.fits
		return p, nil
	}
	count := int64(-1)
	if f.From == nil && f.Until == nil {
		count, err = Transactions.Count(r)
	}
	rg := indexes.All[time.Time]()
	if f.From != nil {
		rg = rg.From(*f.From)
	}
	if f.Until != nil {
		rg = rg.To(*f.Until)
	}
	p.Walks = []app.Walk[Transaction]{app.KeyWalk(r, transactionByTime, rg, count)}
	if len(f.Types) > 0 {
		p.Fits, p.Part = f.fits, transactionFacts
	}
	return p, err
}

// transactionFacts is what filters look at of a transaction.
var transactionFacts = indexes.PartOf[Transaction, Transaction](Transactions, "id", "ty", "ca")

func (f *TransactionFilter) fits(t *Transaction) (bool, error) {
	switch {
	case len(f.Types) > 0 && !slices.Contains(f.Types, t.Type),
		f.From != nil && t.CreatedAt.Before(*f.From),
		f.Until != nil && !t.CreatedAt.Before(*f.Until):
		return false, nil
	}
	return true, nil
}

// timeKey tells moments apart in the text of filters.
func timeKey(t *time.Time) string {
	if t == nil {
		return ""
	}
	return fmt.Sprint(t.UnixMicro())
}

package order

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// TransactionFilter says which transactions a list shows and which page of them.
type TransactionFilter struct {
	Types []string `list:"type"`
	// From and Until bound the creation, half open; nil is open-ended.
	From  *time.Time `list:"startDate"`
	Until *time.Time `list:"endDate"`
	// LastUpdated lists the transactions changed from this time on, oldest change
	// first.
	LastUpdated   *time.Time `list:"since"`
	Cursor        string
	Offset, Limit int64
}

var transactionList = &list.List[Transaction, TransactionFilter]{
	Needs: app.ListOrders,
	Name:  "transactions", Max: MaxPage, Table: Transactions,
	Plan:    func(r app.Reader, f *TransactionFilter) (list.Plan[Transaction], error) { return f.plan(r) },
	Changed: func(t *Transaction) time.Time { return t.UpdatedAt },
}

// ListTransactions lists transactions, oldest first.
func ListTransactions(ctx context.Context, a *app.App, c *app.Caller, f TransactionFilter) (list.Page[Transaction], error) {
	return transactionList.Read(ctx, a, c, f, list.Request{Cursor: f.Cursor, Offset: f.Offset, Limit: f.Limit}, nil)
}

func (f *TransactionFilter) plan(r app.Reader) (list.Plan[Transaction], error) {
	all, err := transactionListed.Groups(r, 0, int64(len(numberedTypes)+1))
	groups := chosen(all, func(number int64) bool {
		return len(f.Types) == 0 || number != 0 && slices.ContainsFunc(f.Types, func(t string) bool { return transactionTypeNumber(t) == number })
	})
	if f.LastUpdated == nil {
		return list.Groups(r, transactionListed, groups, list.Times(f.From, f.Until), false), err
	}
	plan := list.Groups(r, transactionChanged, groups, list.Since(r, *f.LastUpdated), false)
	plan.Exact = f.From == nil && f.Until == nil
	plan.Fits = func(t *Transaction) (bool, error) { return f.within(t.CreatedAt), nil }
	plan.Key = func(t *Transaction) indexes.Position { return list.AtTime(t.UpdatedAt, t.ID) }
	return plan, err
}

// within tells whether a time lies in the period asked for.
func (f *TransactionFilter) within(t time.Time) bool {
	return (f.From == nil || !t.Before(*f.From)) && (f.Until == nil || t.Before(*f.Until))
}

// ReadTransactions reads transactions by their ids.
func ReadTransactions(ctx context.Context, a *app.App, c *app.Caller, ids []int64) (of map[int64]Transaction, err error) {
	err = a.View(ctx, c, app.ListOrders, func(r app.Reader) error {
		of = make(map[int64]Transaction, len(ids))
		all, err := Transactions.GetMany(r, list.Sorted(ids))
		for i := range all {
			of[all[i].ID] = all[i]
		}
		return err
	})
	return of, err
}

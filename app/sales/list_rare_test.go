package sales_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/porttest"
	"marquee/indexes"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

// more is how many rows a store holds through which no request reads.
const more = 6500

// TestRareBudgets holds lists whose filters hardly anything fits to what they find:
// no record is read that is not shown. Next is the page behind the cursor.
func TestRareBudgets(t *testing.T) {
	kvtest.SingleGoroutine(t)
	m := kvtest.Meter(mem.New(mem.Options{}))
	t.Cleanup(func() { _ = m.Close() })
	a, c := app.New(m, app.Compose(nil, customer.Area(porttest.Silent[customer.Ports]()), order.Area(porttest.Silent[order.Ports]())), app.Options{}), &app.Caller{CompanyID: 1, Super: true}
	crowd(t, a, c)
	var out strings.Builder
	fmt.Fprintf(&out, "# What lists by rare filters cost the store, over %d rows. Written by: go test ./app/sales -run TestRareBudgets -update\n", more)
	for _, l := range rareLists(t.Context(), a, c) {
		cursor := ""
		for _, page := range []string{l.name, l.name + ", next"} {
			m.Reset()
			rows, next, hasMore, err := l.read(cursor)
			if err != nil {
				t.Fatal(page, err)
			}
			n := m.Reset()
			fmt.Fprintf(&out, "%-40s rows %3d  more %-5t  reads %5d  pairs %5d\n", page, rows, hasMore, n.Gets, n.Pairs)
			if n.Gets > 2*rows {
				t.Errorf("%s reads %d records to show %d", page, n.Gets, rows)
			}
			cursor = next
		}
	}
	golden(t, "../../testdata/budgets/rare.txt", out.String())
}

// crowd fills a store with orders of one customer each, one item each, and their
// payments.
func crowd(t *testing.T, a *app.App, c *app.Caller) {
	t.Helper()
	const chunk = 500
	for from := 0; from < more; from += chunk {
		err := a.Update(t.Context(), c, app.Authenticated, func(tx app.Tx) error {
			for n := from; n < from+chunk; n++ {
				if err := insertSold(tx, n); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func insertSold(tx app.Tx, n int) error {
	now := tx.Now()
	guest, err := customer.FindOrCreate(tx, customer.Buyer{Name: "Ada", Email: fmt.Sprintf("ada%d@example.com", n)})
	if err != nil {
		return err
	}
	o := order.Order{Reference: fmt.Sprintf("R%d", n), Status: order.Complete, CompletedAt: &now, CustomerID: guest.ID, Types: []catalog.ItemType{catalog.Ticket}}
	if err := indexes.Forge(order.Orders).Insert(tx, &o); err != nil {
		return err
	}
	it := order.Item{OrderID: o.ID, SaleItemID: 1, ItemID: 1, EventID: 1, Type: catalog.Ticket, CustomerID: guest.ID, Sold: true}
	if err := indexes.Forge(order.Items).Insert(tx, &it); err != nil {
		return err
	}
	return indexes.Forge(order.Transactions).Insert(tx, &order.Transaction{OrderID: o.ID, Type: "sale"})
}

// rareList reads a page behind a cursor.
type rareList struct {
	name string
	read func(cursor string) (rows int, next string, hasMore bool, err error)
}

func rareLists(ctx context.Context, a *app.App, c *app.Caller) []rareList {
	orders := func(name string, f order.Filter) rareList {
		return rareList{name, func(cursor string) (int, string, bool, error) {
			f.Cursor = cursor
			p, err := order.List(ctx, a, c, f)
			return len(p.Rows), p.Cursor, p.HasMore, err
		}}
	}
	items := func(name string, f order.ItemFilter) rareList {
		return rareList{name, func(cursor string) (int, string, bool, error) {
			f.Cursor = cursor
			p, err := order.ListItems(ctx, a, c, f)
			return len(p.Rows), p.Cursor, p.HasMore, err
		}}
	}
	yes, start := true, time.Unix(1, 0)
	return []rareList{
		orders("orders by name", order.Filter{CustomerName: "nobody"}),
		orders("orders by any word", order.Filter{Query: "nobody"}),
		orders("orders by part of the reference", order.Filter{Reference: "zzz"}),
		orders("resold orders", order.Filter{Resale: &yes}),
		orders("orders with charity", order.Filter{Contains: []catalog.ItemType{catalog.Charity}}),
		orders("changed orders that were resold", order.Filter{Resale: &yes, LastUpdated: &start}),
		items("order items of a type", order.ItemFilter{Types: []catalog.ItemType{catalog.Charity}}),
		items("resold order items", order.ItemFilter{Resale: &yes}),
		{"transactions of a type", func(cursor string) (int, string, bool, error) {
			p, err := order.ListTransactions(ctx, a, c, order.TransactionFilter{Types: []string{"refund"}, Cursor: cursor})
			return len(p.Rows), p.Cursor, p.HasMore, err
		}},
	}
}

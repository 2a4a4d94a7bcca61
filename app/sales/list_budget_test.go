package sales_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/lookup"
	"marquee/app/order"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

// TestListBudgets holds the lists to the reads they need. What a page costs must
// not depend on how much is stored.
func TestListBudgets(t *testing.T) {
	kvtest.SingleGoroutine(t)
	clock := apptest.NewClock()
	m := kvtest.Meter(mem.New(mem.Options{Clock: clock.Now}))
	t.Cleanup(func() { _ = m.Close() })
	h := newHall(t, apptest.On(m), apptest.Calm(), apptest.WithClock(clock))
	s := h.addItem(-1, plain)
	for n := range 350 {
		in := adding(one(s, 2))
		in.Buyer = customer.Buyer{Name: fmt.Sprintf("Ada %d", n%50), Email: fmt.Sprintf("ada%d@example.com", n%50)}
		in.Payment, in.UUID = &cash, fmt.Sprint(n)
		h.mustAdd(in)
	}
	var out strings.Builder
	out.WriteString("# What lists cost the store, over 350 orders of two tickets. Written by: go test ./app/sales -run TestListBudgets -update\n")
	line := func(name string, run func() (int, error)) {
		t.Helper()
		m.Reset()
		rows, err := run()
		if err != nil {
			t.Fatal(name, err)
		}
		c := m.Reset()
		fmt.Fprintf(&out, "%-44s rows %3d  reads %4d  scans %2d  pairs %4d  bytes read %6d\n", name, rows, c.Gets, c.Scans, c.Pairs, c.BytesRead)
	}
	h.listLines(line)
	golden(t, "../../testdata/budgets/lists.txt", out.String())
}

func (h *hall) listLines(line func(string, func() (int, error))) {
	ctx, a, c := h.t.Context(), h.App, h.A.Owner
	var last order.Page
	orders := func(f order.Filter) func() (int, error) {
		return func() (n int, err error) {
			last, err = order.List(ctx, a, c, f)
			return len(last.Orders), err
		}
	}
	start := time.Time{}
	with := order.Include{Items: true, Transactions: true}
	line("100 orders", orders(order.Filter{}))
	line("100 orders with items and payments", orders(order.Filter{Include: with}))
	line("the next 100 by cursor", orders(order.Filter{Include: with, Cursor: last.Cursor}))
	line("100 orders at offset 200", orders(order.Filter{Include: with, Offset: 200}))
	line("an offset past the end", orders(order.Filter{Offset: 5000}))
	line("100 orders of an event", orders(order.Filter{EventID: &h.event.ID}))
	line("what is due of an event: nothing", orders(order.Filter{EventID: &h.event.ID, DueBefore: ahead(h)}))
	line("100 orders with reservations and trash", orders(order.Filter{WithReservations: true, WithTrashed: true}))
	line("100 orders by part of the name", orders(order.Filter{CustomerName: "ada"}))
	line("nobody by that name", orders(order.Filter{CustomerName: "nobody"}))
	line("the first 100 changes", orders(order.Filter{LastUpdated: &start, Include: with}))
	line("the next 100 changes by cursor", orders(order.Filter{Cursor: last.Cursor, Include: with}))
	line("the next 100 changes by cursor", orders(order.Filter{Cursor: last.Cursor, Include: with}))
	line("no change since", orders(order.Filter{LastUpdated: ahead(h)}))
	line("one order with everything", func() (int, error) {
		_, _, err := order.Read(ctx, a, c, order.Key{ID: 1}, with, true)
		return 1, err
	})
	items := func(f order.ItemFilter) func() (int, error) {
		return func() (int, error) {
			p, err := order.ListItems(ctx, a, c, f)
			return len(p.Rows), err
		}
	}
	line("100 order items", items(order.ItemFilter{}))
	line("100 order items of an event", items(order.ItemFilter{EventIDs: []int64{h.event.ID}}))
	line("100 order items of one type", items(order.ItemFilter{Types: []catalog.ItemType{catalog.Ticket}}))
	line("the items of an order", items(order.ItemFilter{OrderID: new(int64(1))}))
	line("100 transactions", func() (int, error) {
		p, err := order.ListTransactions(ctx, a, c, order.TransactionFilter{})
		return len(p.Rows), err
	})
	line("50 customers", func() (int, error) {
		p, err := customer.List(ctx, a, c, customer.Filter{})
		return len(p.Rows), err
	})
	line("50 customers by their last orders", func() (int, error) {
		p, err := customer.List(ctx, a, c, customer.Filter{Sort: customer.ByLastOrder, Limit: 50})
		return len(p.Rows), err
	})
	line("customers by a name", func() (int, error) {
		p, err := customer.List(ctx, a, c, customer.Filter{Query: "49 ADA", Sort: customer.ByLastOrder})
		return len(p.Rows), err
	})
	line("a search over everything", func() (int, error) {
		found, err := lookup.Read(ctx, a, c, "ada 4")
		return len(found.Customers) + len(found.Orders) + len(found.Events) + len(found.Codes), err
	})
}

// ahead is a moment behind which nothing changed.
func ahead(h *hall) *time.Time {
	t := h.Clock.Now().Add(time.Hour)
	return &t
}

package imports_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/imports"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/kv/mem"
)

// waiting are orders that wait for their money, each of a buyer with an address.
func (d *desk) waiting(n int) (ids []int64) {
	d.t.Helper()
	item := d.ticket()
	for i := range n {
		b, err := sales.Add(d.t.Context(), d.App, d.A.Owner, sales.AddToBasket{
			Channel: catalog.APIChannel, Items: []rules.AddItem{{SaleItemID: item, Quantity: new(int64(1))}},
		})
		if err == nil {
			_, err = sales.PayLater(d.t.Context(), d.App, d.A.Owner, sales.Later{
				Basket: order.Key{ID: b.Order.ID}, Channel: catalog.APIChannel, Way: sales.ByLink,
				Buyer: customer.Buyer{Name: "Buyer", Email: fmt.Sprintf("buyer%d@example.com", i)},
			})
		}
		if err != nil {
			d.t.Fatal(err)
		}
		ids = append(ids, b.Order.ID)
	}
	return ids
}

// state is that of an order.
func (d *desk) state(id int64) (s order.Status) {
	d.t.Helper()
	if err := d.App.View(d.t.Context(), d.A.Owner, app.Authenticated, func(r app.Reader) error {
		o, err := order.Orders.Get(r, id)
		s = o.Status
		return err
	}); err != nil {
		d.t.Fatal(err)
	}
	return s
}

// ticket is on sale at an event.
func (d *desk) ticket() int64 {
	d.t.Helper()
	start, online := d.Clock.Now().Add(72*time.Hour), true
	end := start.Add(time.Hour)
	e, err := catalog.CreateEvent(d.t.Context(), d.App, d.A.Owner, catalog.EventChange{Name: new("Gig"), Start: &start, End: &end, OnlineOnly: &online, Published: new(true)})
	d.must(err)
	item, err := catalog.CreateSaleItem(d.t.Context(), d.App, d.A.Owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: new("Standing")},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: d.A.Currency().ID, Base: 1000}}},
	})
	d.must(err)
	return item.ID
}

// mailed is how often the mail about each order was asked for: as often as is allowed, less what may
// still be asked for.
func (d *desk) mailed(ids []int64) map[int64]int {
	d.t.Helper()
	out := map[int64]int{}
	for _, id := range ids {
		out[id] = mail.MaxResends
		for mail.Resend(d.t.Context(), d.App, d.A.Owner, order.Key{ID: id}) == nil {
			out[id]--
		}
	}
	return out
}

// interrupted is a desk whose program ends at one of its commits, before it or behind it.
func interrupted(t *testing.T) (*desk, func(work func(ctx context.Context))) {
	clock := apptest.NewClock()
	engine := &stopping{Engine: mem.New(mem.Options{Clock: clock.Now}), left: -1}
	t.Cleanup(func() { _ = engine.Close() })
	d := newDesk(t, apptest.Calm(), apptest.WithClock(clock), apptest.On(engine))
	ends := 0
	return d, func(work func(ctx context.Context)) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		ends++
		engine.mu.Lock()
		engine.left, engine.before, engine.stop = 1+ends%3, ends%4 == 0, stop
		engine.mu.Unlock()
		work(ctx)
		engine.mu.Lock()
		engine.left = -1
		engine.mu.Unlock()
	}
}

// TestManyOrdersAreDoneOnce: however often the program ends, the mail of each order is asked for
// once, and the report says so.
func TestManyOrdersAreDoneOnce(t *testing.T) {
	is := is.New(t)
	d, interrupt := interrupted(t)
	ids := d.waiting(120) // more than one transaction takes
	n, err := imports.DoToOrders(t.Context(), d.App, d.A.Owner, imports.Bulk{IDs: ids, Action: imports.Remind})
	is.NoErr(err)
	is.Equal(d.work(n.ID).Valid, int64(len(ids)))
	_, err = imports.Approve(t.Context(), d.App, d.A.Owner, n.ID)
	is.NoErr(err)
	for range 100 {
		interrupt(func(ctx context.Context) {
			d.Clock.Jump(10 * time.Minute) // behind every pause and lease
			_ = d.App.RunJob(ctx, queue.SendJob)
		})
		if n, err = imports.Read(t.Context(), d.App, d.A.Owner, n.ID); n.State == imports.Done {
			break
		}
		is.NoErr(err)
	}
	is.Equal([]int64{n.Changed, n.Failed}, []int64{int64(len(ids)), 0})
	times := d.mailed(ids)
	for _, id := range ids {
		is.Equal(times[id], 1)
	}
}

// TestWithoutOneTransactionOrdersAreDoneTwice is the twin: it notes how far it is after what it did.
func TestWithoutOneTransactionOrdersAreDoneTwice(t *testing.T) {
	is := is.New(t)
	d, interrupt := interrupted(t)
	ids := d.waiting(12)
	for at := 0; at < len(ids); {
		interrupt(func(ctx context.Context) {
			for at < len(ids) {
				if mail.Resend(ctx, d.App, d.A.Owner, order.Key{ID: ids[at]}) != nil {
					return
				}
				if _, err := order.SetNotes(ctx, d.App, d.A.Owner, order.Key{ID: ids[at]}, "reminded"); err != nil {
					return
				}
				at++
			}
		})
	}
	twice := 0
	for _, n := range d.mailed(ids) {
		if n > 1 {
			twice++
		}
	}
	is.True(twice > 0)
}

// TestWhatIsDoneToOrders: each action is done to the orders that it fits, and the others say why not.
func TestWhatIsDoneToOrders(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	ids := d.waiting(3)
	do := func(in imports.Bulk) imports.Import {
		t.Helper()
		n, err := imports.DoToOrders(t.Context(), d.App, d.A.Owner, in)
		is.NoErr(err)
		if n = d.work(n.ID); n.Valid == 0 {
			return n
		}
		_, err = imports.Approve(t.Context(), d.App, d.A.Owner, n.ID)
		is.NoErr(err)
		return d.work(n.ID)
	}
	until := d.Clock.Now().Add(240 * time.Hour)
	is.Equal(do(imports.Bulk{Filter: &order.Filter{Statuses: []order.Status{order.AwaitingPaymentLink}}, Action: imports.Extend, Until: &until}).Changed, int64(3))
	is.Equal(do(imports.Bulk{IDs: ids[:2], Action: imports.Paid}).Changed, int64(2))
	is.Equal([]order.Status{d.state(ids[0]), d.state(ids[1]), d.state(ids[2])}, []order.Status{order.Complete, order.Complete, order.AwaitingPaymentLink})
	n := do(imports.Bulk{IDs: ids, Action: imports.Paid})
	is.Equal([]int64{n.Refused, n.Changed}, []int64{2, 1})
	is.Equal(d.problems(n.ID), []string{"2 refused order: does not wait for its money", "3 refused order: does not wait for its money"})
	is.Equal(do(imports.Bulk{IDs: ids[:1], Action: imports.Void}).Changed, int64(1))
	is.Equal(d.state(ids[0]), order.Cancelled)
	is.Equal(do(imports.Bulk{IDs: ids[1:], Action: imports.Accept}).Refused, int64(2))
	cells, err := imports.FirstCells(t.Context(), d.App, d.A.Owner, n.ID)
	is.NoErr(err)
	is.Equal(len(cells), 3)

	for field, in := range map[string]imports.Bulk{
		"ids": {Action: imports.Paid}, "until": {IDs: ids, Action: imports.Extend},
		"filter": {Filter: &order.Filter{Query: "nobody"}, Action: imports.Paid},
	} {
		_, err := imports.DoToOrders(t.Context(), d.App, d.A.Owner, in)
		var e *app.Error
		is.True(errors.As(err, &e) && e.Fields[0].Field == field)
	}
	_, err = imports.DoToOrders(t.Context(), d.App, d.A.Owner, imports.Bulk{IDs: []int64{1 << 40}, Action: imports.Paid})
	is.Equal(app.KindOf(err), app.Invalid)
	_, err = imports.DoToOrders(t.Context(), d.App, d.B.Owner, imports.Bulk{IDs: ids, Action: imports.Paid}) // of another company
	is.Equal(app.KindOf(err), app.Invalid)
}

// TestWhoDoesSomethingToOrders: whoever edits orders needs no right to import for that, and gets none
// to import anything else; what somebody looked at and did not approve is not left open.
func TestWhoDoesSomethingToOrders(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	ids := d.waiting(1)
	clerk := d.A.With(app.EditOrders)
	for range imports.MaxOpen + 1 {
		n, err := imports.DoToOrders(t.Context(), d.App, clerk, imports.Bulk{IDs: ids, Action: imports.Remind})
		is.NoErr(err)
		d.work(n.ID)
	}
	_, err := imports.Take(t.Context(), d.App, d.A.With(app.EditOrders, app.CreateCustomers, app.EditCustomers), imports.Upload{Type: "customers", Name: "x", File: []byte("email\na@example.com\n")})
	is.Equal(app.KindOf(err), app.Forbidden)
	_, err = imports.DoToOrders(t.Context(), d.App, d.A.With(app.EditImports), imports.Bulk{IDs: ids, Action: imports.Remind})
	is.Equal(app.KindOf(err), app.Forbidden)
	n, err := imports.DoToOrders(t.Context(), d.App, clerk, imports.Bulk{IDs: ids, Action: imports.Paid}) // the clerk may not take money
	is.NoErr(err)
	is.Equal(d.work(n.ID).Refused, int64(1))
}

package sales_test

import (
	"context"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/approval"
	"marquee/indexes"
)

func approvable(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.RequiresApproval = true }

// asked is an order of one unit that awaits approval for ten minutes.
func (h *hall) asked(s catalog.SaleItem) order.Basket {
	h.t.Helper()
	b := h.mustAdd(adding(one(s, 1)))
	if _, err := h.complete(b, cash); err != nil {
		h.t.Fatal(err)
	}
	until := h.Clock.Now().Add(10 * time.Minute)
	if _, err := sales.Extend(h.t.Context(), h.App, h.A.Owner, key(b), &until); err != nil {
		h.t.Fatal(err)
	}
	return b
}

func (h *hall) decide(b order.Basket, approve bool) error {
	_, err := patient(func() ([]sales.Waiting, error) {
		return approval.Decide(context.Background(), h.App, h.A.Owner, []approval.Decision{{OrderItemID: b.Items[0].ID, Approve: approve}})
	})
	return err
}

// buysApproved buys a unit for which no approval is asked.
func (h *hall) buysApproved(s catalog.SaleItem) error {
	in := adding(one(s, 1))
	in.Items[0].AutoApprove = true
	in.Payment = &cash
	_, err := patient(func() (order.Basket, error) { return h.add(in) })
	return err
}

func (h *hall) statusOf(b order.Basket) (s order.Status) {
	h.t.Helper()
	err := h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
		o, err := order.Orders.Get(r, b.Order.ID)
		s = o.Status
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

func TestApprovalRacesExpiry(t *testing.T) {
	t.Run("what waits is approved or gone, never both", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		var inTime, resold int
		for range 60 {
			s := h.addItem(1, approvable)
			b := h.asked(s)
			var approval, rival error
			together(3, func(i int) {
				switch i {
				case 0:
					approval = h.decide(b, true)
				case 1:
					h.Clock.Jump(10*time.Minute + time.Second)
					_, err := patient(func() (int, error) { return 0, h.App.RunJob(context.Background(), sales.ExpireBaskets) })
					if err != nil {
						t.Error(err)
					}
				case 2:
					rival = h.buysApproved(s)
				}
			})
			is.True(approval != nil || rival != nil) // one unit, at most one has it
			want := order.Expired
			if approval == nil {
				inTime++
				want = order.AwaitingPaymentLink
			}
			if h.statusOf(b) == order.AwaitingApproval { // not swept yet: it is overdue
				is.NoErr(h.App.RunJob(t.Context(), sales.ExpireBaskets))
			}
			is.Equal(h.statusOf(b), want)
			if rival == nil {
				resold++
			}
			c := h.stock(s)
			is.True(c.Sold+c.Reserved <= 1)
		}
		t.Logf("approved in time %d, sold to the next %d, gone %d", inTime, resold, 60-inTime-resold)
	})
	t.Run("control: an approver who trusts what was read before gives a unit to two", func(t *testing.T) {
		is := is.New(t)
		h := rush(t, apptest.Unchecked())
		s := h.addItem(1, approvable)
		b := h.asked(s)
		is.Equal(h.statusOf(b), order.AwaitingApproval) // read in time …
		h.Clock.Jump(11 * time.Minute)
		is.NoErr(h.buysApproved(s)) // … but the unit is somebody else's now
		h.update(func(tx app.Tx) error {
			_, err := indexes.Forge(order.Orders).Update(tx, b.Order.ID, func(o *order.Order) error {
				o.Status = order.AwaitingPaymentLink
				return nil
			})
			return err
		})
		is.Equal(h.stock(s).Sold, int64(1))
		is.True(h.statusOf(b).Holds()) // and two have the one unit
	})
}

func TestTwoWhoDecide(t *testing.T) {
	is := is.New(t)
	h := rush(t)
	s := h.addItem(100, approvable)
	for range 40 {
		b := h.asked(s)
		var yes, no error
		together(2, func(i int) {
			if i == 0 {
				yes = h.decide(b, true)
			} else {
				no = h.decide(b, false)
			}
		})
		is.True((yes == nil) != (no == nil)) // one decides, the other is told
		if yes == nil {
			is.Equal(h.statusOf(b), order.AwaitingPaymentLink)
		} else {
			is.Equal(h.statusOf(b), order.Rejected)
		}
	}
}

// What was rejected, and what has expired, is sold again only if its stock is there.
func TestStockOfWhatWaitedIsLookedAtAgain(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(1, approvable)
	b := h.asked(s)
	is.NoErr(h.decide(b, false))
	is.NoErr(h.buysApproved(s)) // the rejected unit is free at once
	_, err := h.complete(b, cash)
	is.Equal(types(err), []string{"not_enough_stock"})
	is.Equal(h.statusOf(b), order.Rejected)

	s = h.addItem(1, approvable)
	b = h.asked(s)
	h.Clock.Jump(11 * time.Minute)
	is.NoErr(h.buysApproved(s))
	_, err = sales.Reactivate(t.Context(), h.App, h.A.Owner, key(b))
	is.Equal(types(err), []string{"not_enough_stock"})
	is.Equal(h.statusOf(b), order.Expired)
}

// A customer's limit counts what waits once, and a code's use too.
func TestWhatWaitsIsCountedOnce(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	limit := int64(1)
	h.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, h.event.ID, func(e *catalog.Event) error { e.MaxTicketsPerCustomer = &limit; return nil })
		return err
	})
	s := h.addItem(5, approvable)
	in := adding(one(s, 1))
	in.Buyer.Name, in.Buyer.Email = "Ada", "ada@example.com"
	b := h.mustAdd(in)
	_, err := h.complete(b, cash)
	is.NoErr(err)
	_, err = h.add(in)
	is.Equal(types(err), []string{"purchase_limit"})
	is.NoErr(h.decide(b, true))
	_, err = h.add(in)
	is.Equal(types(err), []string{"purchase_limit"})
	_, err = h.complete(b, cash)
	is.NoErr(err)
}

// TestNothingUndecidedIsPaidFor: what is paid for before a decision and what is paid for
// after it cannot stand in one basket.
func TestNothingUndecidedIsPaidFor(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	ticket, plain := h.addItem(5, approvable), h.addItem(5, plain)
	guest := h.addItem(5, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		approvable(s, i)
		s.Type, i.Type = catalog.GuestList, catalog.GuestList
	})
	for _, mix := range [][]catalog.SaleItem{{ticket, guest}, {guest, ticket}, {ticket, plain}, {plain, guest}} {
		_, err := h.add(adding(one(mix[0], 1), one(mix[1], 1)))
		is.Equal(types(err), []string{"order_item_invalid"})
	}
	b := h.mustAdd(adding(one(ticket, 1)))
	in := adding(one(guest, 1))
	in.Basket = key(b)
	_, err := h.add(in)
	is.Equal(types(err), []string{"order_item_invalid"}) // nor one after the other
}

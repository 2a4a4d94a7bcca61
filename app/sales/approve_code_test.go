package sales_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/codes"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/sales/approval"

	"github.com/matryer/is"
)

// until lets a code be valid for an hour.
func (h *hall) until(f *discount.Fields) {
	f.ValidTo = app.Is(company.Moment{At: h.Clock.Now().Add(time.Hour)})
}

// chargesFees has the company charge one euro for each order.
func (h *hall) chargesFees() {
	h.t.Helper()
	h.fee("Service", fee.Fixed, fee.PerOrder, 100, func(f *fee.Fields) { f.CurrencyID, f.Absorbed = app.Is(h.A.Company.CurrencyID), new(false) })
}

// decideAt approves or rejects one unit of an order.
func (h *hall) decideAt(b order.Basket, at int, approve bool) {
	h.t.Helper()
	_, err := approval.Decide(h.t.Context(), h.App, h.A.Owner, []approval.Decision{{OrderItemID: b.Items[at].ID, Approve: approve}})
	h.noErr(err)
}

// What waits for its approval was promised its price: its code goes on counting for what is
// left when part is rejected, though its uses are taken, by the order itself, and its time is
// over.
func TestWhatIsLeftOfARejectionKeepsItsCode(t *testing.T) {
	fixed := func(h *hall) func(*discount.Fields) {
		return func(f *discount.Fields) { f.CurrencyID = app.Is(h.A.Company.CurrencyID) }
	}
	for name, c := range map[string]struct {
		code func(h *hall, text string)
		// enters: the code does not count by itself.
		enters bool
		before func(h *hall)
		want   int64
	}{
		"its one use is the order's": {code: func(h *hall, text string) {
			h.code(discount.Percentage, text, 1000, byItself(1), uses(1))
		}, want: 200},
		"the customer's one use is": {code: func(h *hall, text string) {
			h.code(discount.Percentage, text, 1000, byItself(1), func(f *discount.Fields) { f.MaxUsesPerCustomer = app.Is(int64(1)) })
		}, want: 200},
		"the one use at the event is": {code: func(h *hall, text string) {
			h.code(discount.Percentage, text, 1000, byItself(1), func(f *discount.Fields) { f.MaxUsesPerEvent = app.Is(int64(1)) })
		}, want: 200},
		"it is over": {code: func(h *hall, text string) {
			h.code(discount.Percentage, text, 1000, byItself(1), h.until)
		}, before: func(h *hall) { h.Clock.Jump(2 * time.Hour) }, want: 200},
		"what was entered is over": {enters: true, code: func(h *hall, text string) {
			h.code(discount.Percentage, text, 1000, h.until)
		}, before: func(h *hall) { h.Clock.Jump(2 * time.Hour) }, want: 200},
		"another counts by itself by now": {code: func(h *hall, text string) {
			h.code(discount.Percentage, text, 1000, byItself(1))
		}, before: func(h *hall) { h.code(discount.Percentage, "DEARER", 100, byItself(0)) }, want: 200},
		"it takes a sum off the order": {code: func(h *hall, text string) {
			h.code(discount.Fixed, text, 1000, byItself(1), fixed(h))
		}, want: 1000},
	} {
		for with, fees := range map[string]func(*hall){"": func(*hall) {}, " with fees": (*hall).chargesFees} {
			t.Run(name+with, func(t *testing.T) {
				is := is.New(t)
				h := newHall(t)
				fees(h)
				c.code(h, "CODE")
				in := adding(one(h.addItem(5, approvable), 2))
				in.Buyer = customer.Buyer{Name: "Ada", Email: "ada@example.com"}
				b := h.mustAdd(in)
				if c.enters {
					b = h.mustEnter(b, "CODE")
				}
				b, err := h.complete(b, cash)
				is.NoErr(err)
				code := b.Order.DiscountID
				is.True(code != 0)
				if c.before != nil {
					c.before(h)
				}
				h.decideAt(b, 0, false)
				h.decideAt(b, 1, true)
				o := h.stored(b)
				is.Equal(o.Status, order.AwaitingPaymentLink)
				is.Equal(o.DiscountID, code)
				is.Equal(o.Totals.Discount, c.want)
			})
		}
	}
}

// An order that was rejected unit by unit and is completed all the same costs what it did.
func TestARejectedOrderIsCompletedAtItsPrice(t *testing.T) {
	for name, auto := range map[string]bool{"with a code that was entered": false, "with one that counts by itself": true} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			h := newHall(t)
			h.chargesFees()
			change := []func(*discount.Fields){func(f *discount.Fields) { f.CurrencyID = app.Is(h.A.Company.CurrencyID) }, uses(1)}
			if auto {
				change = append(change, byItself(1))
			}
			h.code(discount.Fixed, "TEN", 1000, change...)
			b := h.mustAdd(adding(one(h.addItem(5, approvable), 2)))
			if !auto {
				b = h.mustEnter(b, "TEN")
			}
			b, err := h.complete(b, cash)
			is.NoErr(err)
			before := b.Order.Totals
			is.Equal(before.Discount, int64(1000))
			h.decideAt(b, 0, false)
			h.decideAt(b, 1, false)
			is.Equal(h.stored(b).Status, order.Rejected)
			b, err = h.complete(b, cash)
			is.NoErr(err)
			is.Equal(b.Order.Status, order.Complete)
			is.Equal(b.Order.Totals.Discount, int64(1000))
			is.Equal(b.Order.Totals.Paid, before.Total)
		})
	}
}

// A code that was withdrawn counts no more for whoever asks anew, and goes on for what waits.
func TestAWithdrawnCodeGoesOnForWhatWaits(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	h.chargesFees()
	code := h.code(discount.Percentage, "CODE", 1000)
	s := h.addItem(5, approvable)
	b, err := h.complete(h.mustEnter(h.mustAdd(adding(one(s, 2))), "CODE"), cash)
	is.NoErr(err)
	_, err = discount.Codes.Delete(t.Context(), h.App, h.A.Owner, codes.Key{ID: code.ID})
	is.NoErr(err)
	h.decideAt(b, 0, false)
	is.Equal(h.stored(b).Totals.Discount, int64(200))
}

func (h *hall) stored(b order.Basket) (o order.Order) {
	h.t.Helper()
	h.noErr(h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		o, err = order.Orders.Get(r, b.Order.ID)
		return err
	}))
	return o
}

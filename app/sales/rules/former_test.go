package rules

import (
	"testing"
	"time"

	"marquee/app/order"

	"github.com/matryer/is"
)

// paidFor is the order of former as it is loaded to be changed, for an event of tomorrow.
func paidFor() (*Basket, *Former) {
	b := former()
	b.Goods[ticket].Event.Start = b.Wall.Add(24 * time.Hour)
	f := &Former{Order: b.Order, Items: b.Units.Items(), Hidden: map[int64]bool{}, Scanned: map[int64]bool{}, Paired: map[int64]bool{}}
	f.Order.Totals.Total = f.Order.Totals.Paid
	for i := range f.Items {
		f.Items[i].CustomerID = f.Order.CustomerID
	}
	b.Order, b.Units = order.Order{CurrencyID: f.Order.CurrencyID}, nil
	return b, f
}

func TestMayGiveWay(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(b *Basket, f *Former)
		why  string
	}{
		{"what was paid", func(*Basket, *Former) {}, ""},
		{"what waits", func(_ *Basket, f *Former) { f.Order.Status = order.AwaitingInvoice }, "orderId: is not complete"},
		{"what is in the trash", func(_ *Basket, f *Former) { f.Order.DeletedAt = &time.Time{} }, "is not complete"},
		{"with a discount", func(_ *Basket, f *Former) { f.Order.DiscountID = 1 }, "has a discount"},
		{"with an access code", func(_ *Basket, f *Former) { f.Order.AccessID = 1 }, "with an access code"},
		{"with a deposit", func(_ *Basket, f *Former) { f.Order.Deposit = 1 }, "by a deposit"},
		{"what was given away", func(_ *Basket, f *Former) { f.Order.Totals.Paid = 0 }, "was not paid for"},
		{"of the demo", func(_ *Basket, f *Former) { f.Order.Demo = true }, "in demo mode"},
		{"while a gateway is asked", func(_ *Basket, f *Former) { f.Returning = true }, "is being refunded"},
		{"at an event that somebody does not see", func(_ *Basket, f *Former) { f.Hidden[2] = true }, "events that you do not see"},
		{"with which somebody was let in", func(_ *Basket, f *Former) { f.Scanned[3] = true }, "was scanned"},
		{"that somebody wears", func(_ *Basket, f *Former) { f.Paired[1] = true }, "is paired"},
		{"that is locked", func(_ *Basket, f *Former) { f.Items[1].Frozen = true }, "is locked"},
		{"whose price was named", func(_ *Basket, f *Former) { f.Items[1].AmountNamed = true }, "that the buyer named"},
		{"whose price can be named", func(b *Basket, _ *Former) { b.Goods[ticket].Prices[0].Variable = true }, "that the buyer named"},
		{"that has begun", func(b *Basket, _ *Former) { b.Wall = b.Wall.Add(25 * time.Hour) }, "has begun"},
		{"that is too near", func(b *Basket, _ *Former) { b.Company.Changes.CutoffDays = 1 }, "too near"},
		{"what was taken out before it was bought does not count", func(_ *Basket, f *Former) {
			f.Items[1].DeletedAt, f.Scanned[2] = &time.Time{}, true
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, f := paidFor()
			tt.set(b, f)
			says(t, f.MayGiveWay(b, b.ChangesTooLate), tt.why)
		})
	}
}

func TestPlanChange(t *testing.T) {
	for _, tt := range []struct {
		name             string
		set              func(b *Basket, f *Former)
		carried, forfeit int64
		locks            []int64
	}{
		{"all that was paid goes over", func(*Basket, *Former) {}, 2700, 0, []int64{1, 2, 3, 4}},
		{"but fees, where the company keeps them", func(b *Basket, _ *Former) { b.Company.Changes.ForfeitFees = true }, 2500, 200, []int64{1, 2, 3, 4}},
		{"what is no part of it is not locked", func(_ *Basket, f *Former) { f.Items[3].DeletedAt = &time.Time{} }, 2700, 0, []int64{1, 2, 3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			b, f := paidFor()
			tt.set(b, f)
			plan, err := PlanChange(b, f)
			is.NoErr(err)
			is.Equal(plan.Carried, tt.carried)
			is.Equal(plan.Forfeits, tt.forfeit)
			is.Equal(plan.Locks, tt.locks)
			is.Equal(len(plan.Units), 3) // fees are charged anew
			for i, u := range plan.Units {
				is.True(u.ReplacedBy(order.ByModification) && u.Borrows())
				is.Equal(u.Replaced.ItemID, f.Items[i].ID)
				is.Equal(u.Price, f.Items[i].Price)
				is.Equal(u.Barcode, "")
			}
			is.Equal(len(b.Units), 0)
		})
	}
	t.Run("what cannot be changed has no plan", func(t *testing.T) {
		b, f := paidFor()
		f.Scanned[1] = true
		_, err := PlanChange(b, f)
		says(t, err, "was scanned")
	})
}

package sales_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/approval"
	"marquee/app/sales/recovery"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// fee makes a fee.
func (h *hall) fee(name string, kind fee.Kind, per fee.Per, n int64, change ...func(*fee.Fields)) fee.View {
	h.t.Helper()
	f := fee.Fields{Name: &name, Kind: &kind, Per: &per}
	if kind == fee.Percent {
		f.Percent = app.Is(n)
	} else {
		f.Amount = app.Is(n)
	}
	for _, fn := range change {
		fn(&f)
	}
	v, err := fee.Create(h.t.Context(), h.App, h.A.Owner, f)
	if err != nil {
		h.t.Fatal(err)
	}
	return v
}

func (h *hall) setQuantity(b order.Basket, s catalog.SaleItem, n int64) (order.Basket, error) {
	return sales.SetQuantity(h.t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(b), SaleItemID: s.ID, Quantity: n, Channel: catalog.APIChannel})
}

func feesOf(b order.Basket) (n, sum int64) {
	for _, it := range b.Items {
		if it.Type == catalog.Fee {
			n, sum = n+1, sum+it.Price
		}
	}
	return n, sum
}

func TestFeesFollowTheBasket(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s, other := h.addItem(50, plain), h.addItem(50, plain) // 20.00 + 2.50 each
	h.fee("Booking", fee.Fixed, fee.PerOrder, 150)
	service := h.fee("Service", fee.Percent, fee.PerItem, 500)

	b := h.mustAdd(adding(one(s, 3)))
	n, sum := feesOf(b)
	is.Equal(n, int64(4))
	is.Equal(sum, int64(450))
	kept := map[int64]bool{}
	for _, it := range b.Items {
		kept[it.ID] = true
		if it.SaleItemID == service.SaleItemID {
			is.True(it.ProducingItemID != 0 && it.EventID == h.event.ID)
		}
	}
	b, err := h.setQuantity(b, s, 1)
	is.NoErr(err)
	n, sum = feesOf(b)
	is.Equal(n, int64(2))
	is.Equal(sum, int64(250))
	for _, it := range b.Items {
		is.True(kept[it.ID]) // what is charged already stays the line that it is
	}
	is.NoErr(fee.Delete(t.Context(), h.App, h.A.Owner, service.ID))
	in := adding(one(other, 1))
	in.Basket = key(b)
	b = h.mustAdd(in)
	n, sum = feesOf(b)
	is.Equal(n, int64(1))
	is.Equal(sum, int64(150))
	b, err = h.setQuantity(b, other, 0)
	is.NoErr(err)
	b, err = h.setQuantity(b, s, 0)
	is.NoErr(err)
	is.Equal(len(b.Items), 0) // without content there is nothing to charge
}

func TestARecoveredBasketIsChargedItsFeesOnce(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(10, plain)
	h.fee("Booking", fee.Fixed, fee.PerOrder, 150)
	in := adding(one(s, 2))
	in.Buyer = customer.Buyer{Email: "ada@example.com", Name: "Ada Lovelace"}
	b := h.mustAdd(in)
	h.Clock.Jump(time.Hour)
	is.NoErr(h.App.RunJob(t.Context(), sales.ExpireBaskets))
	back, missing, err := recovery.RecoverBasket(t.Context(), h.App, h.A.Owner, recovery.Recovery{Email: "ada@example.com", Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(len(missing), 0)
	is.Equal(back.Order.Totals, b.Order.Totals)
}

// The lines of a basket add up to its totals to the cent. The order of adding changes
// nothing; a code that is entered and taken off again leaves no trace, also on fees that
// it reduces.
func TestBasketsAddUp(t *testing.T) {
	h := newHall(t, apptest.Calm())
	var items []catalog.SaleItem
	for _, base := range []int64{1, 333, 2000, 4999} {
		items = append(items, h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.Prices[0].Base = base }))
	}
	yes := true
	h.fee("Booking", fee.Fixed, fee.PerOrder, 99, func(f *fee.Fields) { f.AttractsDiscount = &yes })
	h.fee("Service", fee.Percent, fee.PerItem, 333)
	h.fee("Upkeep", fee.Percent, fee.PerEvent, 150, func(f *fee.Fields) { f.Absorbed = &yes })
	h.code(discount.Percentage, "A", 1733)
	h.code(discount.Fixed, "B", 1234)
	rapid.Check(t, func(rt *rapid.T) {
		var lines []rules.AddItem
		for _, s := range items {
			if n := rapid.Int64Range(0, 3).Draw(rt, "n"); n > 0 {
				lines = append(lines, one(s, n))
			}
		}
		if len(lines) == 0 {
			rt.Skip("nothing to buy")
		}
		at := func(lines []rules.AddItem) order.Basket {
			in := adding(lines[0])
			for _, l := range lines[1:] {
				b := h.mustAdd(in)
				in = adding(l)
				in.Basket = key(b)
			}
			return h.mustAdd(in)
		}
		before := at(lines)
		turned := at(rapid.Permutation(lines).Draw(rt, "order"))
		if before.Order.Totals != turned.Order.Totals {
			rt.Fatalf("%+v, in another order %+v", before.Order.Totals, turned.Order.Totals)
		}
		b := h.mustEnter(before, rapid.SampledFrom([]string{"A", "B"}).Draw(rt, "code"))
		sum := order.Basket{}.Order.Totals
		for i := range b.Items {
			if it := &b.Items[i]; it.Price < 0 || it.Discount > it.Base {
				rt.Fatalf("%+v", it)
			}
			sum.Add(b.Items[i].Totals())
		}
		if sum != b.Order.Totals {
			rt.Fatalf("lines %+v, order %+v", sum, b.Order.Totals)
		}
		after, err := sales.RemoveCodes(t.Context(), h.App, h.A.Owner, key(b), catalog.APIChannel)
		if err != nil || after.Order.Totals != before.Order.Totals {
			rt.Fatalf("%v: %+v, before %+v", err, after.Order.Totals, before.Order.Totals)
		}
	})
}

// What of an order is rejected takes its fees along.
func TestRejectedItemsAreNotCharged(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(10, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.RequiresApproval = true })
	h.fee("Booking", fee.Fixed, fee.PerOrder, 150)
	h.fee("Service", fee.Fixed, fee.PerItem, 50)
	b := h.mustAdd(adding(one(s, 2)))
	b, err := h.complete(b, cash)
	is.NoErr(err)
	is.Equal(b.Order.Status, order.AwaitingApproval)
	_, err = approval.Decide(t.Context(), h.App, h.A.Owner, []approval.Decision{
		{OrderItemID: b.Items[0].ID, Approve: true}, {OrderItemID: b.Items[1].ID},
	})
	is.NoErr(err)
	left, err := order.ReadBasket(t.Context(), h.App, h.A.Owner, key(b))
	is.NoErr(err)
	n, sum := feesOf(left)
	is.Equal(n, int64(2))
	is.Equal(sum, int64(200))
	is.Equal(left.Order.Totals.Total, int64(2250+200))
}

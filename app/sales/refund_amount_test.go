package sales_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
)

// An amount goes back, and what was bought stays good.
func TestAnAmountGoesBackAndTheTicketsStay(t *testing.T) {
	t.Run("its tax goes back with it, and each account is as if it had cost less", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		s := h.taxed(h.addItem(9, plain))
		b := h.sold(s, cash)
		n, err := h.refundOf(b, func(in *rules.Refund) { in.Amount, in.Reason = 600, "The bar was closed" })
		is.NoErr(err)
		is.Equal(n, int64(600))
		o, it := h.order(b), h.items(b)[0]
		is.Equal(o.Status, order.PartiallyRefunded)
		is.Equal(o.Totals.Refunded, int64(600))
		is.True(it.Holds() && it.Admissible() && it.Barcode != "")
		is.Equal(it.Refunded, int64(600))
		is.Equal(h.stock(s).Sold, int64(1))
		is.Equal(h.booked(b), "sold: sales:20% +1667 fees:20% +208 tax:20% +375 cash -2250; refunded: sales:20% -500 tax:20% -100 cash +600")
		n, err = h.refundOf(b, asIs) // the rest, with the ticket
		is.NoErr(err)
		is.Equal(n, int64(1650))
		is.Equal(h.order(b).Status, order.Refunded)
		h.Check()
	})
	t.Run("all of the price can, and giving the ticket back gives nothing more", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.sold(h.addItem(9, plain), cash)
		_, err := h.refundOf(b, func(in *rules.Refund) { in.Amount = 2250 })
		is.NoErr(err)
		is.Equal(h.order(b).Status, order.PartiallyRefunded)
		_, err = h.refundOf(b, func(in *rules.Refund) { in.Amount = 1 })
		is.True(err != nil && strings.Contains(err.Error(), "has nothing that can be refunded"))
		n, err := h.refundOf(b, asIs)
		is.NoErr(err)
		is.Equal(n, int64(0))
		is.Equal(h.order(b).Status, order.Refunded)
		h.Check()
	})
	t.Run("over the gateway that it came over, once for its uuid", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		all, intents, items := paidByCard(h, 2)
		in := rules.Refund{ItemIDs: items[:1], Online: true, Amount: 500, UUID: "sorry"}
		for range 2 {
			_, err := h.refund(in)
			is.NoErr(err)
			is.Equal(h.bank.byRef[intents[0].Ref].refunded, int64(500))
		}
		is.True(h.items(all[0])[0].Admissible())
		in.ItemIDs, in.UUID = items, ""
		_, err := h.refund(in)
		is.True(err != nil && strings.Contains(err.Error(), "items: must be of one order"))
		h.Check()
	})
	t.Run("while a gateway is asked about it, nothing else goes back", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		all, _, _ := paidByCard(h, 1)
		h.bank.fault = func(call string) fault { return map[string]fault{"refund": unheard}[call] }
		_, err := h.refundOf(all[0], func(in *rules.Refund) { in.Amount, in.Online = 500, true })
		is.True(err != nil)
		_, err = h.refundOf(all[0], func(in *rules.Refund) { in.Amount = 500 })
		is.True(err != nil && strings.Contains(err.Error(), "has a refund that is not finished"))
		h.bank.fault = nil
		h.later(20 * time.Minute)
		is.Equal(h.order(all[0]).Totals.Refunded, int64(500))
		is.True(h.items(all[0])[0].Admissible())
	})
	t.Run("what was partly given back is neither exchanged nor sold on", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		b := h.sold(h.addItem(9, plain), cash)
		_, err := h.refundOf(b, func(in *rules.Refund) { in.Amount = 500 })
		is.NoErr(err)
		o, it := h.order(b), h.items(b)[0]
		is.Equal(it.Unmodifiable(&o), "has something that was refunded or voided")
	})
}

// Ten of the staff give 10.00 of 22.50 back at once: two of them can.
func TestAnAmountIsNotGivenBackTwice(t *testing.T) {
	is := is.New(t)
	h := newTeller(t, apptest.Calm())
	b := h.sold(h.addItem(9, plain), cash)
	in := rules.Refund{Order: key(b), Kind: rules.MoneyBack, Amount: 1000}
	errs := make([]error, 10)
	together(len(errs), func(n int) {
		_, errs[n] = patient(func() ([]rules.RefundResult, error) { return refund.Orders(t.Context(), h.App, h.A.Owner, in) })
	})
	is.Equal(nils(errs), 2)
	is.Equal(h.order(b).Totals.Refunded, int64(2000))
	h.Check()
	t.Run("control: who gives back what they saw gives too much", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t, apptest.Calm(), apptest.Unchecked())
		b := h.sold(h.addItem(9, plain), cash)
		in := rules.Refund{Order: key(b), Kind: rules.MoneyBack, Amount: 2000}
		err := refundAsLooked(t.Context(), h.App, h.A.Owner, in, func() {
			_, err := refund.Orders(t.Context(), h.App, h.A.Owner, in)
			is.NoErr(err)
		})
		is.True(err != nil && strings.Contains(err.Error(), "refunded 4000 of 2250")) // no rule refused it
	})
}

package sales_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/resale"
	"marquee/app/sales/pay"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/wallet"

	"github.com/matryer/is"
)

// paidByCard sells units to Ada, who pays by card.
func (t *teller) paidByCard(n int64) (order.Basket, pay.Intent) {
	t.t.Helper()
	in := adding(one(t.addItem(9, plain), n))
	in.Buyer = customer.Buyer{Name: "Ada", Email: "ada@example.com"}
	b := t.mustAdd(in)
	i := t.mustIntent(b)
	done, err := t.payBy(b, i)
	t.noErr(err)
	return done, i
}

// dearer offers items for a price.
func (t *teller) dearer(price int64, items ...order.Item) resale.View {
	t.t.Helper()
	var asks []resale.Ask
	for _, it := range items {
		asks = append(asks, resale.Ask{ItemID: it.ID, Price: &price})
	}
	v, err := t.list(1, asks...)
	t.noErr(err)
	return v
}

func (t *teller) balanceOf(b order.Basket) (w wallet.Wallet) {
	t.t.Helper()
	t.view(func(r app.Reader) (err error) {
		w, _, err = wallet.Find(r, b.Order.CustomerID, b.Order.CurrencyID)
		return err
	})
	return w
}

func TestSellersArePaidOverTheGateway(t *testing.T) {
	back := func(t *testing.T) *teller {
		h := newTeller(t)
		h.resell(resale.Change{Enabled: app.Is(true), Payout: app.Is(resale.ToOriginal)})
		return h
	}
	t.Run("up to what they paid, and the rest is credited", func(t *testing.T) {
		is, h := is.New(t), back(t)
		b, i := h.paidByCard(1)
		v := h.dearer(2700, b.Items...)
		_, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		h.Check() // before anything went back, too
		is.Equal(h.listing(v).Contracts[0].Owed(), true)
		h.later(time.Minute)
		is.Equal(h.bank.byRef[i.Ref].refunded, int64(2250))
		is.Equal(h.balanceOf(b).Available, int64(450))
		is.Equal(h.order(b).Status, order.Refunded)
		is.Equal(h.order(b).Totals.Refunded, int64(2250))
		c := h.listing(v).Contracts[0]
		is.Equal(c.Returned, int64(2250))
		is.True(c.TransactionID != 0 && c.MovementID != 0)
		is.Equal(h.booked(b), "sold: sales +2000 fees +250 gateway -2250; refunded: gateway +2250 resale -2250")
		all, err := resale.Settle(t.Context(), h.App, h.A.Owner, []int64{c.ID}, false)
		is.NoErr(err)
		is.True(all[0].Refused != nil)
	})
	t.Run("of two items of one order one after the other", func(t *testing.T) {
		is, h := is.New(t), back(t)
		b, i := h.paidByCard(3)
		h.dearer(2000, b.Items[:2]...)
		_, err := h.buy("grace@example.com", b.Items[0].ID, b.Items[1].ID)
		is.NoErr(err)
		for range 4 {
			h.later(time.Minute)
		}
		is.Equal(h.bank.byRef[i.Ref].refunded, int64(4000))
		is.Equal(h.order(b).Status, order.PartiallyRefunded)
		_, err = h.refund(rules.Refund{ItemIDs: []int64{b.Items[2].ID}, Online: true})
		is.NoErr(err)
		is.Equal(h.bank.byRef[i.Ref].refunded, int64(6250))
	})
	t.Run("but for what that cannot move, which is credited", func(t *testing.T) {
		is, h := is.New(t), back(t)
		b, i := h.paidByCard(1)
		h.dearer(2245, b.Items...)
		_, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		h.bank.tens = true
		h.later(time.Minute)
		is.Equal(h.bank.byRef[i.Ref].refunded, int64(0))
		is.Equal(h.balanceOf(b).Available, int64(2245))
	})
	t.Run("but for all that it refuses", func(t *testing.T) {
		is, h := is.New(t), back(t)
		b, i := h.paidByCard(1)
		h.bank.byRef[i.Ref].keeps = true
		v := h.dearer(2700, b.Items...)
		_, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		h.later(time.Minute)
		is.Equal(h.balanceOf(b).Available, int64(2700))
		is.Equal(h.listing(v).Contracts[0].Returned, int64(0))
		is.Equal(h.order(b).Status, order.Cancelled)
	})
	t.Run("once, when its answer is lost", func(t *testing.T) {
		is, h := is.New(t), back(t)
		b, i := h.paidByCard(1)
		h.dearer(2700, b.Items...)
		_, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		h.bank.fails("refund", answerLost)
		h.later(time.Minute)
		is.Equal(h.balanceOf(b).Available, int64(0))
		h.restart()
		h.later(20 * time.Minute)
		is.Equal(h.bank.byRef[i.Ref].refunded, int64(2250))
		is.Equal(h.balanceOf(b).Available, int64(450))
	})
	t.Run("not where they had paid in cash", func(t *testing.T) {
		is, h := is.New(t), back(t)
		b := h.soldTo("ada@example.com", h.addItem(9, plain), 1)
		h.dearer(2700, b.Items...)
		_, err := h.buy("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		h.later(time.Minute)
		is.Equal(h.balanceOf(b).Available, int64(2700))
	})
}

// A message that is delivered again pays nobody again.
func TestASellerIsPaidOnce(t *testing.T) {
	is, h := is.New(t), newTeller(t)
	h.resell(resale.Change{Enabled: app.Is(true), Payout: app.Is(resale.ToOriginal)})
	b := h.soldTo("ada@example.com", h.addItem(9, plain), 1)
	v := h.dearer(2700, b.Items...)
	_, err := h.buy("grace@example.com", b.Items[0].ID)
	is.NoErr(err)
	for range 2 {
		is.NoErr(refund.ReturnProceeds(t.Context(), h.App, queue.Message[resale.Return]{
			Company: h.A.Company.ID, Payload: resale.Return{ContractID: v.Contracts[0].ID},
		}))
		h.update(func(tx app.Tx) error { return resale.PaySeller(tx, v.Contracts[0].ID, 0, 0, 0) })
	}
	is.Equal(h.balanceOf(b).Available, int64(2700))
}

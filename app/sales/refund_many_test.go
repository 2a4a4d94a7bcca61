package sales_test

import (
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"

	"github.com/matryer/is"
)

// paidByCard sells n orders of one ticket each over the bank.
func paidByCard(h *teller, n int) (all []order.Basket, intents []sales.Intent, items []int64) {
	h.t.Helper()
	s := h.addItem(int64(n), plain)
	for range n {
		b := h.mustAdd(adding(one(s, 1)))
		i := h.mustIntent(b)
		done, err := h.payBy(b, i)
		h.noErr(err)
		all, intents, items = append(all, done), append(intents, i), append(items, done.Items[0].ID)
	}
	return all, intents, items
}

// Of many orders each is refunded for itself: one that the gateway refuses stays as it is,
// and is told beside the others. The call can be sent again for it.
func TestARefundOfManyOrders(t *testing.T) {
	t.Run("goes on behind one that is refused", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		all, intents, items := paidByCard(h, 3)
		h.bank.byRef[intents[1].Ref].keeps = true
		in := sales.Refund{ItemIDs: items, Online: true, UUID: "three"}
		done, err := h.refund(in)
		is.NoErr(err)
		is.Equal(len(done), 3)
		is.True(done[0].Err == nil && done[2].Err == nil)
		is.True(strings.Contains(done[1].Err.Error(), "was refused by the payment gateway: charge_disputed"))
		is.Equal(done[1].OrderID, all[1].Order.ID)
		is.Equal(len(done[1].Items), 0)
		for i, want := range []order.Status{order.Refunded, order.Complete, order.Refunded} {
			is.Equal(h.order(all[i]).Status, want)
		}
		h.bank.byRef[intents[1].Ref].keeps = false
		done, err = h.refund(in)
		is.NoErr(err)
		is.Equal(len(done), 3)
		for i := range all {
			is.NoErr(done[i].Err)
			is.Equal(h.order(all[i]).Status, order.Refunded)
			is.Equal(h.bank.byRef[intents[i].Ref].refunded, int64(2250)) // once
		}
	})
	t.Run("is done beside one that is not finished, and can be sent again for it", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		all, intents, items := paidByCard(h, 3)
		h.bank.fault = func(call string) fault { return map[string]fault{"refund": unheard}[call] }
		in := sales.Refund{ItemIDs: items[1:2], Online: true, UUID: "three"}
		_, err := h.refund(in)
		is.Equal(app.KindOf(err), app.Unavailable)
		h.bank.fault = nil
		in.ItemIDs = items
		for range 2 {
			done, err := h.refund(in)
			is.NoErr(err)
			is.Equal(len(done), 3)
			is.True(done[0].Err == nil && done[2].Err == nil)
			is.True(done[1].Undecided())
		}
		h.later(20 * time.Minute)
		done, err := h.refund(in)
		is.NoErr(err)
		for i := range all {
			is.NoErr(done[i].Err)
			is.Equal(h.bank.byRef[intents[i].Ref].refunded, int64(2250)) // once
		}
	})
	t.Run("is refused when none of them could be", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		_, _, items := paidByCard(h, 2)
		h.bank.refuses = "no_balance"
		_, err := h.refund(sales.Refund{ItemIDs: items, Online: true})
		is.True(err != nil && strings.Contains(err.Error(), "no_balance"))
	})
	t.Run("begins none while one of them is locked", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		_, _, items := paidByCard(h, 3)
		h.update(func(tx app.Tx) error {
			_, err := order.Items.Update(tx, items[2], func(i *order.Item) error { i.Frozen = true; return nil })
			return err
		})
		before := h.A.Digest()
		_, err := h.refund(sales.Refund{ItemIDs: items, Online: true})
		is.True(err != nil && strings.Contains(err.Error(), "items: is locked"))
		is.Equal(h.A.Digest(), before)
	})
	t.Run("takes a transaction for each", func(t *testing.T) {
		is := is.New(t)
		h, m := meteredHall(t)
		s := h.addItem(60, plain)
		var items []int64
		for range 60 {
			items = append(items, h.sold(s, cash).Items[0].ID)
		}
		m.Reset()
		done, err := h.refund(sales.Refund{ItemIDs: items})
		is.NoErr(err)
		is.Equal(len(done), 60)
		is.True(m.Reset().Updates >= 60)
		is.Equal(h.stock(s).Sold, int64(0))
	})
}

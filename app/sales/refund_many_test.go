package sales_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/pay"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// paidByCard sells n orders of one ticket each over the bank.
func paidByCard(h *teller, n int) (all []order.Basket, intents []pay.Intent, items []int64) {
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
		in := rules.Refund{ItemIDs: items, Online: true, UUID: "three"}
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
		_, err := h.refund(rules.Refund{ItemIDs: items[1:2], Online: true, UUID: "one"})
		is.Equal(app.KindOf(err), app.Unavailable)
		h.bank.fault = nil
		in := rules.Refund{ItemIDs: items, Online: true, UUID: "three"}
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
		is.Equal(len(done), 2) // nothing was left of the other one
		for i := range all {
			is.Equal(h.order(all[i]).Status, order.Refunded)
			is.Equal(h.bank.byRef[intents[i].Ref].refunded, int64(2250)) // once
		}
	})
	t.Run("is refused when none of them could be", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		_, _, items := paidByCard(h, 2)
		h.bank.refuses = "no_balance"
		_, err := h.refund(rules.Refund{ItemIDs: items, Online: true})
		is.True(err != nil && strings.Contains(err.Error(), "no_balance"))
	})
	t.Run("begins none while one of them is locked", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		_, _, items := paidByCard(h, 3)
		h.update(func(tx app.Tx) error {
			_, err := indexes.Forge(order.Items).Update(tx, items[2], func(i *order.Item) error { i.Frozen = true; return nil })
			return err
		})
		before := h.A.Digest()
		_, err := h.refund(rules.Refund{ItemIDs: items, Online: true})
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
		done, err := h.refund(rules.Refund{ItemIDs: items})
		is.NoErr(err)
		is.Equal(len(done), 60)
		is.True(m.Reset().Updates >= 60)
		is.Equal(h.stock(s).Sold, int64(0))
	})
}

// TestAUUIDIsOfOneRefund: whatever orders a refund is about, its uuid is of nothing else.
func TestAUUIDIsOfOneRefund(t *testing.T) {
	sold := func(h *teller, n int) (orders []order.Key, items []int64) {
		s := h.addItem(int64(n), plain)
		for range n {
			b := h.sold(s, cash)
			orders, items = append(orders, key(b)), append(items, b.Items[0].ID)
		}
		return orders, items
	}
	t.Run("also where it is about other orders, and the refusal is counted", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		orders, items := sold(h, 4)
		in := rules.Refund{ItemIDs: items[:2], UUID: "once"}
		first, err := h.refund(in)
		is.NoErr(err)
		before := h.A.Digest()
		for i, other := range []rules.Refund{
			{ItemIDs: items[2:3]}, {ItemIDs: items[:1]}, {ItemIDs: items[:3]}, {Order: orders[3]}, {ItemIDs: items[:2], KeepStock: true},
		} {
			other.UUID = "once"
			_, err := h.refund(other)
			is.True(app.Reused(err))
			is.Equal(h.App.ReusedUUIDs(), int64(i+1))
		}
		again, err := h.refund(in)
		is.NoErr(err)
		is.Equal(again, first)
		is.Equal(h.A.Digest(), before)
	})
	t.Run("while a gateway has not decided, too", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		_, _, items := paidByCard(h, 2)
		h.bank.fault = func(call string) fault { return map[string]fault{"refund": unheard}[call] }
		_, err := h.refund(rules.Refund{ItemIDs: items[:1], Online: true, UUID: "once"})
		is.Equal(app.KindOf(err), app.Unavailable)
		h.bank.fault = nil
		_, err = h.refund(rules.Refund{ItemIDs: items[1:], Online: true, UUID: "once"})
		is.True(app.Reused(err))
	})
	t.Run("and one that was refused is free for what is right", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		_, items := sold(h, 1)
		_, err := h.refund(rules.Refund{ItemIDs: items, UUID: "once", Splits: []rules.RefundSplit{{TransactionID: 1, Amount: 1}}})
		is.True(err != nil && !app.Reused(err))
		_, err = h.refund(rules.Refund{ItemIDs: items, UUID: "once"})
		is.NoErr(err)
	})
	t.Run("of two that come at once", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		s := h.addItem(20, plain)
		var items []int64
		for range 20 {
			b, err := h.complete(h.mustAdd(adding(one(s, 1))), cash)
			is.NoErr(err)
			items = append(items, b.Items[0].ID)
		}
		var done atomic.Int64
		together(len(items), func(i int) {
			_, err := patient(func() ([]rules.RefundResult, error) {
				return h.refund(rules.Refund{ItemIDs: items[i : i+1], UUID: "once"})
			})
			if err == nil {
				done.Add(1)
			} else if !app.Reused(err) {
				t.Error(err)
			}
		})
		is.Equal(done.Load(), int64(1))
	})
	t.Run("and what an older release did under it is still its answer", func(t *testing.T) {
		is := is.New(t)
		h := newTeller(t)
		orders, items := sold(h, 1)
		old, err := refund.Each(t.Context(), h.App, h.A.Owner, rules.Refund{Kind: rules.MoneyBack, UUID: "old"}, []rules.OrderItems{{OrderID: orders[0].ID, ItemIDs: items}})
		is.NoErr(err) // which remembers no more than each part
		again, err := h.refund(rules.Refund{ItemIDs: items, UUID: "old"})
		is.NoErr(err)
		is.Equal(again, old)
	})
}

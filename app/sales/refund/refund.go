package refund

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// callOf names the refund as a whole, whatever orders it is about.
func callOf(in *rules.Refund, all []chosenOrder) (app.Call, error) {
	asks := in.Asks(0, in.ItemIDs)
	if in.Whole() {
		asks.OrderID = all[0].Order.ID
	}
	return app.NewCall(rules.RefundCall, asks.UUID, &asks)
}

// refundBegun is what is remembered of a refund as a whole: that it is what its uuid stands for.
type refundBegun struct{}

// claim makes the uuid that of this refund, together with the first part of it.
func claim(tx app.Tx, call app.Call) error {
	a := app.Of(tx)
	_, known, err := app.Answered[refundBegun](a, tx, call)
	if err != nil || known {
		return err
	}
	return app.Remember(a, tx, call, refundBegun{})
}

// Orders voids what was asked for and gives the money back. Orders are looked at
// first, all of them: nothing happens while anything is wrong with the call. Then each
// is refunded for itself, in a transaction of its own, so that many do not keep others from
// writing; an order whose money goes back over a gateway is changed when that has said that
// it does. Of several orders some may come back with their error; if none was refunded, the
// first error is that of the call. A call with a uuid can be repeated until all are done.
func Orders(ctx context.Context, a *app.App, c *app.Caller, in rules.Refund) ([]rules.RefundResult, error) {
	if err := in.Check(c); err != nil {
		return nil, err
	}
	var all []chosenOrder
	var call app.Call
	err := a.View(ctx, c, app.Refund, func(r app.Reader) (err error) {
		all, call, err = lookAt(&in, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	done := make([]rules.RefundResult, len(all))
	atOnce(len(all), mostAtOnce(a), func(i int) {
		done[i].Refunded, done[i].Err = refundOne(&in, ctx, a, c, rules.OrderItems{OrderID: all[i].Order.ID, ItemIDs: all[i].Items}, call)
	})
	return resultsOf(done)
}

// Each refunds items of orders, as many as the caller names, whatever stands in the
// way of single orders: each has a result, with no items where nothing of it was left.
func Each(ctx context.Context, a *app.App, c *app.Caller, in rules.Refund, of []rules.OrderItems) ([]rules.RefundResult, error) {
	if err := in.CheckTerms(c); err != nil {
		return nil, err
	}
	in.Each = true
	done := make([]rules.RefundResult, len(of))
	atOnce(len(of), mostAtOnce(a), func(i int) {
		done[i].OrderID = of[i].OrderID
		if len(of[i].ItemIDs) > 0 {
			done[i].Refunded, done[i].Err = refundOne(&in, ctx, a, c, of[i], app.Call{})
		}
	})
	return done, nil
}

// resultsOf leaves out orders of which nothing was left to refund. It is an error when
// nothing else came of the call, and when there was a fault.
func resultsOf(done []rules.RefundResult) ([]rules.RefundResult, error) {
	done = slices.DeleteFunc(done, func(r rules.RefundResult) bool { return r.Err == nil && len(r.Items) == 0 })
	fault := slices.IndexFunc(done, func(r rules.RefundResult) bool { return r.Err != nil && app.KindOf(r.Err) == 0 })
	if fault >= 0 {
		return nil, done[fault].Err
	}
	failed := slices.IndexFunc(done, func(r rules.RefundResult) bool { return r.Err != nil })
	if failed >= 0 && !slices.ContainsFunc(done, func(r rules.RefundResult) bool { return r.Err == nil }) {
		return nil, done[failed].Err
	}
	return done, nil
}

// mostAtOnce is how many orders are refunded at a time: in a dry run one after the other.
func mostAtOnce(a *app.App) int {
	if app.Dry(a) {
		return 1
	}
	return rules.RefundsAtOnce
}

// atOnce calls do for each number below n, a few at a time.
func atOnce(n, most int, do func(int)) {
	var all sync.WaitGroup
	free := make(chan struct{}, most)
	for i := range n {
		free <- struct{}{}
		all.Go(func() {
			defer func() { <-free }()
			do(i)
		})
	}
	all.Wait()
}

// refundOne refunds one order, all of it where no items are named, and asks the gateway
// where that takes part. With an error nothing was refunded. Call is what it is a part of.
func refundOne(in *rules.Refund, ctx context.Context, a *app.App, c *app.Caller, of rules.OrderItems, call app.Call) (did rules.Refunded, err error) {
	err = app.Recovered(func() error {
		var at *RefundAttempt
		err := a.Update(ctx, c, app.Refund, func(tx app.Tx) error {
			did, at = rules.Refunded{}, nil
			o, err := order.Orders.Get(tx, of.OrderID)
			if err != nil {
				return err
			}
			if did, at, err = beginRefund(in, tx, c, &o, of.ItemIDs); err != nil {
				return err
			}
			return claim(tx, call)
		})
		if err == nil && at != nil {
			did, err = giveBackOnline(ctx, a, *at)
		}
		return err
	})
	if err != nil {
		did = rules.Refunded{}
	}
	did.OrderID = of.OrderID
	return did, err
}

// chosenOrder is an order of which something is to be refunded, and the items that were
// chosen of it; nil is all of them.
type chosenOrder struct {
	Order order.Order
	Items []int64
}

// lookAt finds the orders that the refund is about, and refuses the call where its uuid is of
// another, or one of them cannot be refunded as it is now. One of several may have a refund
// that is not finished: the others need not wait for it.
func lookAt(in *rules.Refund, r app.Reader) (all []chosenOrder, call app.Call, err error) {
	if all, err = OrdersOf(in, r); err != nil {
		return nil, call, err
	}
	if in.Amount > 0 && len(all) > 1 {
		return nil, call, app.Field("items", "must be of one order")
	}
	if call, err = callOf(in, all); err != nil {
		return nil, call, err
	}
	_, _, err = app.Answered[refundBegun](app.Of(r), r, call)
	for i := range all {
		if err != nil {
			return nil, call, err
		}
		_, _, err = Planned(in, r, &all[i].Order, all[i].Items)
		if _, open := errors.AsType[*rules.OpenRefundError](err); open && len(all) > 1 {
			err = nil
		}
	}
	return all, call, err
}

// OrdersOf are those that the refund is about, by id.
func OrdersOf(in *rules.Refund, r app.Reader) ([]chosenOrder, error) {
	if in.Whole() {
		o, err := order.Find(r, in.Order)
		return []chosenOrder{{Order: o}}, err
	}
	items, err := order.Items.GetMany(r, in.ItemIDs)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*order.Item, len(items))
	for i := range items {
		byID[items[i].ID] = &items[i]
	}
	chosen, ids := map[int64][]int64{}, []int64{}
	for i, id := range in.ItemIDs {
		it := byID[id]
		if it == nil {
			return nil, app.Field("items."+fmt.Sprint(i), "does not exist")
		}
		if chosen[it.OrderID] == nil {
			ids = append(ids, it.OrderID)
		}
		chosen[it.OrderID] = append(chosen[it.OrderID], id)
	}
	slices.Sort(ids)
	orders, err := order.Orders.GetMany(r, ids)
	all := make([]chosenOrder, len(orders))
	for i := range orders {
		all[i] = chosenOrder{orders[i], chosen[orders[i].ID]}
	}
	return all, err
}

package refund

import (
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// Personal are the rules of what an erased customer may go to. They wait for those who take back
// what the customer offers, which is locked until then.
func Personal() []person.Rule {
	return []person.Rule{{Name: "access", Waits: true, Erase: endAccess}}
}

// endAccess voids what an erased customer holds of events that are not over, and gives no money
// back: whoever has the codes still is not let in. What they reserved of such events ends. What
// somebody is buying from them stays locked, and is that buyer's.
func endAccess(tx app.Tx, e *person.Erasing) error {
	at, err := indexes.ParsePosition(e.Place())
	if err != nil {
		return err
	}
	items, last, err := order.ItemsOnceOf(tx, e.CustomerID, at, accessBatch)
	if err != nil {
		return err
	}
	lost := map[int64][]int64{} // by order
	for i := range items {
		it := &items[i]
		toCome, err := isToCome(tx, it)
		if err != nil {
			return err
		}
		if toCome && it.Holds() && !it.Frozen && it.Type.Scannable() {
			lost[it.OrderID] = append(lost[it.OrderID], it.ID)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(lost)) {
		if err := voidFor(tx, id, lost[id]); err != nil {
			return err
		}
	}
	if len(items) == accessBatch {
		e.GoOn(last.String())
		return nil
	}
	return endReserved(tx, e.CustomerID)
}

// isToCome tells whether an item lets in at an event that is not over.
func isToCome(tx app.Tx, it *order.Item) (bool, error) {
	events := it.Run
	if len(events) == 0 && it.EventID != 0 {
		events = []int64{it.EventID}
	}
	for _, id := range events {
		event, err := catalog.SharedEvent(tx, id)
		if err != nil {
			return false, err
		}
		if !event.Ended(tx.Wall()) {
			return true, nil
		}
	}
	return false, nil
}

// voidFor voids items of an order without money back, and the fees that nothing else of it
// stands for. Nobody is told: whose they were is nobody any more.
func voidFor(tx app.Tx, orderID int64, ids []int64) error {
	o, err := order.Orders.Get(tx, orderID)
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(tx, &o)
	if err != nil {
		return err
	}
	left := slices.ContainsFunc(items, func(it order.Item) bool { return it.Holds() && !it.IsFee() && !slices.Contains(ids, it.ID) })
	plan := rules.RefundPlan{OrderID: o.ID, Asks: rules.RefundAsks{OrderID: o.ID, Items: ids, Kind: string(rules.Void), InhibitMail: true}}
	for i := range items {
		it := &items[i]
		fee := it.IsFee() && it.Holds() && (!left || slices.Contains(ids, it.ProducingItemID))
		if fee || slices.Contains(ids, it.ID) {
			plan.Items = append(plan.Items, rules.RefundedItem{ID: it.ID, Voids: true})
		}
	}
	d, err := sales.NewDraft(tx, &app.Caller{})
	if err != nil {
		return err
	}
	if err := d.Load(o); err != nil {
		return err
	}
	_, err = Do(d, &plan)
	return err
}

// endReserved ends what a customer reserved and has not paid.
func endReserved(tx app.Tx, customerID int64) error {
	ids, err := order.ReservedBy(tx, customerID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		o, err := order.Orders.Get(tx, id)
		if err != nil {
			return err
		}
		if o.Status == order.Processing || !o.Status.MayBecome(order.Expired) {
			continue // its payment is under way
		}
		if err := sales.Expire(tx, catalog.NewCache(tx), &o); err != nil {
			return err
		}
	}
	return nil
}

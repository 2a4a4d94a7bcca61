package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/seating"
)

// replaceOriginal gives up the order that this one takes the place of. What stays kept its
// stock and seats, the rest gives them back. What was paid for it is moved.
func replaceOriginal(d *Draft) error {
	if d.Order.Modifies == 0 {
		return nil
	}
	was, err := NewDraft(d.Tx, d.Caller)
	if err != nil {
		return err
	}
	o, err := order.Orders.Get(d.Tx, d.Order.Modifies)
	if err != nil {
		return err
	}
	if err := was.Load(o); err != nil {
		return err
	}
	successors := map[int64]*rules.Unit{}
	for _, u := range d.Units {
		if u.ReplacedBy(order.ByModification) {
			successors[u.Replaced.ItemID] = u
		}
	}
	on, back := d.Carried(), int64(0)
	if d.RemainderToWallet() {
		back = d.Remainder()
	}
	return giveWay(was, successors, rules.CarriedAs(&d.Order), on, back, d.Order.CustomerID)
}

// giveWay voids all of an order. Its units hand their places over to those that take theirs,
// but for units that were moved to other dates: these have places there.
// So much of its money goes on with them, and so much back to wallets, that of the customer
// among them; the rest is kept.
func giveWay(d *Draft, successors map[int64]*rules.Unit, as string, on, back, customerID int64) error {
	if err := moveMoney(d, as, on, back, customerID); err != nil {
		return err
	}
	now := d.Now
	var ids []int64
	var gone []*rules.Unit
	for _, own := range d.Units {
		ids = append(ids, own.ID)
		own.CancelledAt, own.Frozen, own.Changed = &now, false, true
		u := successors[own.ID]
		if u == nil {
			if !own.IsBasketFee() {
				gone = append(gone, own)
			}
			continue
		}
		own.SuccessorID = u.ID
		if u.SaleItemID != own.SaleItemID {
			gone = append(gone, own)
		}
		if own.Barcode == "" {
			continue
		}
		was := own.Item
		old := order.OldBarcode{OrderItemID: u.ID, Old: own.Barcode, New: u.Barcode, ChangedAt: now, Cause: order.Changed}
		own.Barcode = ""
		if err := order.NoteBarcode(d.Tx, &was, &old); err != nil {
			return err
		}
	}
	all := d.Units
	if err := d.Save(all); err != nil {
		return err
	}
	for _, own := range all {
		d.CountVoided(&own.Item)
	}
	d.Units = nil
	if err := seating.Restock(d.Tx, rules.Claims(gone)); err != nil {
		return err
	}
	if err := d.EachKind(gone, func(g *catalog.Goods, n int64) error { return catalog.Restock(d.Tx, g.SaleItem, n) }); err != nil {
		return err
	}
	d.Order.ModifiedBy, d.givesWay = 0, true
	end := order.Cancelled
	if d.Order.Totals.Refunded > 0 {
		end = order.Refunded
	}
	if err := d.Become(end); err != nil {
		return err
	}
	if err := d.Store(); err != nil {
		return err
	}
	return order.PortsOf(d.Tx).ItemsChanged(d.Tx, slices.Clip(ids))
}

// LockOriginal locks an order as long as a basket is to take its place, and frees it again
// with 0. Gates let nobody in with it meanwhile.
func LockOriginal(tx app.Tx, o *order.Order, by int64) error {
	var ids []int64
	for _, id := range o.ItemIDs {
		it, err := order.Items.Get(tx, id)
		if err != nil {
			return err
		}
		if !it.Holds() {
			continue
		}
		if err := order.ChangeItem(tx, id, func(it *order.Item) { it.Frozen = by != 0 }); err != nil {
			return err
		}
		ids = append(ids, id)
	}
	if _, err := order.Change(tx, o.ID, func(o *order.Order) error { o.ModifiedBy = by; return nil }); err != nil {
		return err
	}
	return order.PortsOf(tx).ItemsChanged(tx, ids)
}

// unlockOriginal frees the order that a basket was to take the place of, which has ended.
func unlockOriginal(tx app.Tx, basket *order.Order) error {
	if basket.Modifies == 0 {
		return nil
	}
	o, err := order.Orders.Get(tx, basket.Modifies)
	if err != nil {
		return err
	}
	return LockOriginal(tx, &o, 0)
}

// checkModified refuses to take the place of an order without changing anything, or with
// less than was paid for it where that may not be.
func checkModified(d *Draft) error {
	if d.Order.Modifies == 0 {
		return nil
	}
	was, err := order.Orders.Get(d.Tx, d.Order.Modifies)
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(d.Tx, &was)
	if err != nil {
		return err
	}
	kept, fresh := 0, false
	for _, u := range d.Units.Content() {
		fresh = fresh || !u.ReplacedBy(order.ByModification)
		kept++
		if u.Deferred() {
			return app.Field("basketId", "has something that somebody has to approve")
		}
	}
	before := 0
	for i := range items {
		if it := &items[i]; it.Holds() && !it.IsFee() && it.LeadItemID == 0 {
			before++
		}
	}
	switch {
	case slices.ContainsFunc(d.Units.Items(), rules.IsCredit):
		return app.Field("basketId", "has vouchers or top-ups: they are bought by themselves")
	case !fresh && kept == before:
		return app.Field("basketId", "changes nothing")
	}
	return rules.CheckRemainder(&d.Basket)
}

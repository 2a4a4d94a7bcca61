package sales

import (
	"slices"

	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/seating"
)

// replaceOriginal gives up the order that this one takes the place of. What stays kept its
// stock and seats, the rest gives them back. What was paid for it is moved.
func (d *draft) replaceOriginal() error {
	if d.Order.Modifies == 0 {
		return nil
	}
	was, err := newDraft(d.tx, d.Caller)
	if err != nil {
		return err
	}
	o, err := order.Orders.Get(d.tx, d.Order.Modifies)
	if err != nil {
		return err
	}
	if err := was.load(o); err != nil {
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
	return was.giveWay(successors, rules.CarriedAs(&d.Order), on, back, d.Order.CustomerID)
}

// giveWay voids all of an order. Its units hand their places over to those that take theirs,
// but for units that were moved to other dates: these have places there.
// So much of its money goes on with them, and so much back to wallets, that of the customer
// among them; the rest is kept.
func (d *draft) giveWay(successors map[int64]*rules.Unit, as string, on, back, customerID int64) error {
	if err := d.moveMoney(as, on, back, customerID); err != nil {
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
		if err := order.NoteBarcode(d.tx, &was, &old); err != nil {
			return err
		}
	}
	all := d.Units
	if err := d.save(all); err != nil {
		return err
	}
	for _, own := range all {
		d.CountVoided(&own.Item)
	}
	d.Units = nil
	if err := seating.Restock(d.tx, rules.Claims(gone)); err != nil {
		return err
	}
	if err := d.eachKind(gone, func(g *catalog.Goods, n int64) error { return catalog.Restock(d.tx, g.SaleItem, n) }); err != nil {
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
	if err := d.store(); err != nil {
		return err
	}
	return order.PortsOf(d.tx).ItemsChanged(d.tx, slices.Clip(ids))
}

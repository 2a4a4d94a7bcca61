package sales

import (
	"slices"

	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/seating"
)

// replaceOriginal gives up the order that this one takes the place of. What stays kept its
// stock and seats, the rest gives them back. What was paid for it is moved.
func (d *draft) replaceOriginal() error {
	if d.order.Modifies == 0 {
		return nil
	}
	was, err := newDraft(d.tx, d.caller)
	if err != nil {
		return err
	}
	o, err := order.Orders.Get(d.tx, d.order.Modifies)
	if err != nil {
		return err
	}
	if err := was.load(o); err != nil {
		return err
	}
	successors := map[int64]*unit{}
	for _, u := range d.units {
		if u.ReplacedBy(order.ByModification) {
			successors[u.Replaced.ItemID] = u
		}
	}
	on, back := d.carried(), int64(0)
	if d.remainderToWallet() {
		back = d.remainder()
	}
	return was.giveWay(successors, carriedAs(&d.order), on, back, d.order.CustomerID)
}

// giveWay voids all of an order. Its units hand their places over to those that take theirs,
// but for units that were moved to other dates: these have places there.
// So much of its money goes on with them, and so much back to wallets, that of the customer
// among them; the rest is kept.
func (d *draft) giveWay(successors map[int64]*unit, as string, on, back, customerID int64) error {
	if err := d.moveMoney(as, on, back, customerID); err != nil {
		return err
	}
	now := d.tx.Now()
	var ids []int64
	var gone []*unit
	for _, own := range d.units {
		ids = append(ids, own.ID)
		own.CancelledAt, own.Frozen, own.changed = &now, false, true
		u := successors[own.ID]
		if u == nil {
			if !own.isFee() {
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
	all := d.units
	if err := d.save(all); err != nil {
		return err
	}
	for _, own := range all {
		d.countVoided(&own.Item)
	}
	d.units = nil
	if err := seating.Restock(d.tx, claims(gone)); err != nil {
		return err
	}
	if err := d.eachKind(gone, func(g *catalog.Goods, n int64) error { return catalog.Restock(d.tx, g.SaleItem, n) }); err != nil {
		return err
	}
	d.order.ModifiedBy, d.givesWay = 0, true
	end := order.Cancelled
	if d.order.Totals.Refunded > 0 {
		end = order.Refunded
	}
	if err := d.become(end); err != nil {
		return err
	}
	if err := d.store(); err != nil {
		return err
	}
	return order.PortsOf(d.tx).ItemsChanged(d.tx, slices.Clip(ids))
}

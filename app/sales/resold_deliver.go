package sales

import (
	"maps"
	"slices"

	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/resale"
)

// deliver ends the contracts of what the order bought from other buyers, whose items are
// given up for those of the buyer.
func (d *draft) deliver() error {
	given := map[int64][]*unit{}
	for _, u := range d.units {
		if u.Resale == nil {
			continue
		}
		_, err := resale.Sell(d.tx, resale.Sale{ContractID: u.Resale.ContractID, BasketID: d.order.ID, UnitID: u.ID, Quote: d.charged(u), UserID: d.order.UserID})
		if err != nil {
			return err
		}
		given[u.Replaced.OrderID] = append(given[u.Replaced.OrderID], u)
	}
	for _, id := range slices.Sorted(maps.Keys(given)) {
		if err := d.giveUp(id, given[id]); err != nil {
			return err
		}
	}
	return nil
}

// charged is what a buyer paid for a unit that somebody sold on.
func (d *draft) charged(u *unit) resale.Quote {
	q := resale.Quote{Price: u.Price}
	for _, f := range d.units {
		switch {
		case !f.isFee() || f.ProducingItemID != u.ID:
		case f.Type == catalog.ResaleFee:
			q.ResaleFees += f.Price
			q.Contribution += f.Contributed
		default:
			q.Fees += f.Price
		}
	}
	return q
}

// giveUp voids the items of a seller whose places units of a buyer took. Their stock and
// seats went with them. Gates take the former barcodes no more, and find the buyer's.
func (d *draft) giveUp(orderID int64, units []*unit) error {
	seller, err := newDraft(d.tx, d.caller)
	if err != nil {
		return err
	}
	o, err := order.Orders.Get(d.tx, orderID)
	if err != nil {
		return err
	}
	if err := seller.load(o); err != nil {
		return err
	}
	now, ids := d.tx.Now(), []int64{}
	var gone []*unit
	for _, u := range units {
		own := seller.units[slices.IndexFunc(seller.units, func(own *unit) bool { return own.ID == u.Replaced.ItemID })]
		was := own.Item
		old := order.OldBarcode{OrderItemID: u.ID, Old: own.Barcode, New: u.Barcode, ChangedAt: now, Cause: order.SoldOn}
		own.CancelledAt, own.SuccessorID, own.changed = &now, u.ID, true
		own.Frozen, own.OfferID, own.Barcode = false, 0, ""
		if err := order.NoteBarcode(d.tx, &was, &old); err != nil {
			return err
		}
		ids, gone = append(ids, own.ID), append(gone, own)
	}
	if err := seller.save(gone); err != nil {
		return err
	}
	seller.units = slices.DeleteFunc(seller.units, func(u *unit) bool { return !u.Holds() })
	for _, own := range gone {
		seller.countVoided(&own.Item)
	}
	if next := seller.afterRefund(); next != seller.order.Status {
		if err := seller.become(next); err != nil {
			return err
		}
	}
	if err := seller.store(); err != nil {
		return err
	}
	return order.PortsOf(d.tx).ItemsChanged(d.tx, ids)
}

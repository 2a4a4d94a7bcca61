package sales

import (
	"maps"
	"slices"

	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/rules"
)

// deliver ends the contracts of what the order bought from other buyers, whose items are
// given up for those of the buyer.
func deliver(d *Draft) error {
	given := map[int64][]*rules.Unit{}
	for _, u := range d.Units {
		if u.Resale == nil {
			continue
		}
		_, err := resale.Sell(d.Tx, resale.Sale{ContractID: u.Resale.ContractID, BasketID: d.Order.ID, UnitID: u.ID, Quote: d.Units.Charged(u), UserID: d.Order.UserID})
		if err != nil {
			return err
		}
		given[u.Replaced.OrderID] = append(given[u.Replaced.OrderID], u)
	}
	for _, id := range slices.Sorted(maps.Keys(given)) {
		if err := giveUp(d, id, given[id]); err != nil {
			return err
		}
	}
	return nil
}

// giveUp voids the items of a seller whose places units of a buyer took. Their stock and
// seats went with them. Gates take the former barcodes no more, and find the buyer's.
func giveUp(d *Draft, orderID int64, units []*rules.Unit) error {
	seller, err := NewDraft(d.Tx, d.Caller)
	if err != nil {
		return err
	}
	o, err := order.Orders.Get(d.Tx, orderID)
	if err != nil {
		return err
	}
	if err := seller.Load(o); err != nil {
		return err
	}
	now, ids := d.Now, []int64{}
	var gone []*rules.Unit
	for _, u := range units {
		own := seller.Units[slices.IndexFunc(seller.Units, func(own *rules.Unit) bool { return own.ID == u.Replaced.ItemID })]
		was := own.Item
		old := order.OldBarcode{OrderItemID: u.ID, Old: own.Barcode, New: u.Barcode, ChangedAt: now, Cause: order.SoldOn}
		own.CancelledAt, own.SuccessorID, own.Changed = &now, u.ID, true
		own.Frozen, own.OfferID, own.Barcode = false, 0, ""
		if err := order.NoteBarcode(d.Tx, &was, &old); err != nil {
			return err
		}
		ids, gone = append(ids, own.ID), append(gone, own)
	}
	if err := seller.Save(gone); err != nil {
		return err
	}
	seller.Units = slices.DeleteFunc(seller.Units, func(u *rules.Unit) bool { return !u.Holds() })
	for _, own := range gone {
		seller.CountVoided(&own.Item)
	}
	if next := seller.AfterRefund(); next != seller.Order.Status {
		if err := seller.Become(next); err != nil {
			return err
		}
	}
	if err := seller.Store(); err != nil {
		return err
	}
	return order.PortsOf(d.Tx).ItemsChanged(d.Tx, ids)
}

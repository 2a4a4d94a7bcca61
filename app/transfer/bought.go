package transfer

import (
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
)

// Bought goes on with what the buyer of an order gave to others while it was a basket: they
// are told of it now, or have it at once.
func Bought(tx app.Tx, s order.Sale) error {
	if !s.Order.Gives {
		return nil
	}
	tx = app.WholeTx(tx)
	var ids []int64
	for i := range s.Items {
		if id := s.Items[i].TransferID; id != 0 {
			ids = append(ids, id)
		}
	}
	for _, id := range app.Distinct(ids) {
		t, err := find(tx, id)
		if err == nil {
			err = t.bought(tx, &s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// To are those of some transfers that give something to a customer, who is known by the same
// address.
func To(r app.Reader, customerID int64, given []int64) (ids []int64, err error) {
	all, err := transfers.GetMany(app.Whole(r), given)
	for i := range all {
		own := notSelf(r, customerID, all[i].Email, "customerEmail")
		if own != nil && app.KindOf(own) != app.Invalid {
			return nil, own
		}
		if own != nil {
			ids = append(ids, all[i].ID)
		}
	}
	return ids, err
}

// bought offers what was bought to whoever is to have it, or hands it over. Who bought it in
// the end has it already.
func (t *Transfer) bought(tx app.Tx, s *order.Sale) (err error) {
	if err := t.addAddons(tx, s.Items); err != nil {
		return err
	}
	*t, err = transfers.Update(tx, t.ID, func(old *Transfer) error {
		old.FromID, old.ItemIDs = s.Order.CustomerID, t.ItemIDs
		return nil
	})
	if err != nil {
		return err
	}
	switch err := notSelf(tx, t.FromID, t.Email, "customerEmail"); {
	case app.KindOf(err) == app.Invalid:
		_, err := t.cancel(tx, ToBuyer)
		return err
	case err != nil:
		return err
	}
	if t.Instant {
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		// Nobody has seen barcodes that it got just now.
		how := order.Handover{KeepBarcodes: !s.Known, Barcode: s.Barcode}
		err = t.handOver(tx, own.Buyer("", ""), customer.Buyer{Name: t.Name, Email: t.Email}, how, false)
		if app.KindOf(err) != app.Invalid {
			return err
		}
	}
	if t.Email == "" {
		return nil
	}
	// Whoever cannot have it at once, for having enough already, is asked like others.
	if *t, err = transfers.Update(tx, t.ID, func(t *Transfer) error { t.Mailed, t.Instant = true, false; return nil }); err != nil {
		return err
	}
	return ports(tx).Offered(tx, t)
}

// addAddons lets the add-ons go with their ticket that were bought after it was given.
func (t *Transfer) addAddons(tx app.Tx, items []order.Item) error {
	for i := range items {
		it := &items[i]
		goes := it.ParentItemID != 0 && slices.Contains(t.ItemIDs, it.ParentItemID)
		if !goes || it.TransferID != 0 || !it.Holds() || !it.Type.Shareable() {
			continue
		}
		if err := order.SetItemTransfer(tx, it.ID, t.ID); err != nil {
			return err
		}
		t.ItemIDs = append(slices.Clone(t.ItemIDs), it.ID)
	}
	return nil
}

package modification

import (
	"marquee/app"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// formerOf reads what the rules rest on about an order that another is to take the place of.
func formerOf(d *sales.Draft, o *order.Order) (f rules.Former, err error) {
	f = rules.Former{Order: *o, Hidden: map[int64]bool{}, Scanned: map[int64]bool{}, Paired: map[int64]bool{}}
	if f.Items, err = order.ItemsOf(d.Tx, o); err != nil {
		return f, err
	}
	if f.Returning, err = order.Returning(d.Tx, o.ID); err != nil {
		return f, err
	}
	for i := range f.Items {
		it := &f.Items[i]
		if !it.Holds() {
			continue
		}
		shown, err := order.Items.Shows(d.Tx, it)
		if err != nil {
			return f, err
		}
		f.Hidden[it.ID] = !shown
		if f.Scanned[it.ID], err = resale.PortsOf(d.Tx).Scanned(d.Tx, it.ID); err != nil {
			return f, err
		}
		if f.Paired[it.ID], err = sales.PortsOf(d.Tx).Paired(d.Tx, it.ID); err != nil {
			return f, err
		}
		if _, err := d.Cache.Get(it.SaleItemID); err != nil {
			return f, err
		}
	}
	return f, nil
}

// knowDates reads what items are to be moved to. What is not known there does not exist.
func knowDates(d *sales.Draft, moves []rules.Move) error {
	for _, m := range moves {
		if _, err := d.Cache.Get(m.SaleItemID); err != nil && app.KindOf(err) != app.NotFound {
			return err
		}
	}
	return nil
}

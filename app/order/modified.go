package order

import (
	"errors"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// changeable are the types of which an order may consist that is changed.
var changeable = []catalog.ItemType{catalog.Ticket, catalog.Product, catalog.SeasonTicket, catalog.Bundle, catalog.Charity}

// Unmodifiable says why an order with this item cannot be changed; "" where it can.
func (i *Item) Unmodifiable(o *Order) string {
	switch {
	case !i.Holds() || i.Refunded > 0:
		return "has something that was refunded or voided"
	case i.Frozen:
		return "is locked: it is being changed or resold"
	case i.Resale != nil:
		return "has something that others sold on"
	case i.CustomerID != o.CustomerID || i.TransferID != 0:
		return "has something that was transferred"
	case i.IsFee():
		return ""
	case !slices.Contains(changeable, i.Type) || i.RequiresApproval:
		return "has something that cannot be changed"
	}
	return ""
}

// checkReplaced wants what took the place of another item, and what gave way, to name each
// other: one for one, the later for the earlier, and the barcode of what gave way is known
// as a former one.
func checkReplaced(r app.Reader, report func(app.Breach)) error {
	for hit, err := range Items.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		it := &hit.Rec
		wrong := func(expected string, found any) {
			report(app.Breach{ID: it.ID, Key: "replaced order item", Expected: expected, Found: fmt.Sprint(found)})
		}
		if it.SuccessorID != 0 && (it.Holds() || it.Frozen || it.Barcode != "") {
			wrong("an item that was given up", "one that stands")
		}
		if it.Replaced == nil || !it.Sold {
			continue
		}
		own, err := Items.Get(r, it.Replaced.ItemID)
		if errors.Is(err, indexes.ErrNotFound) {
			wrong(fmt.Sprint("item ", it.Replaced.ItemID), "none")
			continue
		}
		if err != nil {
			return err
		}
		former, err := OldBarcodesOf(r, it.ID)
		switch {
		case err != nil:
			return err
		case own.SuccessorID != it.ID || own.OrderID != it.Replaced.OrderID || own.ID >= it.ID:
			wrong("an earlier item that gave way to it", own.SuccessorID)
		case it.Barcode != "" && it.Reissued && len(former) == 0:
			wrong("a former barcode", "none")
		}
	}
	return nil
}

// checkModified wants an order that is to be replaced to be locked for a basket that does
// that, and no other.
func checkModified(r app.Reader, report func(app.Breach)) error {
	for hit, err := range Orders.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if err := hit.Rec.checkModified(r, report); err != nil {
			return err
		}
	}
	return nil
}

func (o *Order) checkModified(r app.Reader, report func(app.Breach)) error {
	pair := func(id int64, names func(*Order) int64, expected string) error {
		other, err := Orders.Get(r, id)
		if err != nil && !errors.Is(err, indexes.ErrNotFound) {
			return err
		}
		if err != nil || names(&other) != o.ID {
			report(app.Breach{ID: o.ID, Key: "order", Expected: expected, Found: fmt.Sprint("order ", id)})
		}
		return nil
	}
	if o.Modifies != 0 && o.Status.Holds() {
		if err := pair(o.Modifies, func(x *Order) int64 { return x.ModifiedBy }, "an order that is locked for it"); err != nil {
			return err
		}
	}
	if o.ModifiedBy == 0 {
		return nil
	}
	if err := pair(o.ModifiedBy, func(x *Order) int64 {
		if !x.Status.Holds() {
			return 0
		}
		return x.Modifies
	}, "a basket that changes it"); err != nil {
		return err
	}
	items, err := ItemsOf(r, o)
	for i := range items {
		if it := &items[i]; it.Holds() && !it.Frozen {
			report(app.Breach{ID: it.ID, Key: "order item", Expected: "locked as long as its order is changed", Found: "free"})
		}
	}
	return err
}

// FromImport tells whether an order, or one that it takes the place of, was sold and paid for in
// another system: then nobody here had the money.
func (o *Order) FromImport(r app.Reader) (bool, error) {
	for at := *o; ; {
		if at.Channel == catalog.Import || at.Modifies == 0 {
			return at.Channel == catalog.Import, nil
		}
		var err error
		if at, err = Orders.Get(app.Whole(r), at.Modifies); err != nil {
			return false, err
		}
	}
}

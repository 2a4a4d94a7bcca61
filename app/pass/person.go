package pass

import (
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/indexes"
)

// KeptPhone is a phone that keeps a pass of an item.
type KeptPhone struct {
	ItemID int64
	Serial string
	Phone  string
}

// Personal are the rules of phones that keep passes; those of somebody who is erased go with their
// orders.
func Personal() []person.Rule { return []person.Rule{{Name: "passes", Export: exportPhones}} }

// exportPhones adds the phones that keep passes of somebody's tickets. Of a ticket that somebody
// else had before them, only those that have the pass as it is now.
func exportPhones(r app.Reader, x *person.Export) error {
	var all []KeptPhone
	bought, items := order.Exported(x)
	orders := map[int64]*order.Order{}
	for i := range bought {
		orders[bought[i].ID] = &bought[i]
	}
	for i := range items {
		it := &items[i]
		o := orders[it.OrderID] // nil: somebody else bought it
		if !slices.Contains(x.Who.IDs, it.CustomerID) && (o == nil || it.CustomerID != 0) {
			continue
		}
		always := o != nil && !o.Gave(it)
		some, err := phonesOf(r, it.ID, func(stands bool) bool { return always || stands })
		if err != nil {
			return err
		}
		for _, k := range some[:min(len(some), person.MaxRecords-len(all))] {
			all = append(all, KeptPhone{k.ItemID, k.Serial, k.Phone})
		}
	}
	x.Add("passPhones", all)
	x.Full(len(all))
	return nil
}

// Forget forgets the phones of an order, or of one of its items, whose buyer is erased: of
// what somebody else holds now, those that have the pass of before.
func Forget(tx app.Tx, gone order.Blanking) error {
	items, err := gone.Items(tx)
	if err != nil {
		return err
	}
	for _, id := range items {
		if err := forget(tx, id, func(bool) bool { return true }); err != nil {
			return err
		}
	}
	for _, id := range gone.OthersItems {
		if err := forget(tx, id, func(stands bool) bool { return !stands }); err != nil {
			return err
		}
	}
	return nil
}

func forget(tx app.Tx, itemID int64, which func(stands bool) bool) error {
	some, err := phonesOf(tx, itemID, which)
	for i := range some {
		if err == nil {
			err = keepings.Delete(tx, some[i].key())
		}
	}
	return err
}

// phonesOf are some of the phones that keep a pass of an item; stands tells that it is the one
// that the item has now.
func phonesOf(r app.Reader, itemID int64, which func(stands bool) bool) (some []keeping, err error) {
	serial := ""
	for hit, err := range keepingByItem.Scan(r, indexes.Equal(itemID)) {
		if err == nil && serial == "" {
			serial, err = serialOf(r, itemID)
		}
		if err != nil {
			return nil, err
		}
		if which(hit.Rec.Serial == serial) {
			some = append(some, hit.Rec)
		}
	}
	return some, nil
}

// serialOf is the serial number of the pass of an item as it is now.
func serialOf(r app.Reader, itemID int64) (string, error) {
	it, err := order.FindItem(r, itemID)
	if err != nil {
		return "", err
	}
	o, err := order.Find(r, order.Key{ID: it.OrderID})
	if err != nil {
		return "", err
	}
	own, err := company.SettingsOf(r)
	if err != nil {
		return "", err
	}
	return order.NewLinks(own.ID, own.LinkKey).PassSerial(&o, &it), nil
}

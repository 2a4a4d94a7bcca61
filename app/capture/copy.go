package capture

import (
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/indexes"
)

// Copy gives an order that is to take the place of another the answers of that. Those about
// items that nothing takes the place of stay behind.
func Copy(tx app.Tx, t order.Takeover) error {
	var all []Response
	for hit, err := range responseIn.Scan(tx, indexes.PrefixOf1[int64, int64](t.From).Limit(maxOfOrder)) {
		if err != nil {
			return err
		}
		all = append(all, hit.Rec)
	}
	for _, k := range all {
		if k.ItemID != 0 {
			it, ok := t.Items[k.ItemID]
			if !ok {
				continue
			}
			k.ItemID = it.ID
			if k.EventID != 0 {
				k.EventID = it.EventID
			}
		}
		k.ID, k.OrderID = 0, t.To
		if err := responseTable.Insert(tx, &k); err != nil {
			return err
		}
	}
	return nil
}

// CopyFields asks at a copy of an event what is asked at it, its zones and what it sells.
func CopyFields(tx app.Tx, k *catalog.Copying) error {
	if !k.Wants(catalog.CopyQuestions) {
		return nil
	}
	n := 0
	for _, of := range []struct {
		entity Entity
		ids    map[int64]int64
	}{
		{OfEvent, map[int64]int64{k.From.ID: k.To.ID}}, {OfZone, k.Zones}, {OfItem, k.Goods}, {OfSaleItem, k.Items}, {OfUnit, k.Items},
	} {
		for _, from := range slices.Sorted(maps.Keys(of.ids)) {
			fields, err := indexes.Records(fieldsAt.Scan(tx, indexes.Equal(at(of.entity, from)).Limit(MaxFieldsAt)))
			if err != nil {
				return err
			}
			for _, f := range fields {
				if err := spaceFor(fieldListed, tx, MaxFields, "parts"); err != nil {
					return err
				}
				f.ID, f.EntityID = 0, of.ids[from]
				if err := fieldTable.Insert(tx, &f); err != nil {
					return err
				}
				n++
			}
		}
	}
	k.Made(catalog.CopyQuestions, n)
	return nil
}

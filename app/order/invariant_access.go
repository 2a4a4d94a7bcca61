package order

import (
	"fmt"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/indexes"
)

// checkLocked wants what needs an access code to be sold with one, in the shop and at
// kiosks; staff and the API sell it without. Codes that were changed since are believed.
func checkLocked(r app.Reader, report func(app.Breach)) error {
	any := false
	for _, err := range accesscode.Codes.Table.Scan(r, indexes.All[int64]().Limit(1)) {
		if err != nil {
			return err
		}
		any = true
	}
	if !any {
		return nil
	}
	cache := catalog.NewCache(r)
	for hit, err := range Orders.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if o := &hit.Rec; o.Status.Sold() && (o.Channel == catalog.Shop || o.Channel == catalog.Kiosk) {
			if err := checkLockedOf(r, cache, o, report); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkLockedOf(r app.Reader, cache *catalog.Cache, o *Order, report func(app.Breach)) error {
	items, err := ItemsOf(r, o)
	if err != nil {
		return err
	}
	var entered *accesscode.Code
	if o.AccessID != 0 {
		if entered, err = accesscode.Get(r, o.AccessID); err != nil {
			return nil // the check of edges reports it
		}
	}
	for i := range items {
		it := &items[i]
		if !it.Holds() || it.IsFee() || it.LeadItemID != 0 || entered != nil && entered.UpdatedAt.After(it.CreatedAt) {
			continue
		}
		g, err := cache.Get(it.SaleItemID)
		if err != nil {
			continue // the check of edges reports it
		}
		locked, err := accesscode.LockedThen(r, g, entered, it.CreatedAt)
		if err != nil {
			return err
		}
		if locked {
			report(app.Breach{ID: it.ID, Key: "order: access", Expected: "an access code that opens it", Found: fmt.Sprint(o.AccessID)})
		}
	}
	return nil
}

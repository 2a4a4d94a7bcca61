package fee

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
)

// checkFees wants everything that a fee names to be there, deleted things included, and
// the company to know that it charges fees.
func checkFees(r app.Reader, report func(app.Breach)) error {
	for hit, err := range Fees.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		f := &hit.Rec
		breach := func(expected string) {
			report(app.Breach{ID: f.ID, Key: "fee", Expected: expected, Found: "none"})
		}
		own, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		if !own.ChargesFees {
			breach("a company that charges fees")
		}
		known, err := catalog.SaleItemsByID(r, append([]int64{f.SaleItemID}, f.SaleItemIDs...))
		if err != nil {
			return err
		}
		if s, ok := known[f.SaleItemID]; !ok || s.Type != catalog.Fee {
			breach(fmt.Sprintf("sale item %d, which is a fee", f.SaleItemID))
		}
		for _, id := range f.SaleItemIDs {
			if _, ok := known[id]; !ok {
				breach(fmt.Sprintf("sale item %d", id))
			}
		}
		if f.EventID == 0 {
			continue
		}
		if _, err := catalog.EventByID(r, f.EventID); app.KindOf(err) == app.NotFound {
			breach(fmt.Sprintf("event %d", f.EventID))
		} else if err != nil {
			return err
		}
	}
	return nil
}

package till

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables:     []indexes.Declared{Tills.Declared, alones.Declared},
		Invariants: []app.Invariant{{Name: "products are of shops that exist", Check: checkProducts}},
	}
}

func checkProducts(r app.Reader, report func(app.Breach)) error {
	for hit, err := range catalog.SaleItems.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		s := &hit.Rec
		if s.ShopID == 0 {
			continue
		}
		if s.Type != catalog.CashlessProduct || s.EventID != 0 {
			report(app.Breach{ID: s.ID, Key: "type", Expected: "a product of a shop", Found: string(s.Type)})
		}
		if _, err := Tills.Get(r, s.ShopID); err != nil {
			report(app.Breach{ID: s.ID, Key: "shop", Expected: fmt.Sprint(s.ShopID), Found: err.Error()})
		}
	}
	return nil
}

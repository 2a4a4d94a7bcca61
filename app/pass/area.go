package pass

import (
	"errors"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables:     []indexes.Declared{keepings.Declared},
		Invariants: []app.Invariant{{Name: "phones keep passes of items that there are", Check: checkKeepings}},
	}
}

func checkKeepings(r app.Reader, report func(app.Breach)) error {
	for hit, err := range keepings.Scan(r, indexes.All[keepingKey]()) {
		if err != nil {
			return err
		}
		_, err = order.Items.Get(r, hit.Rec.ItemID)
		if errors.Is(err, indexes.ErrNotFound) {
			report(app.Breach{ID: hit.Rec.ItemID, Key: "pass", Expected: "an order item", Found: "none"})
		} else if err != nil {
			return err
		}
	}
	return nil
}

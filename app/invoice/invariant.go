package invoice

import (
	"fmt"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
)

// checkNumbers looks for numbers that are missing.
func checkNumbers(r app.Reader, report func(app.Breach)) error {
	var last kv.Triple[string, int64, int64]
	for e, err := range byNumber.Keys(r, indexes.All[kv.Triple[string, int64, int64]]()) {
		if err != nil {
			return err
		}
		want := int64(1)
		if e.Key.A == last.A && e.Key.B == last.B {
			want = last.C + 1
		}
		if e.Key.C != want {
			report(app.Breach{ID: e.ID, Key: "invoices: numbers", Expected: fmt.Sprint(e.Key.A, e.Key.B, " ", want), Found: fmt.Sprint(e.Key.C)})
		}
		last = e.Key
	}
	return nil
}

// checkWorth holds the documents of each order against its items.
func checkWorth(r app.Reader, report func(app.Breach)) error {
	written := map[int64][]Document{}
	for hit, err := range documents.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		written[hit.Rec.OrderID] = append(written[hit.Rec.OrderID], hit.Rec)
	}
	for id, all := range written {
		o, err := order.Find(r, order.Key{ID: id})
		if err != nil {
			return err
		}
		items, err := order.ItemsOf(r, &o)
		if err != nil {
			return err
		}
		for _, u := range owing(&o, items, all) {
			report(app.Breach{ID: id, Key: "order: invoices", Expected: fmt.Sprintf("%d more, %d of it tax, for item %d", u.Gross, u.Tax, u.ItemID), Found: fmt.Sprint(len(all), " documents")})
		}
	}
	return nil
}

package order

import (
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/seating"
	"marquee/indexes"
)

// OverdueIDs lists the orders whose time is up, the longest overdue first.
func OverdueIDs(r app.Reader, now time.Time, limit int) ([]int64, error) {
	passed := indexes.To(now.Add(time.Microsecond)).Limit(limit)
	return indexes.Gather(orderByExpiry.IDs(r, passed))
}

// Unreadable tells that an error is about one record, damaged or gone, and not
// about the store: whoever goes through many leaves that one out, and a check
// names it.
func Unreadable(err error) bool {
	return errors.Is(err, indexes.ErrDamaged) || errors.Is(err, indexes.ErrNotFound) || app.KindOf(err) == app.NotFound
}

// UnitsHeld counts the units an order holds of each sale item, and tells which spaces it
// has.
func UnitsHeld(r app.Reader, o *Order) (held map[int64]int64, spaces []seating.Claim, err error) {
	items, err := ItemsOf(r, o)
	held = map[int64]int64{}
	for i := range items {
		if !items[i].Holds() || items[i].Borrows() {
			continue
		}
		held[items[i].SaleItemID]++
		spaces = append(spaces, items[i].Claims()...)
	}
	return held, spaces, err
}

// OverdueHolds counts, per layer, what baskets still hold whose time is up, the
// longest overdue first and no more of them than the limits say. What a basket holds
// that cannot be read stays reserved.
func OverdueHolds(r app.Reader, now time.Time) (map[catalog.StockKey]int64, error) {
	return overdueHolds(r, now, func(*Order) bool { return true })
}

// overdueHolds is OverdueHolds of some orders.
func overdueHolds(r app.Reader, now time.Time, want func(*Order) bool) (map[catalog.StockKey]int64, error) {
	ids, err := OverdueIDs(r, now, maxOverdue)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	s := catalog.NewCache(r)
	held := map[catalog.StockKey]int64{}
	items := 0
	for _, id := range ids {
		o, err := Orders.Get(r, id)
		if err == nil && want(&o) {
			if items += len(o.ItemIDs); items > maxOverdueItems {
				break
			}
			err = addHolds(r, s, &o, held)
		}
		if err != nil && !Unreadable(err) {
			return nil, err
		}
	}
	return held, nil
}

// addHolds adds what one order holds; nothing when some of it cannot be read.
func addHolds(r app.Reader, s *catalog.Cache, o *Order, held map[catalog.StockKey]int64) error {
	units, _, err := UnitsHeld(r, o)
	if err != nil {
		return err
	}
	goods := make(map[int64]*catalog.Goods, len(units))
	for saleItem := range units {
		if goods[saleItem], err = s.Get(saleItem); err != nil {
			return err
		}
	}
	for saleItem, n := range units {
		for _, k := range catalog.LayersOf(goods[saleItem].SaleItem) {
			held[k] += n
		}
	}
	return nil
}

// KeepSoldEvent refuses to delete an event that an order or a live basket knows. It
// looks at counters, and at overdue baskets only where they alone are in the way.
func KeepSoldEvent(tx app.Tx, e *catalog.Event) error {
	orders, err := soldAt(tx, e.ID)
	if err != nil {
		return err
	}
	held, err := catalog.StockOf(tx, catalog.LayerEvent, e.ID)
	if err != nil {
		return err
	}
	known := orders > 0 || held.Sold > 0
	if !known && held.Reserved > 0 {
		gone, err := overdueHolds(tx, tx.Wall(), func(o *Order) bool { return slices.Contains(o.EventIDs, e.ID) })
		if err != nil {
			return err
		}
		known = held.Reserved > gone[catalog.StockKey{A: int64(catalog.LayerEvent), B: e.ID}]
	}
	if known {
		return app.Field("id", "has orders and cannot be deleted")
	}
	return nil
}

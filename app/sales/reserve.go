package sales

import (
	"errors"

	"marquee/app/catalog"
)

// reserve takes the stock of what is wanted, and refuses what is not there.
func (d *draft) reserve(r *refusals, kinds []*catalog.Goods, n map[int64]int64) error {
	for _, g := range kinds {
		err := d.reserveOne(g, n[g.ID])
		var short *catalog.Shortage
		if errors.As(err, &short) {
			typ, format := shortageType(short.Layer)
			r.add(typ, g.ID, format, g.Item.Name)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// reserveOne takes n units. When they are not there it first ends baskets of others
// whose time is up, one after the other until there are enough: they hold nothing any
// more, swept or not.
func (d *draft) reserveOne(g *catalog.Goods, n int64) error {
	for {
		err := catalog.Reserve(d.tx, g.SaleItem, n, false)
		var short *catalog.Shortage
		if !errors.As(err, &short) {
			return err
		}
		freed, failed := d.freeOverdue(g, short.Layer)
		if failed != nil {
			return failed
		}
		if !freed {
			return err
		}
	}
}

func shortageType(l catalog.Layer) (typ, format string) {
	switch l {
	case catalog.LayerEvent:
		return typeEventFull, "The event has no room left for %s."
	case catalog.LayerTickets, catalog.LayerProducts, catalog.LayerGuests, catalog.LayerCharity:
		return typeEventItemFull, "The event has no room left for %s."
	}
	return typeStock, "Not enough of %s is left."
}

package sales

import (
	"errors"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/sales/rules"
)

// reserve takes the stock of what is wanted, and refuses what is not there. When anything
// is refused it gives back what it took: a command may go on without it.
func (d *draft) reserve(r *refusals, kinds []*catalog.Goods, n map[int64]int64) error {
	var taken []*catalog.Goods
	for _, g := range kinds {
		err := d.reserveOne(g, n[g.ID])
		var short *catalog.Shortage
		switch {
		case errors.As(err, &short):
			typ, why := shortage(short, g.Item.Name)
			r.add(typ, g.ID, why)
		case err != nil:
			return err
		default:
			taken = append(taken, g)
		}
	}
	if r.err() == nil {
		return nil
	}
	return d.unreserve(taken, n)
}

// unreserve gives back what was taken.
func (d *draft) unreserve(kinds []*catalog.Goods, n map[int64]int64) error {
	for _, g := range kinds {
		if err := catalog.Release(d.tx, g.SaleItem, n[g.ID]); err != nil {
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
		switch {
		case freed:
		case d.lifts(rules.Oversell):
			return catalog.Reserve(d.tx, g.SaleItem, n, true)
		default:
			return err
		}
	}
}

// shortage says what is short, and what is left of it.
func shortage(s *catalog.Shortage, name string) (typ string, why app.Message) {
	switch s.Layer {
	case catalog.LayerEvent:
		return typeEventFull, noRoom(s.Left, name)
	case catalog.LayerTickets, catalog.LayerProducts, catalog.LayerGuests, catalog.LayerCharity:
		return typeEventItemFull, noRoom(s.Left, name)
	}
	if s.Left > 0 {
		return typeStock, app.Msg("Only %d left of %s.", s.Left, name)
	}
	return typeStock, app.Msg("%s is sold out.", name)
}

func noRoom(left int64, name string) app.Message {
	if left > 0 {
		return app.Msg("The event has room left for only %d of %s.", left, name)
	}
	return app.Msg("The event has no room left for %s.", name)
}

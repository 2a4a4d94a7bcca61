package sales

import (
	"errors"

	"marquee/app/catalog"
	"marquee/app/sales/rules"
)

// reserve takes the stock of what is wanted, and refuses what is not there. When anything
// is refused it gives back what it took: a command may go on without it.
func reserve(d *Draft, r *rules.Refusals, kinds []*catalog.Goods, n map[int64]int64) error {
	var taken []*catalog.Goods
	for _, g := range kinds {
		err := reserveOne(d, g, n[g.ID])
		var short *catalog.Shortage
		switch {
		case errors.As(err, &short):
			typ, why := rules.Shortage(short, g.Item.Name)
			r.Add(typ, g.ID, why)
		case err != nil:
			return err
		default:
			taken = append(taken, g)
		}
	}
	if r.Err() == nil {
		return nil
	}
	return unreserve(d, taken, n)
}

// unreserve gives back what was taken.
func unreserve(d *Draft, kinds []*catalog.Goods, n map[int64]int64) error {
	for _, g := range kinds {
		if err := catalog.Release(d.Tx, g.SaleItem, n[g.ID]); err != nil {
			return err
		}
	}
	return nil
}

// reserveOne takes n units. When they are not there it first ends baskets of others
// whose time is up, one after the other until there are enough: they hold nothing any
// more, swept or not.
func reserveOne(d *Draft, g *catalog.Goods, n int64) error {
	for {
		err := catalog.Reserve(d.Tx, g.SaleItem, n, false)
		var short *catalog.Shortage
		if !errors.As(err, &short) {
			return err
		}
		freed, failed := freeOverdue(d, g, short.Layer)
		if failed != nil {
			return failed
		}
		switch {
		case freed:
		case d.Lifts(rules.Oversell):
			return catalog.Reserve(d.Tx, g.SaleItem, n, true)
		default:
			return err
		}
	}
}

package sales

import (
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// overdue are the baskets of others whose time is up, the longest overdue first, as
// one command reads them when stock runs short.
type overdue struct {
	read   bool
	orders []order.Order
	items  int // in those that were ended
}

// freeOverdue ends the next overdue basket that may hold what is short; false when
// there is none, or when this command ended enough. What cannot be read is left to
// the sweeper, which reports it: it must not keep others from buying.
func (d *draft) freeOverdue(g *catalog.Goods, layer catalog.Layer) (bool, error) {
	if err := d.readOverdue(); err != nil {
		return false, err
	}
	for d.overdue.items < maxFreedItems {
		i := slices.IndexFunc(d.overdue.orders, func(o order.Order) bool { return mayHold(&o, g, layer) })
		if i < 0 {
			return false, nil
		}
		o := d.overdue.orders[i]
		d.overdue.orders = slices.Delete(d.overdue.orders, i, i+1)
		d.overdue.items += len(o.ItemIDs)
		var damaged *unreadableError
		if err := expireOne(app.WholeTx(d.tx), d.cache, o.ID); !errors.As(err, &damaged) {
			return err == nil, err
		}
	}
	return false, nil
}

// readOverdue looks at the queue once for each command.
func (d *draft) readOverdue() error {
	if d.overdue.read {
		return nil
	}
	d.overdue.read = true
	ids, err := order.OverdueIDs(d.tx, d.Wall, maxOverdueInAdd)
	if err != nil {
		return err
	}
	for _, id := range ids {
		o, err := order.Orders.Get(app.WholeTx(d.tx), id)
		if err == nil {
			d.overdue.orders = append(d.overdue.orders, o)
		} else if !order.Unreadable(err) {
			return err
		}
	}
	return nil
}

// mayHold tells whether a basket can hold of what is short of some goods. The stock of
// an inventory item is shared by events; all other stock is of one.
func mayHold(o *order.Order, g *catalog.Goods, layer catalog.Layer) bool {
	return layer == catalog.LayerInventory || g.EventID == 0 || slices.Contains(o.EventIDs, g.EventID)
}

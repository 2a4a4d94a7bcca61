package sales

import (
	"context"
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
func freeOverdue(d *Draft, g *catalog.Goods, layer catalog.Layer) (bool, error) {
	if err := readOverdue(d); err != nil {
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
		if err := expireOne(app.WholeTx(d.Tx), d.Cache, o.ID); !errors.As(err, &damaged) {
			return err == nil, err
		}
	}
	return false, nil
}

// readOverdue looks at the queue once for each command.
func readOverdue(d *Draft) error {
	if d.overdue.read {
		return nil
	}
	d.overdue.read = true
	ids, err := order.OverdueIDs(d.Tx, d.Wall, maxOverdueInAdd)
	if err != nil {
		return err
	}
	for _, id := range ids {
		o, err := order.Orders.Get(app.WholeTx(d.Tx), id)
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

// sweep expires the overdue baskets and reservations of a company, in transactions
// of bounded size. Nothing waits for it: whoever looks counts an overdue basket as
// gone already. Its use is that lists and counters say so too.
//
// It looks in a snapshot first: most of the time there is nothing to do, and then
// the writer is left alone.
func sweep(ctx context.Context, w *app.Work) error {
	due := func(r app.Reader, limit int) ([]int64, error) { return order.OverdueIDs(r, w.App.Now(), limit) }
	return w.UntilDone(ctx, SweepBatch, due, expireAll)
}

// expireAll expires those of the orders that are still overdue.
func expireAll(tx app.Tx, due []int64) error {
	s := catalog.NewCache(tx)
	for _, id := range due {
		if err := expireOne(tx, s, id); err != nil {
			return err
		}
	}
	return nil
}

package sales

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/rules"
)

// NamedHolder puts a name on one item; a blank one is none.
type NamedHolder struct {
	ItemID int64
	Name   string
}

// NameHolders puts names on tickets in a basket, where their event wants any. The time of the
// basket runs on.
func NameHolders(ctx context.Context, a *app.App, c *app.Caller, k order.Key, names []NamedHolder) (order.Basket, error) {
	if n := len(names); n < 1 || n > rules.MaxBasketSize {
		return order.Basket{}, app.Field("items", "must have between %d and %d entries", 1, rules.MaxBasketSize)
	}
	return change(ctx, a, c, k, catalog.NoChannel, func(d *Draft) error {
		d.effect = nothing
		if err := d.KnowUnits(); err != nil {
			return err
		}
		var p app.Problems
		for i, n := range names {
			at := slices.IndexFunc(d.Units, func(u *rules.Unit) bool { return u.ID == n.ItemID })
			if at < 0 {
				p.Add(rules.Path("items", i, "orderItemId"), "does not exist")
				continue
			}
			if d.NameUnit(&p, d.Units[at], n.Name, rules.Path("items", i, "namedHolder")) {
				d.effect = keepsTime
			}
		}
		return p.Err()
	})
}

// nameAdded puts the names on the units that a call added, from the first one on: those of a
// line go to its units.
func nameAdded(d *Draft, first int, items []rules.AddItem) error {
	var p app.Problems
	taken := map[*rules.Unit]bool{}
	for i := range items {
		in := &items[i]
		for j, name := range in.Names {
			at := slices.IndexFunc(d.Units[first:], func(u *rules.Unit) bool { return u.SaleItemID == in.SaleItemID && !taken[u] })
			if at < 0 || in.Quantity != nil && int64(j) >= *in.Quantity || in.Quantity == nil && j > 0 {
				p.Add(rules.Path("items", i, "namedHolders"), "must not have more entries than there are units")
				break
			}
			u := d.Units[first+at]
			taken[u] = true
			d.NameUnit(&p, u, name, rules.Path("items", i, "namedHolders"))
		}
	}
	return p.Err()
}

// WhyNotRenamed says why the buyer of an order puts no other name on a ticket of it; "" where
// they can.
func WhyNotRenamed(r app.Reader, it *order.Item, o *order.Order, g *catalog.Goods, now time.Time) (string, error) {
	if why := rules.WhyNotRenamed(it, o, g, now); why != "" {
		return why, nil
	}
	scanned, err := resale.PortsOf(r).Scanned(r, it.ID)
	if scanned {
		return "was scanned", err
	}
	return "", err
}

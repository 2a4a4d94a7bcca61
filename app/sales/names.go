package sales

import (
	"context"
	"slices"
	"strings"
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
	return change(ctx, a, c, k, catalog.NoChannel, func(d *draft) error {
		d.keepsTime, d.unchanged = true, true
		if _, err := d.kinds(); err != nil {
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
				d.unchanged = false
			}
		}
		return p.Err()
	})
}

// nameAdded puts the names on the units that a call added, from the first one on: those of a
// line go to its units.
func (d *draft) nameAdded(first int, items []rules.AddItem) error {
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

// RenameAsBuyer puts another name on a ticket, for whoever has the link to the page of its
// order, where its event lets buyers do that. The barcode stays.
func RenameAsBuyer(ctx context.Context, a *app.App, page string, itemID int64, name string) error {
	name = strings.TrimSpace(name)
	if err := rules.CheckHolder(name); err != nil {
		return err
	}
	return order.AsBuyer(ctx, a, page, func(tx app.Tx, c *app.Caller, o *order.Order) error {
		it, err := order.FindItem(tx, itemID)
		if err == nil && (it.OrderID != o.ID || it.CustomerID != o.CustomerID) {
			err = app.Missing("order item")
		}
		if err != nil {
			return err
		}
		d, err := newDraft(tx, c)
		if err != nil {
			return err
		}
		u, err := d.soldItem(itemID)
		if err != nil || u.NamedHolder == name {
			return err
		}
		g, err := d.cache.Get(u.SaleItemID)
		if err != nil {
			return err
		}
		why, err := WhyNotRenamed(tx, &u.Item, o, g, tx.Wall())
		if err == nil && why != "" {
			err = app.Field(itemField, why)
		}
		if err != nil {
			return err
		}
		if name == "" && g.Named(o.Channel) == catalog.NamesMandatory {
			return app.Field("namedHolder", "is required")
		}
		if u.NamedHolder != "" {
			u.Renames++ // the first name is no change
		}
		u.NamedHolder, u.Changed = name, true
		if err := d.store(); err != nil {
			return err
		}
		return order.PortsOf(tx).ItemsChanged(tx, []int64{itemID})
	})
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

package sold

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

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
		d, err := sales.NewDraft(tx, c)
		if err != nil {
			return err
		}
		u, err := soldItem(d, itemID)
		if err != nil || u.NamedHolder == name {
			return err
		}
		g, err := d.Cache.Get(u.SaleItemID)
		if err != nil {
			return err
		}
		why, err := sales.WhyNotRenamed(tx, &u.Item, o, g, tx.Wall())
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
		if err := d.Store(); err != nil {
			return err
		}
		return order.PortsOf(tx).ItemsChanged(tx, []int64{itemID})
	})
}

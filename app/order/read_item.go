package order

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/customer"
)

// ReadItem reads one order item by id, or by the barcode it carries now, in whatever form its
// code was read; the id wins. A deleted item shows only withTrashed.
func ReadItem(ctx context.Context, a *app.App, c *app.Caller, id int64, barcode string, in ItemInclude, withTrashed bool) (Item, *Related, error) {
	if id == 0 && barcode == "" {
		return Item{}, nil, app.Field("id", "is required")
	}
	if err := mayInclude(c, in.Customers, in.DiscountCodes, in.AccessCodes); err != nil {
		return Item{}, nil, err
	}
	var (
		item Item
		rel  *Related
	)
	err := a.View(ctx, c, app.ViewOrders, func(r app.Reader) (err error) {
		if item, err = findItem(r, id, barcode); err != nil {
			return err
		}
		if item.DeletedAt != nil && !withTrashed {
			return app.Missing("order item")
		}
		shown := []Item{item}
		rel, err = loadAroundItems(r, shown, in)
		item = shown[0]
		return err
	})
	return item, rel, err
}

// ReadItems reads order items with what they show, in the order of their ids.
func ReadItems(ctx context.Context, a *app.App, c *app.Caller, ids []int64) (items []Item, rel *Related, err error) {
	slices.Sort(ids)
	err = a.View(ctx, c, app.ViewOrders, func(r app.Reader) (err error) {
		if items, err = Items.GetMany(r, slices.Compact(ids)); err != nil {
			return err
		}
		rel, err = loadAroundItems(r, items, ItemInclude{})
		return err
	})
	return items, rel, err
}

func findItem(r app.Reader, id int64, barcode string) (Item, error) {
	if id != 0 {
		return FindItem(r, id)
	}
	i, found, err := ItemByCode(r, barcode)
	if err == nil && !found {
		err = app.Missing("order item")
	}
	return i, err
}

// ReadPurchaser reads the customer who bought an order.
func ReadPurchaser(ctx context.Context, a *app.App, c *app.Caller, reference string) (customer.Customer, error) {
	return readCustomer(ctx, a, c, func(r app.Reader) (int64, error) {
		o, err := Find(r, Key{Reference: reference})
		return o.CustomerID, err
	})
}

// ReadHolder reads the customer who holds a sold item, by id or barcode.
func ReadHolder(ctx context.Context, a *app.App, c *app.Caller, id int64, barcode string) (customer.Customer, error) {
	return readCustomer(ctx, a, c, func(r app.Reader) (int64, error) {
		i, err := findItem(r, id, barcode)
		if !i.Sold {
			i.CustomerID = 0
		}
		return i.CustomerID, err
	})
}

// readCustomer reads whom find names. Whatever is missing on the way, it is the
// customer who is not found.
func readCustomer(ctx context.Context, a *app.App, c *app.Caller, find func(r app.Reader) (int64, error)) (found customer.Customer, err error) {
	err = a.View(ctx, c, app.ViewCustomers, func(r app.Reader) error {
		id, err := find(r)
		if app.KindOf(err) == app.NotFound {
			return app.Missing("customer")
		}
		if err == nil {
			found, err = customer.ByID(r, id)
		}
		return err
	})
	return found, err
}

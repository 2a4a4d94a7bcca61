package sales

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
)

// ReadItem reads one order item by id, or by the barcode it carries now; the id
// wins (spec: GET /order-item). A deleted item shows only withTrashed.
func ReadItem(ctx context.Context, a *app.App, c *app.Caller, id int64, barcode string, in ItemInclude, withTrashed bool) (OrderItem, *Related, error) {
	if id == 0 && barcode == "" {
		return OrderItem{}, nil, app.Field("id", "is required")
	}
	var (
		item OrderItem
		rel  *Related
	)
	err := a.View(ctx, c, func(r app.Reader) (err error) {
		if item, err = findItem(r, id, barcode); err != nil {
			return err
		}
		if item.DeletedAt != nil && !withTrashed {
			return app.Missing("order item")
		}
		rel, err = loadAroundItems(r, []OrderItem{item}, in)
		return err
	})
	return item, rel, err
}

func findItem(r app.Reader, id int64, barcode string) (OrderItem, error) {
	if id != 0 {
		i, err := Items.Get(r, id)
		return i, absent(err, "order item")
	}
	i, found, err := ItemByBarcode(r, barcode)
	if err == nil && !found {
		err = app.Missing("order item")
	}
	return i, err
}

// Purchaser finds the customer who bought an order (domain 8).
func Purchaser(r app.Reader, reference string) (customer.Customer, error) {
	o, err := Find(r, Key{Reference: reference})
	if app.KindOf(err) == app.NotFound {
		return customer.Customer{}, app.Missing("customer")
	}
	if err != nil {
		return customer.Customer{}, err
	}
	return customer.ByID(r, o.CustomerID)
}

// Holder finds the customer who holds a sold item, by id or barcode (domain 8).
func Holder(r app.Reader, id int64, barcode string) (customer.Customer, error) {
	i, err := findItem(r, id, barcode)
	if app.KindOf(err) == app.NotFound || err == nil && !i.Sold {
		return customer.Customer{}, app.Missing("customer")
	}
	if err != nil {
		return customer.Customer{}, err
	}
	return customer.ByID(r, i.CustomerID)
}

package till

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/indexes"
)

// readers are those who sell, and those who edit the company.
var readers = app.AnyOf{app.Sell, app.EditCompany}

// Filter says which shops a list shows.
type Filter struct {
	WithTrashed   bool
	Offset, Limit int64
}

// List lists the shops that the caller may work in, by id.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (page list.Page[Till], err error) {
	if f.Limit < 1 || f.Limit > MaxPage {
		f.Limit = MaxPage
	}
	err = a.View(ctx, c, readers, func(r app.Reader) error {
		var all []Till
		for hit, err := range Tills.Scan(r, indexes.All[int64]()) {
			if app.Skip(r, err) {
				continue
			}
			if err != nil {
				return err
			}
			if t := hit.Rec; t.shows(c) && (t.DeletedAt == nil || f.WithTrashed) {
				all = append(all, t)
			}
		}
		page = list.Held(all, list.Request{Offset: f.Offset, Limit: f.Limit})
		return nil
	})
	return page, err
}

// View is a shop with its products.
type View struct {
	Till
	// Products are its sale items with their inventory items, when they were asked for.
	Products []catalog.ShopProduct
}

// Read reads a shop, with its products when they are asked for.
func Read(ctx context.Context, a *app.App, c *app.Caller, id int64, products, withTrashed bool) (v View, err error) {
	err = a.View(ctx, c, readers, func(r app.Reader) error {
		if v.Till, err = find(r, c, id, withTrashed); err != nil || !products {
			return err
		}
		v.Products, err = catalog.ProductsOf(r, id, withTrashed)
		return err
	})
	return v, err
}

// find finds a shop that the caller may see.
func find(r app.Reader, c *app.Caller, id int64, withTrashed bool) (Till, error) {
	t, err := Tills.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && (!t.shows(c) || t.DeletedAt != nil && !withTrashed) {
		return Till{}, app.Missing("shop")
	}
	return t, err
}

// Exists answers catalog.ShopExists.
func Exists(r app.Reader, id int64) (bool, error) {
	t, err := Tills.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil && t.DeletedAt == nil, err
}

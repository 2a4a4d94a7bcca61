package catalog

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// making is a request for a new sale item, changing one to change it. What a type has of its
// own is in the request, all else is the same for each of them.
type (
	making interface {
		made(typ catalog.ItemType) (catalog.NewSaleItem, error)
	}
	changing interface {
		changed() (id int64, sale catalog.SaleItemChange, item catalog.ItemChange, err error)
	}
)

const changeDoc = "saleItemData changes this sale item alone, itemData everything made from the same inventory item. With events.stock alone: totalStock of saleItemData, and nothing else."

// saleEditors change what is sold for events, beside those who edit these.
var saleEditors = []app.Ability{app.EditSaleData}

// makes puts a type of things on sale. The spec has the path, the summary and the text.
func makes[In making, Out any](a *app.App, s rest.Spec, typ catalog.ItemType, answer func(*catalog.SaleItemView) Out) rest.Route {
	s.Method, s.Tag, s.Allow, s.Or, s.Status, s.Fields, s.MaxBody = "POST", "Catalogue", app.EditEvents, saleEditors, 201, true, textBody
	return rest.Handle(s, func(ctx context.Context, c *app.Caller, in In) (out rest.One[Out], err error) {
		n, err := in.made(typ)
		if err != nil {
			return out, err
		}
		return rest.As(func(v catalog.SaleItemView) rest.One[Out] {
			return writtenItem(&v, answer(&v))
		})(catalog.CreateSaleItem(ctx, a, c, n))
	})
}

// changes changes one of a type.
func changes[In changing, Out any](a *app.App, s rest.Spec, typ catalog.ItemType, answer func(*catalog.SaleItemView) Out) rest.Route {
	s.Method, s.Tag, s.Allow, s.Or, s.Fields, s.MaxBody = "POST", "Catalogue", app.EditEvents, []app.Ability{app.EditSaleData, app.ChangeStock}, true, textBody
	s.Doc = strings.TrimSpace(changeDoc + " " + s.Doc)
	return rest.Handle(s, func(ctx context.Context, c *app.Caller, in In) (out rest.One[Out], err error) {
		id, sale, item, err := in.changed()
		if err != nil {
			return out, err
		}
		v, err := catalog.UpdateSaleItem(ctx, a, c, typ, id, sale, item)
		if err != nil {
			return out, wire.SayWho(ctx, a, c, "sale_items", id, err)
		}
		return writtenItem(&v, answer(&v)), nil
	})
}

// linked is the inventory item that a new sale item is of, 0 for a new one.
func linked(id *rest.ID) int64 {
	if id == nil {
		return 0
	}
	return int64(*id)
}

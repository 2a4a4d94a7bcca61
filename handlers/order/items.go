package order

import (
	"context"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type orderItemsIn struct {
	rest.Page
	wire.CursorIn
	Types       []catalog.ItemType `query:"type"`
	Resale      *rest.Flag         `query:"isResale" blank:"true"`
	Modified    *rest.Flag         `query:"isOrderModification" blank:"true"`
	CustomerID  *rest.ID           `query:"customerId" blank:"true" doc:"The holder."`
	OrderID     rest.Text          `query:"orderId" maxlen:"20" doc:"The id or the reference of an order, a basket or a reservation."`
	EventIDs    []rest.ID          `query:"eventIds" maxitems:"100"`
	LastUpdated *rest.Time         `query:"lastUpdated" blank:"true" doc:"Only items changed at or after this time."`
	WithTrashed rest.Trashed       `query:"withTrashed"`
	Include     rest.Include       `query:"include" enum:"orders,customers,wallets,events,shops,saleItems,giftaid,dataCaptureResponses,dataCaptureFields,dataCaptureQuestions,notes,discountCodes,accessCodes,priceBands,transactions,spaces,spaceAreas,spaceBlocks,spaceGates,spaceRows,spaceStairs,spaceStands,spaceTables,historicBarcodes" needs:"customers=customers.view,dataCaptureResponses=customers.view,dataCaptureFields=customers.view,dataCaptureQuestions=customers.view,discountCodes=discount_codes.view,accessCodes=access_codes.view,wallets=wallets.view"`
}

type oneOrderItemIn struct {
	ID          *rest.ID     `query:"id" blank:"true"`
	Barcode     string       `query:"barcode" maxlen:"255"`
	NFC         string       `query:"nfcId" maxlen:"255"`
	WithTrashed rest.Trashed `query:"withTrashed"`
	Include     rest.Include `query:"include" enum:"orders,customers,wallets,events,shops,saleItems,giftaid,dataCaptureResponses,dataCaptureFields,dataCaptureQuestions,notes,discountCodes,accessCodes,transactions,spaces,spaceAreas,spaceBlocks,spaceGates,spaceRows,spaceStairs,spaceStands,spaceTables,historicBarcodes" needs:"customers=customers.view,dataCaptureResponses=customers.view,dataCaptureFields=customers.view,dataCaptureQuestions=customers.view,discountCodes=discount_codes.view,accessCodes=access_codes.view,wallets=wallets.view"`
}

func orderItems(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/order-items", Summary: "List order items", Tag: "Orders",
			Doc: "Sold items by id, those of cancelled and refunded orders and all fees included. " +
				"Of orderId, customerId, lastUpdated and eventIds the first picks the order of the list. " + wire.CursorDoc,
			Allow: app.ListOrders, Fields: true, Limit: order.MaxPage,
		}, rest.OnList(a, listOrderItems)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/order-item", Summary: "Read an order item", Tag: "Orders",
			Doc:   "By id, barcode or nfcId; of several the first in this order counts.",
			Allow: app.ViewOrders, Fields: true,
		}, rest.On(a, readOrderItem)),
	}
}

func listOrderItems(ctx context.Context, a *app.App, c *app.Caller, in orderItemsIn) (out rest.Many[orderItemAttributes], l list.Info, err error) {
	f := in.filter()
	id, err := order.IDOf(ctx, a, c, app.ListOrders, string(in.OrderID))
	if err != nil {
		return out, l, err
	}
	f.OrderID = wire.OrNull(id)
	page, err := order.ListItems(ctx, a, c, f)
	if err != nil {
		return out, l, err
	}
	x, err := orderItemsAroundOf(ctx, a, c, page.Rows, page.Related, in.Include)
	out = rest.List[orderItemAttributes](in.Page, page.Info)
	for i := range page.Rows {
		it := &page.Rows[i]
		row := rest.Resource[orderItemAttributes]{Type: "orderItems", ID: it.ID, Attributes: x.attributes(it), Meta: wire.Changed(it.UpdatedAt)}
		row.Relationships = x.relations(it, &out.Included)
		out.Data = append(out.Data, row)
	}
	return out, page.Info, err
}

func readOrderItem(ctx context.Context, a *app.App, c *app.Caller, in oneOrderItemIn) (out rest.One[oneOrderItemAttributes], err error) {
	id, err := in.item(ctx, a, c)
	if err != nil {
		return out, err
	}
	it, rel, err := order.ReadItem(ctx, a, c, id, in.Barcode, orderItemInclude(in.Include), bool(in.WithTrashed))
	if err != nil {
		return out, err
	}
	x, err := orderItemsAroundOf(ctx, a, c, []order.Item{it}, rel, in.Include)
	out.Data = rest.Resource[oneOrderItemAttributes]{
		Type: "orderItems", ID: it.ID, Meta: wire.Changed(it.UpdatedAt), Self: fmt.Sprintf("/v1/order-item?id=%d", it.ID),
		Attributes: oneOrderItemAttributes{x.attributes(&it), it.AmountNamed, it.AmountNamed},
	}
	out.Data.Relationships = x.relations(&it, &out.Included)
	return out, err
}

// item is the id that was asked for, by itself or by the tag; 0 leaves the
// barcode.
func (in *oneOrderItemIn) item(ctx context.Context, a *app.App, c *app.Caller) (int64, error) {
	if in.ID != nil {
		return int64(*in.ID), nil
	}
	if in.Barcode != "" || in.NFC == "" {
		return 0, nil
	}
	id, found, err := entry.PairedItem(ctx, a, c, in.NFC)
	if err == nil && !found {
		err = app.Missing("order item")
	}
	return id, err
}

func (in *orderItemsIn) filter() order.ItemFilter {
	f := order.ItemFilter{
		Resale: (*bool)(in.Resale), Modification: (*bool)(in.Modified),
		CustomerID:  (*int64)(in.CustomerID),
		LastUpdated: in.LastUpdated.At(), WithTrashed: bool(in.WithTrashed), Types: in.Types,
		Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit, Include: orderItemInclude(in.Include),
	}
	for _, id := range in.EventIDs {
		f.EventIDs = append(f.EventIDs, int64(id))
	}
	slices.Sort(f.EventIDs)
	return f
}

func orderItemInclude(in rest.Include) order.ItemInclude {
	return order.ItemInclude{
		Customers: in.Has("customers"), Events: in.Has("events"), SaleItems: in.Has("saleItems"),
		Transactions: in.Has("transactions"), OldBarcodes: in.Has("historicBarcodes"), DiscountCodes: in.Has("discountCodes"),
		AccessCodes: in.Has("accessCodes"),
	}
}

package order

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type ordersIn struct {
	rest.Page
	wire.CursorIn
	orderFilterIn
	LastUpdated *rest.Time   `query:"lastUpdated" blank:"true" doc:"Only orders changed at or after this time, oldest change first. Go on with the cursor alone: who follows it misses no change."`
	Include     rest.Include `query:"include" enum:"orderItems,customers,billingAddresses,deliveryAddresses,discountCodes,accessCodes,transactions,spaces,historicBarcodes" needs:"customers=customers.view,billingAddresses=customers.view,deliveryAddresses=customers.view,discountCodes=discount_codes.view,accessCodes=access_codes.view"`
}

type orderIn struct {
	ID          rest.Text    `query:"orderId" maxlen:"20" doc:"The id or the reference of an order or basket."`
	Reference   string       `query:"orderReference" maxlen:"64" doc:"Likewise; it beats orderId."`
	WithTrashed rest.Trashed `query:"withTrashed" doc:"Also shows items that were removed before or after the sale."`
	Include     rest.Include `query:"include" enum:"customer,billingAddress,deliveryAddress,discountCodes,accessCodes,transactions,spaces,historicBarcodes" needs:"customer=customers.view,billingAddress=customers.view,deliveryAddress=customers.view,discountCodes=discount_codes.view,accessCodes=access_codes.view"`
}

type notesIn struct {
	OrderID rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
	Notes   string    `json:"notes" maxlen:"2000" doc:"Blank takes them off."`
}

type notesJSON struct {
	OrderID int64   `json:"orderId"`
	Notes   *string `json:"notes"`
}

type addNoteIn struct {
	OrderID rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
	Text    string    `json:"text" required:"true" maxlen:"500"`
}

type notedJSON struct {
	OrderID int64 `json:"orderId"`
	Notes   int64 `json:"notes" doc:"How many it has now."`
}

type itemNotesIn struct {
	OrderItemID rest.ID `json:"orderItemId" required:"true" min:"1"`
	Notes       string  `json:"notes" maxlen:"2000" doc:"Blank takes them off."`
}

type itemNotesJSON struct {
	OrderItemID int64   `json:"orderItemId"`
	Notes       *string `json:"notes"`
}

type revokeIn struct {
	OrderID rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
}

// ticketsAt is in front of download links.
const ticketsAt = wire.TicketsPath + "/"

// ordersJSON is the list of orders with what was asked for beside it.
type ordersJSON struct {
	Orders            rest.Rows[listedOrderJSON] `json:"orders"`
	Customers         []wire.CustomerJSON        `json:"customers" needs:"customers.view" rest:"include"`
	DeliveryAddresses []wire.AddressJSON         `json:"deliveryAddresses" needs:"customers.view" rest:"include"`
	Transactions      []transactionJSON          `json:"transactions" rest:"include"`
	DiscountCodes     []discountCodeJSON         `json:"discountCodes" rest:"include"`
	AccessCodes       []accessCodeJSON           `json:"accessCodes" rest:"include"`
	Meta              ordersMetaJSON             `json:"meta"`
	Links             rest.Links                 `json:"links"`
}

type ordersMetaJSON struct {
	Total int64 `json:"total"`
	// AtLeast is left out when the total is exact.
	AtLeast     rest.Opt[bool] `json:"totalIsLowerBound" doc:"True: there may be more than total. Left out when it is exact."`
	ListEndTime *time.Time     `json:"listEndTime" doc:"The newest change in the page; of an empty one the time asked for, else the store's."`
	Cursor      *string        `json:"cursor" doc:"Goes on behind this page. Null when there is nothing to go on from."`
	HasMore     bool           `json:"hasMore" doc:"False: nothing follows now. With lastUpdated the same cursor finds later changes."`
}

var orderListHeaders = []rest.HeaderSpec{
	{Name: "X-OrdersListEndTime", Type: "string", Doc: "As meta.listEndTime; absent while there is none."},
	{Name: "X-OrdersHasMore", Type: "boolean", Doc: "As meta.hasMore."},
}

// Header repeats where the list stands.
func (o ordersJSON) Header(h http.Header) {
	if o.Meta.ListEndTime != nil {
		h.Set("X-OrdersListEndTime", rest.Stamp(*o.Meta.ListEndTime))
	}
	h.Set("X-OrdersHasMore", strconv.FormatBool(o.Meta.HasMore))
}

func orders(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/orders", Summary: "List orders", Tag: "Orders",
			Doc:   "Newest completion first; with lastUpdated in the order of changes. " + wire.CursorDoc,
			Allow: app.ListOrders, Fields: true, Limit: order.MaxPage, Headers: orderListHeaders,
		}, func(ctx context.Context, c *app.Caller, in ordersIn) (out ordersJSON, l list.Info, err error) {
			page, err := order.List(ctx, a, c, in.filter())
			if err != nil {
				return out, l, err
			}
			return listedOrders(&page, in), page.Info, nil
		}),
		orderSums(a),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/order", Summary: "Read an order", Tag: "Orders",
			Doc:   "By orderId or orderReference, whatever its state; baskets too.",
			Allow: app.ViewOrders, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in orderIn) (out orderJSON, err error) {
			key := order.ParseKey(cmp.Or(in.Reference, string(in.ID)))
			view, rel, err := order.Read(ctx, a, c, key, order.Include{
				Items: true, TicketsAt: ticketsAt, Customers: in.Include.Has("customer"), Transactions: in.Include.Has("transactions"), OldBarcodes: in.Include.Has("historicBarcodes"),
				DiscountCodes: in.Include.Has("discountCodes"), AccessCodes: in.Include.Has("accessCodes"), Spaces: in.Include.Has("spaces"),
			}, bool(in.WithTrashed))
			if err != nil {
				return out, err
			}
			return orderForm(&view, rel), nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/revoke-links", Summary: "Make an order's download links worthless", Tag: "Orders", Allow: app.EditOrders,
			Doc: "For links that fell into the wrong hands: whoever opens one finds nothing. The order shows new ones. Barcodes stay as they are.",
		}, func(ctx context.Context, c *app.Caller, in revokeIn) (wire.SuccessJSON, error) {
			_, err := order.RevokeLinks(ctx, a, c, order.ParseKey(string(in.OrderID)))
			return wire.Done(err)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/notes", Summary: "Write the notes of an order", Tag: "Orders", Allow: app.EditOrders, Doc: notesDoc,
		}, func(ctx context.Context, c *app.Caller, in notesIn) (notesJSON, error) {
			o, err := order.SetNotes(ctx, a, c, order.ParseKey(string(in.OrderID)), in.Notes)
			return notesJSON{o.ID, wire.OrNull(o.Notes)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/add-note", Summary: "Note something about an order for colleagues", Tag: "Orders", Allow: app.EditOrders,
			Doc: "With who and when, beside what was noted before: GET /order-timeline tells all of them. Neither buyers nor gates see it; POST /orders/notes writes what gates show.",
		}, func(ctx context.Context, c *app.Caller, in addNoteIn) (notedJSON, error) {
			o, err := order.AddRemark(ctx, a, c, order.ParseKey(string(in.OrderID)), in.Text)
			return notedJSON{o.ID, int64(len(o.Remarks))}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/order-items/notes", Summary: "Write the notes of an order item", Tag: "Orders", Allow: app.EditOrders, Doc: notesDoc,
		}, func(ctx context.Context, c *app.Caller, in itemNotesIn) (itemNotesJSON, error) {
			it, err := order.SetItemNotes(ctx, a, c, int64(in.OrderItemID), in.Notes)
			return itemNotesJSON{it.ID, wire.OrNull(it.Notes)}, err
		}),
	}
}

// notesDoc says whom notes are for.
const notesDoc = "For colleagues, and for who scans tickets: a scan shows them as the pseudo-questions -1 (order) and -2 (item). Buyers never see them."

func (in *ordersIn) filter() order.Filter {
	f := in.orderFilterIn.filter()
	f.LastUpdated = in.LastUpdated.At()
	f.Cursor, f.Offset, f.Limit = in.Cursor, in.Offset, in.Limit
	f.Include = order.Include{
		Items:         true,
		TicketsAt:     ticketsAt,
		Customers:     in.Include.Has("customers"),
		Transactions:  in.Include.Has("transactions"),
		OldBarcodes:   in.Include.Has("historicBarcodes"),
		DiscountCodes: in.Include.Has("discountCodes"),
		AccessCodes:   in.Include.Has("accessCodes"),
		Spaces:        in.Include.Has("spaces"),
	}
	return f
}

func listedOrders(page *order.Page, in ordersIn) ordersJSON {
	x := newOrdersAround(page.Related)
	out := ordersJSON{
		Meta:  ordersMetaJSON{page.Total, rest.Opt[bool]{Set: page.TotalIsLowerBound, Value: true}, page.ListEndTime, wire.OrNull(page.Cursor), page.HasMore},
		Links: in.Links(page.Info),
	}
	if in.Include.Has("customers") {
		for _, id := range purchasers(page.Orders) {
			if c := x.show(id); c != nil {
				out.Customers = append(out.Customers, *c)
			}
		}
	}
	for i := range page.Orders {
		if to := wire.AddressForm(page.Orders[i].Order); to != nil {
			out.DeliveryAddresses = append(out.DeliveryAddresses, *to)
		}
		out.Transactions = append(out.Transactions, x.transactions(page.Orders[i].TransactionIDs)...)
	}
	for _, id := range slices.Sorted(maps.Keys(page.Related.Codes)) {
		out.DiscountCodes = append(out.DiscountCodes, discountCodeForm(page.Related.Codes[id]))
	}
	for _, id := range slices.Sorted(maps.Keys(page.Related.AccessCodes)) {
		out.AccessCodes = append(out.AccessCodes, accessCodeForm(page.Related.Company, page.Related.AccessCodes[id]))
	}
	out.Orders = rest.Rows[listedOrderJSON]{N: len(page.Orders), Fill: func(i int, row *listedOrderJSON) { x.listed(&page.Orders[i], row) }}
	return out
}

// purchasers lists those of a page, each once, in the order in which they come up.
func purchasers(orders []order.View) []int64 {
	var ids []int64
	seen := map[int64]bool{}
	for i := range orders {
		if id := orders[i].CustomerID; !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

package order

import (
	"context"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/sold"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type reissueIn struct {
	OrderItemID rest.ID `json:"orderItemId" required:"true" min:"1"`
}

type reissuedJSON struct {
	OrderItemID int64            `json:"orderItemId"`
	Barcode     string           `json:"barcode" needs:"orders.view"`
	Former      []oldBarcodeJSON `json:"historicBarcodes" needs:"orders.view" doc:"Those that no gate takes any more, oldest first."`
}

type changeCodeIn struct {
	OrderItemID rest.ID   `json:"orderItemId" required:"true" min:"1"`
	Rotating    rest.Flag `json:"rotating" required:"true" doc:"Whether its code rotates."`
	Reason      string    `json:"reason" maxlen:"255" doc:"Why it does not; required then, and kept."`
}

type renameIn struct {
	OrderItemID rest.ID `json:"orderItemId" required:"true" min:"1"`
	NamedHolder string  `json:"namedHolder" maxlen:"255" doc:"Blank takes the name off."`
}

type renamedJSON struct {
	OrderItemID int64   `json:"orderItemId"`
	NamedHolder *string `json:"namedHolder" needs:"customers.view"`
}

type protectionIn string

func (protectionIn) Values() []string { return order.Protections() }

type protectIn struct {
	OrderItemID rest.ID      `json:"orderItemId" required:"true" min:"1"`
	Status      protectionIn `json:"status" required:"true"`
}

type protectedJSON struct {
	OrderItemID int64           `json:"orderItemId"`
	Protection  wire.Protection `json:"protectionStatus"`
}

func itemRoutes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/order-items/regenerate-barcode", Summary: "Give a sold item another barcode", Tag: "Orders",
			Doc: "No gate takes the one before any more, and links to the item that were given out open nothing.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in reissueIn) (reissuedJSON, error) {
			it, old, err := sold.Reissue(ctx, a, c, int64(in.OrderItemID))
			return reissuedJSON{it.ID, it.Barcode, oldBarcodeForms(old)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/order-items/secure-barcode", Summary: "Give a ticket a code that rotates, or one that does not", Tag: "Orders",
			Doc:   "For a guest whose phone cannot show a code that rotates, and back again. The ticket gets another barcode, and no gate takes the one before any more. What is so already stays as it is.",
			Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in changeCodeIn) (reissuedJSON, error) {
			it, old, err := sold.ChangeCode(ctx, a, c, sold.CodeChange{ItemID: int64(in.OrderItemID), Static: !bool(in.Rotating), Reason: in.Reason})
			return reissuedJSON{it.ID, it.Barcode, oldBarcodeForms(old)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/order-items/rename", Summary: "Put another name on a sold item", Tag: "Orders",
			Doc: "Holder and barcode stay.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in renameIn) (renamedJSON, error) {
			it, err := sold.Rename(ctx, a, c, int64(in.OrderItemID), in.NamedHolder)
			return renamedJSON{it.ID, wire.OrNull(it.NamedHolder)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/order-items/protection", Summary: "Note that a sold item is insured, or that its cover was claimed", Tag: "Orders",
			Doc: "Of a policy that is kept elsewhere: nothing is charged or paid. unprotected becomes protected, protected becomes claimed or unprotected; an item that is voided is protected no more.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in protectIn) (protectedJSON, error) {
			it, err := order.Protect(ctx, a, c, int64(in.OrderItemID), order.ParseProtection(string(in.Status)))
			return protectedJSON{it.ID, wire.Protection(it.ProtectionNow().String())}, err
		}),
	}
}

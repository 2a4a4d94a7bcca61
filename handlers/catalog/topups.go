package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
)

const topupDoc = "A top-up belongs to no event. Its price is fixed, or named by the buyer, and never nothing. When its order is complete it credits the " +
	"wallet of the purchaser: with the money that it costs, or with tokens."

// topups put top-ups of wallets on sale.
func topups(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/cashless-topups", Summary: "Put a top-up on sale", Tag: "Catalogue", Doc: topupDoc,
			Allow: app.EditEvents, Status: 201, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in createVoucherIn) (rest.One[saleItemCreatedJSON], error) {
			n := catalog.NewSaleItem{Type: catalog.CashlessTopup, Sale: in.Sale.change(), Item: in.Item.change()}
			if in.Item.ID != nil {
				n.ItemID = int64(*in.Item.ID)
			}
			return rest.As(createdSaleItem)(catalog.CreateSaleItem(ctx, a, c, n))
		}),
		updateSaleItem(a, "/cashless-topups", "top-up", catalog.CashlessTopup),
	}
}

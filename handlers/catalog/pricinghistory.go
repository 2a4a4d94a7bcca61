package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type pricingHistoryIn struct {
	rest.Page
	EntityType string    `query:"entityType" required:"true" enum:"sale_items"`
	EntityIDs  []rest.ID `query:"entityId" required:"true" maxitems:"100" doc:"Sale items."`
	Currencies []rest.ID `query:"currencyId" maxitems:"100"`
	Channels   []rest.ID `query:"salesPointTypeId" maxitems:"10" doc:"1 shop, 2 box office, 7 kiosk; 0 the prices for every channel."`
}

func pricingHistory(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/pricing-history", Summary: "List the prices that were", Tag: "Catalogue",
			Doc:   "The prices of sale items from the moment each came into force, the newest first. A price never changes: another takes its place.",
			Allow: app.ViewEvents, Or: []app.Ability{app.ListEvents}, Fields: true, Limit: catalog.MaxPricePage,
		}, func(ctx context.Context, c *app.Caller, in pricingHistoryIn) (rest.Many[pastPriceAttributes], list.Info, error) {
			page, err := catalog.PriceHistory(ctx, a, c, catalog.PriceHistoryFilter{
				SaleItemIDs: wire.IDs(in.EntityIDs), CurrencyIDs: wire.IDs(in.Currencies), Channels: wire.IDs(in.Channels),
				Request: list.Request{Offset: in.Offset, Limit: in.Limit},
			})
			return rest.ListOf(in.Page, page.Info, page.Rows, pastPriceResource), page.Info, err
		}),
	}
}

func pastPriceResource(h catalog.PriceChange) rest.Resource[pastPriceAttributes] {
	out := rest.Resource[pastPriceAttributes]{Type: "pricingHistory", ID: h.ID, Attributes: pastPriceForm(h)}
	out.Relate("saleItems", rest.Ref{Type: "saleItems", ID: h.SaleItemID})
	return out
}

package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type bulkItemsIn struct {
	Items []bulkItemIn `json:"items" required:"true" maxitems:"200"`
	unchangedIn
	wire.DryRunIn
}

// bulkItemIn is a row: what is not said of its sale item stays.
type bulkItemIn struct {
	ID   rest.ID        `json:"id" required:"true" min:"1"`
	Sale saleItemFields `json:"saleItemData"`
	Item itemFields     `json:"itemData"`
}

type bulkItemsJSON struct {
	Changed []int64 `json:"changed" doc:"The sale items."`
}

func saleItemsBulk(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/sale-items/bulk", Summary: "Change many sale items at once", Tag: "Catalogue",
			Doc: "Of any type and any events, all or nothing. What is wrong is named for every row. " +
				"A row says what changing its sale item alone would. unchangedSince is that of the latest of them.",
			Allow: app.EditEvents, Or: []app.Ability{app.EditSaleData, app.ChangeStock}, Turn: rest.InBulk, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in bulkItemsIn) (bulkItemsJSON, error) {
			return wire.Do(ctx, a, c, in.DryRunIn, func(a *app.App) (bulkItemsJSON, error) {
				rows := make([]catalog.ItemRow, len(in.Items))
				for i, row := range in.Items {
					rows[i] = catalog.ItemRow{ID: int64(row.ID), Sale: row.Sale.change(), Item: row.Item.change()}
				}
				changed, err := catalog.UpdateSaleItems(ctx, a, c, rows, in.UnchangedSince.At())
				return bulkItemsJSON{Changed: changed}, err
			})
		}),
	}
}

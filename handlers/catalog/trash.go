package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type trashIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

// withdrawnJSON tells what became of a sale item.
type withdrawnJSON struct {
	wire.SuccessJSON
	Deleted bool `json:"deleted" doc:"False when it was sold: then it stays, and is sold on no channel any more."`
}

// trash are the routes that delete what was made by mistake, and take that back.
func trash(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/venues", Summary: "Delete a venue", Tag: "Catalogue",
			Doc: "Refused while an event takes place there.", Allow: app.CreateVenues,
		}, act(a, catalog.DeleteVenue)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/venues/restore", Summary: "Restore a deleted venue", Tag: "Catalogue", Allow: app.CreateVenues,
		}, act(a, catalog.RestoreVenue)),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/sale-items", Summary: "Delete a sale item", Tag: "Catalogue",
			Doc:   "One that was sold, or is in a basket, is taken off sale instead.",
			Allow: app.EditEvents, Or: saleEditors,
		}, func(ctx context.Context, c *app.Caller, in trashIn) (withdrawnJSON, error) {
			deleted, err := catalog.DeleteSaleItem(ctx, a, c, int64(in.ID))
			return withdrawnJSON{wire.SuccessJSON{Success: true}, deleted}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/sale-items/restore", Summary: "Restore a deleted sale item", Tag: "Catalogue",
			Doc: "Refused while its event, timeslot, parent or inventory item is deleted.", Allow: app.EditEvents, Or: saleEditors,
		}, act(a, catalog.RestoreSaleItem)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/restore", Summary: "Restore a deleted event", Tag: "Catalogue",
			Doc: "With the timeslots and sale items that were deleted with it.", Allow: app.DeleteEvents,
		}, act(a, catalog.RestoreEvent)),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/tax-bands", Summary: "Delete a tax band", Tag: "Catalogue",
			Doc:   "Refused for the default one, and while a sale item uses it. Orders keep the rate that they were priced with.",
			Allow: app.ManageTaxBands,
		}, act(a, catalog.DeleteTaxBand)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/tax-bands/restore", Summary: "Restore a deleted tax band", Tag: "Catalogue", Allow: app.ManageTaxBands,
		}, act(a, company.RestoreTaxBand)),
	}
}

// act makes the handler of a command that takes an id and answers with success.
func act(a *app.App, do func(context.Context, *app.App, *app.Caller, int64) error) func(context.Context, *app.Caller, trashIn) (wire.SuccessJSON, error) {
	return func(ctx context.Context, c *app.Caller, in trashIn) (wire.SuccessJSON, error) {
		return wire.SuccessJSON{Success: true}, do(ctx, a, c, int64(in.ID))
	}
}

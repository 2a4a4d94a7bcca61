package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// passSwitchJSON is whether phones are offered passes of something.
type passSwitchJSON struct {
	VenueID      *int64 `json:"venueId"`
	SaleItemID   *int64 `json:"saleItemId"`
	Passes       string `json:"passes" doc:"on, off, or inherit: a sale item as its event says, a venue as the company."`
	OffersPasses bool   `json:"offersPasses" doc:"What that comes to. For a venue: where an event or a sale item does not say otherwise."`
}

type passSwitchIn struct {
	VenueID    *rest.ID `query:"venueId" blank:"true"`
	SaleItemID *rest.ID `query:"saleItemId" blank:"true"`
}

type setPassSwitchIn struct {
	VenueID    *rest.ID `json:"venueId" doc:"This, or saleItemId."`
	SaleItemID *rest.ID `json:"saleItemId"`
	Passes     string   `json:"passes" required:"true" enum:"on,off,inherit" doc:"Passes that a phone has stay good."`
}

// passSwitches are the routes of the switches of passes.
func passSwitches(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/wallet-passes", Summary: "Read whether phones are offered passes", Tag: "Catalogue", Allow: app.ViewEvents,
			Doc: "Of what a sale item sells, or of what is at a venue. The narrowest that says anything counts: sale item, event, venue, company.",
		}, func(ctx context.Context, c *app.Caller, in passSwitchIn) (passSwitchJSON, error) {
			return rest.As(passSwitchForm)(catalog.LookAtPasses(ctx, a, c, catalog.PassSwitch{VenueID: int64(wire.Value(in.VenueID)), SaleItemID: int64(wire.Value(in.SaleItemID))}))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/wallet-passes", Summary: "Say whether phones are offered passes", Tag: "Catalogue", Allow: app.EditEvents,
			Doc: "Of what a sale item sells, or of what is at a venue. For an event: /events/ticket-access; for the company: /company/settings.",
		}, func(ctx context.Context, c *app.Caller, in setPassSwitchIn) (passSwitchJSON, error) {
			of := catalog.PassSwitch{VenueID: int64(wire.Value(in.VenueID)), SaleItemID: int64(wire.Value(in.SaleItemID))}
			if in.Passes != "inherit" {
				of.Passes = new(in.Passes == "on")
			}
			return rest.As(passSwitchForm)(catalog.SwitchPasses(ctx, a, c, of))
		}),
	}
}

func passSwitchForm(s catalog.PassSwitch) passSwitchJSON {
	out := passSwitchJSON{VenueID: wire.OrNull(s.VenueID), SaleItemID: wire.OrNull(s.SaleItemID), Passes: "inherit", OffersPasses: s.Offered}
	if s.Passes != nil {
		if out.Passes = "off"; *s.Passes {
			out.Passes = "on"
		}
	}
	return out
}

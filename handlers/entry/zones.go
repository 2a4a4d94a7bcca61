package entry

import (
	"context"
	"net/http"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type zonesIn struct {
	EventID     rest.ID      `query:"eventId" required:"true"`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type zoneIn struct {
	ZoneID      rest.ID      `query:"zoneId" required:"true"`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type zoneWithItemsJSON struct {
	_ rest.Of `rest:"zones"`
	wire.ZoneJSON
	Items []zoneItemJSON `json:"items"`
}

type zoneItemJSON struct {
	ID                  int64            `json:"id" doc:"The sale item."`
	Name                string           `json:"name"`
	Type                catalog.ItemType `json:"type"`
	Required            bool             `json:"required" doc:"The zone names the item, rather than taking all there are."`
	Attendance          int64            `json:"attendance"`
	UniqueScansIn       int64            `json:"uniqueScansIn"`
	TotalScansIn        int64            `json:"totalScansIn"`
	TotalScansOut       int64            `json:"totalScansOut"`
	AverageSecondsSpent *int64           `json:"averageSecondsSpent"`
}

// mayScan are the abilities that open a gate: those who scan, and those who run
// the event.
var mayScan = []app.Ability{app.EditEvents}

func zones(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: http.MethodGet, Path: "/zones/all", Summary: "List the zones of an event", Tag: "Door",
			Doc:   "The Entry zone, which every event owns, comes first.",
			Allow: app.ScanZones, Or: mayScan, Fields: true, Turn: rest.ForGates,
		}, func(ctx context.Context, c *app.Caller, in zonesIn) ([]wire.ZoneJSON, list.Info, error) {
			all, err := entry.ListZones(ctx, a, c, int64(in.EventID), bool(in.WithTrashed))
			out := make([]wire.ZoneJSON, len(all))
			for i, z := range all {
				out[i] = wire.ZoneForm(z)
			}
			return out, list.Held(all, list.Request{}).Info, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/zone", Summary: "Retrieve a zone with its items", Tag: "Door",
			Doc:   "A list of one zone, with the sale items that may enter it and how often they did.",
			Allow: app.ScanZones, Or: mayScan, Fields: true, Turn: rest.ForGates,
		}, func(ctx context.Context, c *app.Caller, in zoneIn) ([]zoneWithItemsJSON, error) {
			z, items, err := entry.FindZone(ctx, a, c, int64(in.ZoneID), bool(in.WithTrashed))
			return []zoneWithItemsJSON{{ZoneJSON: wire.ZoneForm(z), Items: zoneItemForms(z.Mode, items)}}, err
		}),
	}
}

func zoneItemForms(mode string, items []entry.ItemView) []zoneItemJSON {
	out := make([]zoneItemJSON, len(items))
	for i, it := range items {
		out[i] = zoneItemJSON{
			ID: it.SaleItemID, Name: it.Name, Type: it.Type, Required: it.Required,
			Attendance: it.Tally.Present(mode), UniqueScansIn: it.Tally.UniqueIn,
			TotalScansIn: it.Tally.TotalIn, TotalScansOut: it.Tally.TotalOut, AverageSecondsSpent: it.Tally.Average(),
		}
	}
	return out
}

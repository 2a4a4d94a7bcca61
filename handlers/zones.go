package handlers

import (
	"context"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/handlers/rest"
)

type zonesIn struct {
	EventID     rest.ID      `query:"eventId" required:"true"`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type zoneIn struct {
	ZoneID      rest.ID      `query:"zoneId" required:"true"`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type zoneJSON struct {
	_                       rest.Of         `rest:"zones"`
	ID                      int64           `json:"id"`
	EventID                 int64           `json:"eventId"`
	Name                    string          `json:"name"`
	AccessPermission        []string        `json:"accessPermission" doc:"Names of the items that may enter; empty when every item may."`
	Attendance              int64           `json:"attendance" doc:"Inside now; where nobody is scanned out, everyone who ever came in."`
	UniqueScansIn           int64           `json:"uniqueScansIn"`
	TotalScansIn            int64           `json:"totalScansIn"`
	TotalScansOut           int64           `json:"totalScansOut"`
	AverageSecondsSpent     *int64          `json:"averageSecondsSpent" doc:"Over the stays that have ended."`
	Capacity                *int64          `json:"capacity"`
	OpeningDate             *time.Time      `json:"openingDate"`
	ClosingDate             *time.Time      `json:"closingDate"`
	MaxAge                  *int64          `json:"maxAge"`
	MinAge                  *int64          `json:"minAge"`
	Scan                    string          `json:"scan"`
	ScansInMax              *int64          `json:"scansInMax" doc:"How often one ticket may enter; null is no limit."`
	SaleItemIDs             []int64         `json:"saleItemIds" doc:"The eligible sale items; empty when every item is."`
	Precision               bool            `json:"precision"`
	IgnoreValidity          bool            `json:"ignoreValidity"`
	HideAttendees           bool            `json:"hideAttendees"`
	IsEntry                 bool            `json:"isEntry" doc:"The zone that every event owns."`
	HasMandatoryDataCapture bool            `json:"hasMandatoryDataCapture"`
	HasOptionalDataCapture  bool            `json:"hasOptionalDataCapture"`
	HasNoDataCapture        bool            `json:"hasNoDataCapture"`
	DataCaptureFields       []zoneFieldJSON `json:"dataCaptureFields"`
	CreatedAt               time.Time       `json:"createdAt"`
	UpdatedAt               time.Time       `json:"updatedAt"`
	DeletedAt               *time.Time      `json:"deletedAt"`
}

type zoneFieldJSON struct {
	ID       int64  `json:"id"`
	Question string `json:"question"`
	Type     string `json:"type"`
	Required bool   `json:"required"`
}

type zoneWithItemsJSON struct {
	_ rest.Of `rest:"zones"`
	zoneJSON
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
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/zones/all", Summary: "List the zones of an event", Tag: "Door",
			Doc:   "The Entry zone, which every event owns, comes first.",
			Allow: app.ScanZones, Or: mayScan, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in zonesIn) ([]zoneJSON, error) {
			all, err := entry.ListZones(ctx, a, c, int64(in.EventID), bool(in.WithTrashed))
			out := make([]zoneJSON, len(all))
			for i, z := range all {
				out[i] = zoneForm(z)
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodGet, Path: "/zone", Summary: "Retrieve a zone with its items", Tag: "Door",
			Doc:   "A list of one zone, with the sale items that may enter it and how often they did.",
			Allow: app.ScanZones, Or: mayScan, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in zoneIn) ([]zoneWithItemsJSON, error) {
			z, items, err := entry.FindZone(ctx, a, c, int64(in.ZoneID), bool(in.WithTrashed))
			return []zoneWithItemsJSON{{zoneJSON: zoneForm(z), Items: zoneItemForms(z.Mode, items)}}, err
		}),
	}
}

func zoneForm(z entry.ZoneView) zoneJSON {
	return zoneJSON{
		ID: z.ID, EventID: z.EventID, Name: z.Name, AccessPermission: z.Access,
		Attendance: z.Tally.Present(z.Mode), UniqueScansIn: z.Tally.UniqueIn,
		TotalScansIn: z.Tally.TotalIn, TotalScansOut: z.Tally.TotalOut, AverageSecondsSpent: z.Tally.Average(),
		Capacity: z.Capacity, OpeningDate: z.Opening, ClosingDate: z.Closing, MaxAge: z.MaxAge, MinAge: z.MinAge,
		Scan: z.Mode, ScansInMax: z.ScansInMax, SaleItemIDs: z.SaleItemIDs, Precision: z.Precision,
		IgnoreValidity: z.IgnoreValidity, HideAttendees: z.HideAttendees, IsEntry: z.Entry,
		HasNoDataCapture: true, CreatedAt: z.CreatedAt, UpdatedAt: z.UpdatedAt, DeletedAt: z.DeletedAt,
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

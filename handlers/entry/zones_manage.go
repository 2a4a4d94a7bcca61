package entry

import (
	"context"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/entry"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// zoneFieldsIn are the settings of a zone in a request. What is absent stays.
type zoneFieldsIn struct {
	Name           *string             `json:"name" maxlen:"255"`
	Capacity       rest.Opt[int64]     `json:"capacity" min:"0" max:"10000000" doc:"People inside at once; null is no limit. Not for zones that only let in."`
	Scan           *string             `json:"scan" enum:"in,in&out,auto" doc:"in: only in; in&out: the operator chooses; auto: out when inside, else in."`
	OpeningDate    rest.Opt[rest.Time] `json:"openingDate"`
	ClosingDate    rest.Opt[rest.Time] `json:"closingDate"`
	MinAge         rest.Opt[int64]     `json:"minAge" min:"0" max:"200" doc:"In full years, on the day the event starts."`
	MaxAge         rest.Opt[int64]     `json:"maxAge" min:"0" max:"200"`
	ScansInMax     rest.Opt[int64]     `json:"scansInMax" min:"1" max:"1000000" doc:"How often one ticket may enter; null is no limit."`
	SaleItemIDs    *[]rest.ID          `json:"saleItemIds" doc:"The eligible sale items; none is every ticket, season ticket and guest. Products enter only where a zone names them."`
	Precision      *bool               `json:"precision" doc:"Ask when a ticket and its add-ons could both be meant. Automatic zones never ask."`
	IgnoreValidity *bool               `json:"ignoreValidity" doc:"The windows of the items do not count here."`
	HideAttendees  *bool               `json:"hideAttendees" doc:"Nobody lists who is inside."`
	AutoScanOut    *[]rest.Time        `json:"autoScanOut" maxitems:"20" doc:"Moments at which everybody who is inside then is scanned out; one that is past acts at once. Those that are over go from the list. Not for zones that only let in."`
}

type addZoneIn struct {
	EventID rest.ID `json:"eventId" required:"true"`
	zoneFieldsIn
}

type updateZoneIn struct {
	ID rest.ID `json:"id" required:"true"`
	zoneFieldsIn
}

type deleteZoneIn struct {
	ID rest.ID `json:"id" required:"true"`
}

func zonesManage(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/zones", Summary: "Create a zone", Tag: "Door", Status: http.StatusCreated,
			Doc:   "An event has at most 100 zones; a zone names at most 1,000 sale items.",
			Allow: app.EditEvents, Or: []app.Ability{app.EditSaleData}, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in addZoneIn) (wire.ZoneJSON, error) {
			z, err := entry.CreateZone(ctx, a, c, int64(in.EventID), in.fields())
			return wire.ZoneForm(z), err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/zones/update", Summary: "Change a zone", Tag: "Door",
			Doc:   "An Entry zone keeps its name and has no ages, hours or items of its own; its scan is in or in&out.",
			Allow: app.EditEvents, Or: []app.Ability{app.EditSaleData}, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in updateZoneIn) (wire.ZoneJSON, error) {
			z, err := entry.UpdateZone(ctx, a, c, int64(in.ID), in.fields())
			return wire.ZoneForm(z), err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodDelete, Path: "/zones", Summary: "Delete a zone", Tag: "Door",
			Doc:   "The Entry zone of an event cannot be deleted. The log of a deleted zone is kept.",
			Allow: app.EditEvents, Or: []app.Ability{app.EditSaleData},
		}, func(ctx context.Context, c *app.Caller, in deleteZoneIn) (wire.SuccessJSON, error) {
			return wire.Done(entry.DeleteZone(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/zones/restore", Summary: "Restore a deleted zone", Tag: "Door",
			Doc:   "With its rules, and with who is inside as it was.",
			Allow: app.EditEvents, Or: []app.Ability{app.EditSaleData},
		}, func(ctx context.Context, c *app.Caller, in deleteZoneIn) (wire.SuccessJSON, error) {
			return wire.Done(entry.RestoreZone(ctx, a, c, int64(in.ID)))
		}),
	}
}

func (in zoneFieldsIn) fields() entry.ZoneFields {
	f := entry.ZoneFields{
		Name: in.Name, Mode: in.Scan, Capacity: wire.Maybe(in.Capacity), MinAge: wire.Maybe(in.MinAge), MaxAge: wire.Maybe(in.MaxAge),
		ScansInMax: wire.Maybe(in.ScansInMax), Opening: wire.MaybeTime(in.OpeningDate), Closing: wire.MaybeTime(in.ClosingDate),
		Precision: in.Precision, IgnoreValidity: in.IgnoreValidity, HideAttendees: in.HideAttendees,
	}
	if in.AutoScanOut != nil {
		moments := make([]time.Time, len(*in.AutoScanOut))
		for i, t := range *in.AutoScanOut {
			moments[i] = t.Time
		}
		f.ScanOut = &moments
	}
	if in.SaleItemIDs != nil {
		ids := make([]int64, len(*in.SaleItemIDs))
		for i, id := range *in.SaleItemIDs {
			ids[i] = int64(id)
		}
		f.SaleItemIDs = &ids
	}
	return f
}

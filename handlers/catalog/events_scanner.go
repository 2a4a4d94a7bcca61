package catalog

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/seating"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type futureEventsIn struct {
	rest.Page
	Query string     `query:"query" maxlen:"255" doc:"Parts of the name, in any order; case, accents and width do not matter."`
	Date  *rest.Time `query:"date" date:"true" blank:"true" doc:"Events in progress on that day, in the event's timezone."`
}

type activatedEventsIn struct {
	EventIDs []rest.ID `json:"eventIds" required:"true" maxitems:"100"`
}

type activateEventsIn struct {
	EventIDs []rest.ID `json:"eventIDs" required:"true" maxitems:"100"`
}

type messageJSON struct {
	Message string `json:"message"`
}

// scannerListJSON is what scanning devices choose an event from.
type scannerListJSON struct {
	CompanyID   int64              `json:"companyId"`
	CompanyName string             `json:"companyName"`
	Events      []scannerEventJSON `json:"events"`
}

type scannerEventJSON struct {
	_            rest.Of           `rest:"events"`
	ID           int64             `json:"id"`
	Name         string            `json:"name"`
	City         *string           `json:"city"`
	Venue        *string           `json:"venue"`
	Start        time.Time         `json:"start"`
	End          time.Time         `json:"end"`
	Timezone     string            `json:"timezone"`
	Media        scannerMediaJSON  `json:"media"`
	ScanningMode string            `json:"scanningMode"`
	Timeslots    []scannerSlotJSON `json:"timeslots"`
	Permissions  struct {
		CanEditEvent bool `json:"canEditEvent"`
	} `json:"permissions"`
	Gates []gateJSON `json:"gates" doc:"Those on the seating plan of the event. A ticket whose seat no gate leads to may come through any."`
}

type scannerMediaJSON struct {
	HeaderImage   *rest.Path `json:"header-image"`
	ListThumbnail *rest.Path `json:"list-thumbnail"`
	MetaThumbnail *rest.Path `json:"meta-thumbnail"`
	MetaImage     *rest.Path `json:"meta-image"`
	eventMediaJSON
}

type scannerSlotJSON struct {
	ID            int64     `json:"id"`
	Name          *string   `json:"name"`
	Start         time.Time `json:"start"`
	End           time.Time `json:"end"`
	TicketTypeIDs []int64   `json:"ticketTypeIds"`
}

func scannerEvents(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/future-events", Summary: "List future events", Tag: "Catalogue",
			Doc:   "Events that are not activated yet and start in the future, by start.",
			Allow: app.ListEvents, Or: []app.Ability{app.ViewEvents}, Fields: true, Limit: catalog.MaxEventPage,
		}, func(ctx context.Context, c *app.Caller, in futureEventsIn) (scannerListJSON, list.Info, error) {
			f := catalog.FutureFilter{Query: in.Query, Date: in.Date.At(), Request: list.Request{Offset: in.Offset, Limit: in.Limit}}
			f.Day = in.Date != nil && in.Date.Day
			page, err := catalog.FutureEvents(ctx, a, c, f)
			return scannerList(ctx, a, c, page, err)
		}),
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/activated-events", Summary: "List activated events", Tag: "Catalogue",
			Doc:   "Published events in progress today, activated ones that are not over, and those over for less than a day; by start.",
			Allow: app.ListEvents, Or: []app.Ability{app.ViewEvents}, Fields: true,
		}, func(ctx context.Context, c *app.Caller, _ struct{}) (scannerListJSON, list.Info, error) {
			page, err := catalog.ActivatedEvents(ctx, a, c)
			return scannerList(ctx, a, c, page, err)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/activated-events", Summary: "Activate events for scanning devices", Tag: "Catalogue",
			Doc:   "All of them or none. Needs events.view too.",
			Allow: app.ScanZones,
		}, func(ctx context.Context, c *app.Caller, in activatedEventsIn) (messageJSON, error) {
			return messageJSON{"success"}, catalog.ActivateEvents(ctx, a, c, wire.IDs(in.EventIDs), "eventIds")
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/activateEvents", Summary: "Activate events (older spelling)", Tag: "Catalogue",
			Allow: app.ScanZones,
		}, func(ctx context.Context, c *app.Caller, in activateEventsIn) (messageJSON, error) {
			return messageJSON{"success"}, catalog.ActivateEvents(ctx, a, c, wire.IDs(in.EventIDs), "eventIDs")
		}),
	}
}

func scannerList(ctx context.Context, a *app.App, c *app.Caller, page catalog.EventPage, failed error) (out scannerListJSON, l list.Info, err error) {
	if failed != nil {
		return out, l, failed
	}
	own, err := company.Settings(ctx, a, c)
	out = scannerListJSON{CompanyID: own.ID, CompanyName: own.Name, Events: []scannerEventJSON{}}
	if err != nil {
		return out, l, err
	}
	ids := make([]int64, len(page.Events))
	for i := range page.Events {
		ids[i] = page.Events[i].ID
	}
	gates, err := seating.GatesOfEvents(ctx, a, c, ids)
	for _, e := range page.Events {
		out.Events = append(out.Events, scannerForm(c, &own, &e, gates[e.ID]))
	}
	return out, page.Info, err
}

func scannerForm(c *app.Caller, own *company.Company, e *catalog.EventView, gates []seating.NamedPart) scannerEventJSON {
	out := scannerEventJSON{
		ID: e.ID, Name: e.Name, Start: e.Start, End: e.End, Timezone: e.Timezone,
		ScanningMode: e.ScanningMode, Timeslots: []scannerSlotJSON{},
	}
	if v := e.Place; v != nil {
		out.City, out.Venue = &v.City, &v.Name
	}
	out.Media = scannerMedia(eventMedia(own, &e.Event))
	out.Permissions.CanEditEvent = c.MeetsAt(app.EditEvents, e.Subject())
	for _, s := range e.Slots {
		out.Timeslots = append(out.Timeslots, scannerSlotJSON{s.ID, wire.OrNull(s.Name), s.Start, s.End, s.ItemIDs})
	}
	for _, g := range gates {
		out.Gates = append(out.Gates, gateJSON{g.ID, g.Name})
	}
	return out
}

func scannerMedia(m eventMediaJSON) scannerMediaJSON {
	return scannerMediaJSON{address(m.PageHeader), address(m.Thumbnail), address(m.Meta), address(m.Meta), m}
}

package door

import (
	"strings"

	"marquee/app"
	"marquee/app/entry"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// zoneBody is a zone that is made or changed.
type zoneBody struct {
	Op, Name, Rules   string
	All, Event, Doors string
	EventName         string
	Entry, Goes       bool
	// Key and Value are the field that says of which zone, or of which event, it is.
	Key, Value string
}

func toDoors(v *screen.Visit, _ any) string { return v.Path("/events/%d/door", v.ID("id")) }

func newZoneScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/door/zones/new", Post: "POST /office/{alias}/events/{id}/door/zones/new", Needs: app.EditEvents,
		Template: o.Template(templates, "zone.html"), Show: showNewZone,
		Forms: map[string]screen.Then{"POST zones": {Say: "office.gate_zone_made", To: toDoors}},
	}
}

func zoneScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/door/zones/{zone}", Post: "POST /office/{alias}/events/{id}/door/zones/{zone}", Needs: app.EditEvents,
		Template: o.Template(templates, "zone.html"), Show: showZone,
		Forms: map[string]screen.Then{
			"POST zones/update": {Say: "office.saved", To: toDoors, Undo: true},
			"DELETE zones":      {Say: "office.gate_zone_deleted", To: toDoors, Restore: "POST zones/restore"},
		},
	}
}

// start reads the event of a zone.
func start(v *screen.Visit, op string) (*zoneBody, *office.Event, error) {
	e, err := office.ReadEvent(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return nil, nil, err
	}
	v.Inside(&e.EventView)
	at := v.Path("/events/%d", e.ID)
	body := &zoneBody{Op: op, All: v.Path("/events"), Event: at, Doors: at + "/door", EventName: e.Name}
	v.Body.It = body
	return body, &e, nil
}

// showNewZone shows a zone that is to be made.
func showNewZone(v *screen.Visit) error {
	body, e, err := start(v, "POST zones")
	if err != nil {
		return err
	}
	body.Name, body.Key, body.Value = v.View.T("office.gate_new_zone"), "eventId", screen.Number(e.ID)
	v.View.Title = body.Name
	fill(v, "POST zones", e, &entry.Zone{Mode: entry.ScanInOut}).Put("eventId", e.ID)
	return nil
}

// showZone shows a zone, to be changed or deleted.
func showZone(v *screen.Visit) error {
	body, e, err := start(v, "POST zones/update")
	if err != nil {
		return err
	}
	z, _, err := entry.FindZone(v.R.Context(), v.App, v.Caller, v.ID("zone"), false)
	if err == nil && z.EventID != e.ID {
		err = app.Missing("page")
	}
	if err != nil {
		return err
	}
	body.Name, body.Rules, body.Entry, body.Goes = zoneName(v, &z.Zone), rulesOf(v, &z), z.Entry, !z.Entry
	body.Key, body.Value = "id", screen.Number(z.ID)
	v.View.Title = body.Name
	f := fill(v, "POST zones/update", e, &z.Zone)
	f.Put("id", z.ID)
	f.About("zones", z.ID)
	v.Body.Add("DELETE zones").Put("id", z.ID)
	return nil
}

// fill fills a form with what a zone is.
func fill(v *screen.Visit, op string, e *office.Event, z *entry.Zone) *screen.Form {
	f := v.Body.Add(op)
	ids := []string{}
	for _, id := range z.SaleItemIDs {
		ids = append(ids, screen.Number(id))
	}
	f.Fill(map[string]any{
		"name": z.Name, "capacity": z.Capacity, "scan": z.Mode, "openingDate": z.Opening, "closingDate": z.Closing, "minAge": z.MinAge, "maxAge": z.MaxAge,
		"scansInMax": z.ScansInMax, "saleItemIds": ids, "precision": z.Precision, "ignoreValidity": z.IgnoreValidity, "hideAttendees": z.HideAttendees,
	})
	for _, mode := range entry.Modes() {
		f.Lists["scan"] = append(f.Lists["scan"], screen.Option{Value: mode, Text: v.View.T("office.gate_scan_" + strings.ReplaceAll(mode, "&", "_"))})
	}
	for i := range e.Items {
		if it := &e.Items[i]; it.Type.Scannable() {
			f.Lists["saleItemIds"] = append(f.Lists["saleItemIds"], screen.Option{Value: screen.Number(it.ID), Text: it.Item.Name})
		}
	}
	return f
}

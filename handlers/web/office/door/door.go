package door

import (
	"html/template"
	"strings"

	"marquee/app"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/app/report"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
)

// doorBody is how the doors of an event go.
type doorBody struct {
	D           *office.Door
	Live        *screen.Live
	All, Event  string
	Codes, Scan string
	NewZone     string
	Zones       []zoneCard
	// Picture and Table are who was inside, empty for those who see no figures.
	Picture, Table template.HTML
	// Query is who was looked for, and Found who was found.
	Query string
	Found []foundRow
	// Lost tells that nobody was.
	Lost bool
}

// zoneCard is a zone with its rules.
type zoneCard struct{ Name, Inside, Rules, To string }

// foundRow is a guest who was looked for.
type foundRow struct{ Who, What, Order, State string }

func doorScreen(t *page.Template) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/door", Post: "POST /office/{alias}/events/{id}/door", Needs: door.Supervisors,
		Template: t, Show: func(v *screen.Visit) error { return showDoor(v, t) },
		Forms: map[string]screen.Then{
			seenOperation:               {Say: "office.gate_looked", Undo: true},
			"POST orders/admit-tickets": {Say: "office.gate_let_in"},
		},
	}
}

// showDoor shows how the doors of an event go.
func showDoor(v *screen.Visit, t *page.Template) error {
	if err := report.CatchUp(v.R.Context(), v.App, v.Caller.CompanyID); err != nil {
		return err
	}
	d, err := office.ReadDoor(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return err
	}
	v.Inside(&d.EventView)
	v.View.Title = v.View.T("office.door")
	body := &doorBody{D: &d, All: v.Path("/events"), Event: v.Path("/events/%d", d.ID), Codes: "/staff/events/" + screen.Number(d.ID)}
	if body.Live, err = liveParts(v, t, &d); err != nil {
		return err
	}
	at := v.Path("/events/%d/door/zones", d.ID)
	edits := v.Holds(app.EditEvents)
	if edits {
		body.NewZone = at + "/new"
	}
	for i := range d.Zones {
		z := &d.Zones[i]
		card := zoneCard{Name: zoneName(v, &z.Zone), Inside: v.View.T("office.gate_inside_n", "n", z.Tally.Present(z.Mode)), Rules: rulesOf(v, z)}
		if edits {
			card.To = at + "/" + screen.Number(z.ID)
		}
		body.Zones = append(body.Zones, card)
	}
	if v.Caller.MeetsAt(app.ViewReports, d.Subject()) {
		c, err := report.Draw(v.R.Context(), v.App, v.Caller, report.AskPicture{EventID: d.ID, Picture: report.ZonesByTime, Language: string(v.View.Lang)})
		if err != nil {
			return err
		}
		body.Picture, body.Table = template.HTML(c.SVG()), template.HTML(c.Table())
	}
	v.Body.Add(seenOperation).Fill(map[string]any{"seen": false})
	v.Body.Add("POST orders/admit-tickets")
	v.Body.It = body
	return body.find(v, d.Zones[0].ID)
}

// find looks for a guest.
func (body *doorBody) find(v *screen.Visit, zone int64) error {
	body.Query = strings.TrimSpace(v.R.URL.Query().Get("q"))
	if body.Query == "" || len(body.Query) > screen.MaxSearch || !v.Holds(app.AnyOf{app.ScanZones, app.EditEvents}) {
		return nil
	}
	found, err := entry.ListZoneItems(v.R.Context(), v.App, v.Caller, entry.ZoneItemQuery{ZoneID: zone, Query: body.Query, Request: list.Request{Limit: maxFound}})
	if app.KindOf(err) == app.Forbidden { // of a zone that hides who is there
		err = nil
	}
	for i := range found.Items {
		it := &found.Items[i]
		row := foundRow{Who: it.Name, What: it.Item.SaleName, Order: it.Reference, State: "office.gate_not_in"}
		if row.Who == "" {
			row.Who = screen.GroupedCode(it.Reference)
		}
		if it.Zone.Inside || it.Zone.In > 0 {
			row.State = "office.gate_is_in"
		}
		row.State = v.View.T(row.State)
		body.Found = append(body.Found, row)
	}
	body.Lost = len(body.Found) == 0
	return err
}

// maxFound is how many guests are shown that somebody looked for.
const maxFound = 20

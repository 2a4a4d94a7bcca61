package event

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// basicsBody is the name, the time and the place of an event.
type basicsBody struct {
	E         *office.Event
	Event     string
	All       string
	Languages []screen.Tab
	People    string // how many have tickets
}

func basicsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/basics", Post: "POST /office/{alias}/events/{id}/basics", Needs: app.EditEvents,
		Template: o.Template(templates, "basics.html"), Show: showBasics,
		Forms: map[string]screen.Then{"POST events/update": {Say: "office.saved", Undo: true}},
	}
}

// showBasics shows the name, the time and the place of an event, to be changed.
func showBasics(v *screen.Visit) error {
	v.Writing()
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.basics")
	body := &basicsBody{E: e, Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), Languages: v.TextTabs()}
	if e.Sold > 0 {
		body.People = v.View.T("office.people_have_tickets", "n", e.Sold)
	}
	v.Body.It = body
	f := v.Body.Add("POST events/update")
	f.Since = e.UpdatedAt
	f.About("events", e.ID)
	f.Fill(map[string]any{
		"id": e.ID, "name": e.Name, "summary": e.Page.Summary, "description": e.Description, "travel": e.Page.Travel,
		"startDate": e.Start, "endDate": e.End, "timezone": e.Timezone, "venueId": screen.IdOr(e.VenueID),
		"organiser.name": e.OrganiserName, "organiser.email": e.OrganiserEmail, "organiser.phone": e.OrganiserPhone,
		"isHidden": e.Hidden, "settings.isOnlineOnly": e.OnlineOnly,
		"venue.name": "", "venue.address": "", "venue.postcode": "", "venue.city": "", "venue.region": "",
	})
	f.Lists["timezone"] = screen.Zones(e.Timezone, v.Company.Timezone)
	f.Lists["venueId"], err = venues(v, v.View.T("office.no_place"))
	signTexts(f, &e.Stored, body.Languages)
	return err
}

// signTexts says at each language how many of the texts of a form are missing in it.
func signTexts(f *screen.Form, e *catalog.Event, tabs []screen.Tab) {
	for i := range tabs {
		n := 0
		for _, name := range e.Lacks(app.Language{Asked: f.Visit.Company.Locales[i], Fallback: f.Visit.Company.Locales[0]}) {
			if _, shown := f.Values[name]; shown {
				n++
			}
		}
		if tabs[i].Lacks = n > 0; tabs[i].Lacks {
			tabs[i].Sign = f.V.T("office.missing_texts", "n", n)
			continue
		}
		tabs[i].Sign = f.V.T("office.texts_there")
	}
}

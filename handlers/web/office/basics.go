package office

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/office"
	"marquee/handlers/web/words"
)

// basicsBody is the name, the time and the place of an event.
type basicsBody struct {
	E         *office.Event
	Event     string
	All       string
	Languages []tab
	People    string // how many have tickets
}

func (o *Office) basics() *screen {
	return &screen{
		get: "GET /office/{alias}/events/{id}/basics", post: "POST /office/{alias}/events/{id}/basics", needs: app.EditEvents,
		template: o.template("basics.html"), show: (*visit).showBasics,
		forms: map[string]then{"POST events/update": {say: "office.saved", undo: true}},
	}
}

// showBasics shows the name, the time and the place of an event, to be changed.
func (v *visit) showBasics() error {
	v.writing()
	e, err := v.readEvent()
	if err != nil {
		return err
	}
	v.view.Title = v.view.T("office.basics")
	body := &basicsBody{E: e, Event: v.path("/events/%d", e.ID), All: v.path("/events"), Languages: v.textTabs()}
	if e.Sold > 0 {
		body.People = v.view.T("office.people_have_tickets", "n", e.Sold)
	}
	v.body.It = body
	f := v.body.form("POST events/update")
	f.since = e.UpdatedAt
	f.about("events", e.ID)
	f.fill(map[string]any{
		"id": e.ID, "name": e.Name, "summary": e.Page.Summary, "description": e.Description, "travel": e.Page.Travel,
		"startDate": e.Start, "endDate": e.End, "timezone": e.Timezone, "venueId": idOr(e.VenueID),
		"organiser.name": e.OrganiserName, "organiser.email": e.OrganiserEmail, "organiser.phone": e.OrganiserPhone,
		"isHidden": e.Hidden, "settings.isOnlineOnly": e.OnlineOnly,
		"venue.name": "", "venue.address": "", "venue.postcode": "", "venue.city": "", "venue.region": "",
	})
	f.lists["timezone"] = zones(e.Timezone, v.company.Timezone)
	f.lists["venueId"], err = venues(v, v.view.T("office.no_place"))
	signTexts(f, &e.Stored, body.Languages)
	return err
}

// signTexts says at each language how many of the texts of a form are missing in it.
func signTexts(f *form, e *catalog.Event, tabs []tab) {
	for i := range tabs {
		n := 0
		for _, name := range e.Lacks(app.Language{Asked: f.visit.company.Locales[i], Fallback: f.visit.company.Locales[0]}) {
			if _, shown := f.values[name]; shown {
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

// textTabs are the languages of the company's texts, where there are several.
func (v *visit) textTabs() (all []tab) {
	if len(v.company.Locales) < 2 {
		return nil
	}
	for _, l := range v.company.Locales {
		text := l
		for _, known := range words.Languages {
			if string(known) == l {
				text = words.Text(known, "page.language")
			}
		}
		all = append(all, tab{Text: text, To: v.r.URL.Path + "?" + textQuery + "=" + l, Here: l == v.caller.Language.Asked})
	}
	return all
}

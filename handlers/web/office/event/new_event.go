package event

import (
	"marquee/handlers/web/office/screen"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
)

// newBody is what making something needs beside its form.
type newBody struct{ Back string }

func newEventScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/new", Post: "POST /office/{alias}/events/new", Needs: app.CreateEvents,
		Template: o.Template(templates, "new_event.html"), Show: showNewEvent,
		Forms: map[string]screen.Then{"POST events": {Say: "office.made", To: toMade}},
	}
}

// showNewEvent asks for what an event cannot be without.
func showNewEvent(v *screen.Visit) error {
	v.Writing()
	v.View.Title = v.View.T("office.new_event")
	v.Body.It = &newBody{Back: v.Path("/events")}
	begin := time.Date(v.App.Now().In(v.Zone).Year(), v.App.Now().In(v.Zone).Month(), v.App.Now().In(v.Zone).Day()+28, 20, 0, 0, 0, v.Zone)
	f := v.Body.Add("POST events").Fill(map[string]any{
		"name": "", "startDate": begin, "endDate": begin.Add(3 * time.Hour), "venueId": "",
		"venue.name": "", "venue.address": "", "venue.postcode": "", "venue.city": "", "venue.region": "",
	})
	places, err := venues(v, v.View.T("office.choose_place"))
	f.Lists["venueId"] = places
	return err
}

// toMade leads to the event that was made.
func toMade(v *screen.Visit, out any) string {
	return v.Path("/events/%d", rest.IDOf(out))
}

// venues are the places to choose from, none first.
func venues(v *screen.Visit, none string) ([]screen.Option, error) {
	all := []screen.Option{{Text: none}}
	if !v.Holds(app.AnyOf{app.ViewVenues, app.ViewEvents}) {
		return all, nil
	}
	list, err := catalog.ListVenues(v.R.Context(), v.App, v.Caller, catalog.ItemFilter{})
	if app.KindOf(err) == app.Forbidden {
		return all, nil
	}
	for i := range list.Venues {
		p := &list.Venues[i]
		all = append(all, screen.Option{Value: screen.Number(p.ID), Text: p.NameOnLine() + ", " + p.City})
	}
	return all, err
}

package office

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
)

// newBody is what making something needs beside its form.
type newBody struct{ Back string }

func (o *Office) newEvent() *screen {
	return &screen{
		get: "GET /office/{alias}/events/new", post: "POST /office/{alias}/events/new", needs: app.CreateEvents,
		template: o.template("new_event.html"), show: showNewEvent,
		forms: map[string]then{"POST events": {say: "office.made", to: toMade}},
	}
}

// showNewEvent asks for what an event cannot be without.
func showNewEvent(v *visit) error {
	v.writing()
	v.view.Title = v.view.T("office.new_event")
	v.body.It = &newBody{Back: v.path("/events")}
	begin := time.Date(v.app.Now().In(v.zone).Year(), v.app.Now().In(v.zone).Month(), v.app.Now().In(v.zone).Day()+28, 20, 0, 0, 0, v.zone)
	f := v.body.form("POST events").fill(map[string]any{
		"name": "", "startDate": begin, "endDate": begin.Add(3 * time.Hour), "venueId": "",
		"venue.name": "", "venue.address": "", "venue.postcode": "", "venue.city": "", "venue.region": "",
	})
	places, err := venues(v, v.view.T("office.choose_place"))
	f.lists["venueId"] = places
	return err
}

// toMade leads to the event that was made.
func toMade(v *visit, out any) string {
	return v.path("/events/%d", rest.IDOf(out))
}

// venues are the places to choose from, none first.
func venues(v *visit, none string) ([]Option, error) {
	all := []Option{{Text: none}}
	if !v.holds(app.AnyOf{app.ViewVenues, app.ViewEvents}) {
		return all, nil
	}
	list, err := catalog.ListVenues(v.r.Context(), v.app, v.caller, catalog.ItemFilter{})
	if app.KindOf(err) == app.Forbidden {
		return all, nil
	}
	for i := range list.Venues {
		p := &list.Venues[i]
		all = append(all, Option{Value: number(p.ID), Text: p.NameOnLine() + ", " + p.City})
	}
	return all, err
}

package imports

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
)

func events() *Type {
	return &Type{
		Name: "events", About: "Events. Found by id, else by external id, else by name and start. New ones are neither published nor on sale unless a column says so.",
		Needs: []app.Ability{app.CreateEvents, app.EditEvents},
		Fields: append(pageTexts(), []Field{
			{Name: "id", About: "Number of an event that is there.", Unique: true},
			{Name: "externalId", About: "What another system calls the event.", Also: []string{"event id", "external id"}, Unique: true},
			{Name: "name", About: "Name.", Also: []string{"event", "event name", "title", "titel", "veranstaltung", "événement"}},
			{Name: "startDate", About: "Start, by the clocks at the event.", Also: []string{"start", "start date", "event date", "date", "beginn", "début"}},
			{Name: "endDate", About: "End; a day alone is wholly there. Three hours behind the start where there is none.", Also: []string{"end", "end date", "ende", "fin"}},
			{Name: "timezone", About: "Time zone, such as Europe/Berlin; else the company's.", Also: []string{"time zone", "zeitzone"}},
			{Name: "venueId", About: "Number of the venue."},
			{Name: "venueExternalId", About: "What another system calls the venue.", Wire: []string{"venue.externalId"}},
			{Name: "venue", About: "Name of the venue.", Wire: []string{"venue.name", "venueId"}, Also: []string{"venue name", "location", "ort", "lieu"}},
			{Name: "onlineOnly", About: "Yes or no: it takes place nowhere.", Wire: []string{"isOnlineOnly"}},
			{Name: "description", About: "Description."},
			{Name: "organiserName", About: "Organiser.", Wire: []string{"organiser.name"}, Also: []string{"organizer", "organiser", "veranstalter"}},
			{Name: "organiserEmail", About: "Their e-mail address.", Wire: []string{"organiser.email"}},
			{Name: "organiserPhone", About: "Their telephone number.", Wire: []string{"organiser.phone"}},
			{Name: "maxTicketsPerCustomer", About: "How many tickets one customer may buy.", Wire: []string{"settings.maxTicketsPerCustomer"}},
			{Name: "capacity", About: "How many units of all types are sold.", Wire: []string{"capacities"}, Also: []string{"event capacity"}},
			{Name: "tags", About: "Names of tags, in one cell."},
			{Name: "isPublished", About: "Yes or no.", Also: []string{"published"}},
			{Name: "onSale", About: "Yes or no.", Also: []string{"on sale"}},
			{Name: "isHidden", About: "Yes or no.", Also: []string{"hidden"}},
		}...),
		Apply: applyEvent,
	}
}

// pageTexts are the columns of what the page says.
func pageTexts() (all []Field) {
	for _, t := range catalog.PageTextList {
		all = append(all, Field{Name: t.Name, About: t.Doc})
	}
	return all
}

// usualLength is how long an event is of which a file has no end.
const usualLength = 3 * time.Hour

func applyEvent(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	known, err := r.knownEvent()
	if err != nil || r.failed() {
		return m, err
	}
	where, before := d.own.Location(), catalog.Event{}
	if known != 0 {
		if before, err = catalog.EventByID(d.tx, known); err != nil {
			return m, err
		}
		where = before.Location()
	}
	in := r.eventChange(where)
	if err := r.venue(&in); err != nil || r.failed() {
		return m, err
	}
	if known != 0 {
		v, _, err := catalog.UpdateEvent(ctx, d.app, d.caller, known, in, nil)
		return made{id: known, did: changedIf(!v.Event.UpdatedAt.Equal(before.UpdatedAt))}, err
	}
	no := false
	for _, f := range []**bool{&in.Published, &in.OnSale} {
		if *f == nil {
			*f = &no
		}
	}
	if in.End == nil && in.Start != nil {
		end := in.Start.Add(usualLength)
		in.End = &end
	}
	v, err := catalog.CreateEvent(ctx, d.app, d.caller, in)
	return made{id: v.Event.ID, did: Created}, err
}

// changedIf is the outcome for a record that was there.
func changedIf(yes bool) Outcome {
	if yes {
		return Changed
	}
	return Unchanged
}

// eventChange is what a row says of an event; its times are on the clocks of where it takes
// place, or will by the row.
func (r record) eventChange(where *time.Location) catalog.EventChange {
	in := catalog.EventChange{
		Name: r.given("name"), ExternalID: r.maybe("externalId"), Description: r.maybe("description"), Timezone: r.given("timezone"),
		OrganiserName: r.maybe("organiserName"), OrganiserEmail: r.maybe("organiserEmail"), OrganiserPhone: r.maybe("organiserPhone"),
		OnlineOnly: r.flag("onlineOnly"), MaxTickets: maybe(r.number("maxTicketsPerCustomer")),
		Capacities: catalog.CapacityChange{Event: maybe(r.number("capacity"))},
		Published:  r.flag("isPublished"), OnSale: r.flag("onSale"), Hidden: r.flag("isHidden"),
	}
	for i, t := range catalog.PageTextList {
		*in.Page.At(i) = r.maybe(t.Name)
	}
	if in.Timezone != nil {
		zone, err := time.LoadLocation(*in.Timezone)
		if err != nil {
			r.note("timezone", "is not a known time zone")
			return in
		}
		where = zone
	}
	in.Start, in.End = r.moment("startDate", where), r.end("endDate", where)
	if r.text("tags") != "" {
		tags := []catalog.TagRef{}
		for _, name := range r.list("tags") {
			tags = append(tags, catalog.TagRef{Name: name})
		}
		in.Tags = &tags
	}
	return in
}

// knownEvent finds the event of a row, 0 for a new one. A start is compared on the clocks
// that the row names, or else on those of each event.
func (r record) knownEvent() (int64, error) {
	if r.text("id") != "" {
		return r.eventWithID("id")
	}
	if external := r.text("externalId"); external != "" {
		e, found, err := catalog.EventByExternalID(r.d.tx, external)
		if err != nil || found {
			return e.ID, err
		}
		return 0, nil
	}
	if r.text("name") == "" || r.text("startDate") == "" {
		return 0, nil
	}
	zone, err := time.LoadLocation(r.text("timezone"))
	if err != nil {
		r.note("timezone", "is not a known time zone")
		return 0, nil
	}
	all, err := catalog.EventsCalled(r.d.tx, r.text("name"), maxCalled)
	for i := range all {
		where := all[i].Location()
		if r.text("timezone") != "" {
			where = zone
		}
		if at := r.moment("startDate", where); at != nil && (&occasion{at: *at}).is(all[i].Start, where) {
			return all[i].ID, err
		}
	}
	return 0, err
}

// venue finds the venue of a row.
func (r record) venue(in *catalog.EventChange) error {
	if r.text("venueId") != "" {
		in.VenueID = catalog.Is(r.id("venueId"))
		return nil
	}
	if external := r.text("venueExternalId"); external != "" {
		v, found, err := catalog.VenueByExternalID(r.d.tx, external)
		if err == nil && !found {
			r.note("venueExternalId", "is no venue that there is")
		}
		in.VenueID = catalog.Is(v.ID)
		return err
	}
	name := r.text("venue")
	if name == "" {
		return nil
	}
	all, err := catalog.VenuesCalled(r.d.tx, name, 2)
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		r.note("venue", "is no venue that there is")
	case len(all) > 1:
		r.note("venue", "is the name of several venues")
	default:
		in.VenueID = catalog.Is(all[0].ID)
	}
	return nil
}

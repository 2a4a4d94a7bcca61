package message

import (
	"context"
	"fmt"
	"slices"

	// Folds long lines, escapes texts and writes times as calendars read them.
	ics "github.com/arran4/golang-ical"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
)

// Calendar is the events of what a download link opens as an iCalendar file, by start.
func Calendar(ctx context.Context, a *app.App, token, language string) (string, error) {
	o, err := open(ctx, a, token)
	if err != nil {
		return "", err
	}
	texts, _ := o.speaking(language)
	cal := ics.NewCalendarFor("Marquee")
	cal.SetMethod(ics.MethodPublish)
	for _, e := range o.byStart() {
		entry(cal, o.company.Alias, &e, o.venues, texts).SetDescription(o.order.Reference)
	}
	return cal.Serialize(ics.WithNewLineWindows), nil
}

// EventCalendar is an event that a company announces as an iCalendar file, for who wants to
// be there and has no tickets yet.
func EventCalendar(ctx context.Context, a *app.App, own *company.Company, c *app.Caller, eventID int64) (text string, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		e, err := catalog.SharedEvent(r, eventID)
		if err == nil && (e.DeletedAt != nil || !e.Published) {
			err = app.Missing("event")
		}
		if err != nil {
			return err
		}
		venues, err := catalog.VenuesByID(r, []int64{e.VenueID})
		if err != nil {
			return err
		}
		cal := ics.NewCalendarFor("Marquee")
		cal.SetMethod(ics.MethodPublish)
		entry(cal, own.Alias, e, venues, c.Language)
		text = cal.Serialize(ics.WithNewLineWindows)
		return nil
	})
	return text, err
}

func (o *opened) byStart() []catalog.Event {
	var all []catalog.Event
	for _, e := range o.events {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b catalog.Event) int {
		if c := a.Start.Compare(b.Start); c != 0 {
			return c
		}
		return int(a.ID - b.ID)
	})
	return all
}

// entry adds an event. Its number stays, so that a calendar replaces what it has by
// what is newer.
func entry(cal *ics.Calendar, alias string, e *catalog.Event, venues map[int64]catalog.Venue, texts app.Language) *ics.VEvent {
	v := cal.AddEvent(fmt.Sprintf("event-%d@%s.marquee", e.ID, alias))
	v.SetDtStampTime(e.UpdatedAt)
	v.SetModifiedAt(e.UpdatedAt)
	v.SetStartAt(e.Start)
	v.SetEndAt(e.End)
	v.SetSummary(e.NameIn(texts))
	v.SetSequence(int(e.UpdatedAt.Unix() - e.CreatedAt.Unix()))
	if venue, ok := venues[e.VenueID]; ok {
		v.SetLocation(joined(venue.Name, address(&venue)))
	}
	if e.CancelledAt != nil {
		v.SetStatus(ics.ObjectStatusCancelled)
	}
	return v
}

func joined(name, place string) string {
	if place == "" {
		return name
	}
	return name + ", " + place
}

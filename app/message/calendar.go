package message

import (
	"context"
	"fmt"

	// Folds long lines, escapes texts and writes times as calendars read them.
	ics "github.com/arran4/golang-ical"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
)

// Calendar is the events and slots of what a download link opens as an iCalendar file, by start.
func Calendar(ctx context.Context, a *app.App, token, language string) (string, error) {
	o, err := open(ctx, a, token)
	if err != nil {
		return "", err
	}
	texts, _ := o.speaking(language)
	cal := ics.NewCalendarFor("Marquee")
	cal.SetMethod(ics.MethodPublish)
	for i := range o.showings {
		entry(cal, o.company.Alias, &o.showings[i], o.venues, texts).SetDescription(o.order.Reference)
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
		entry(cal, own.Alias, &catalog.Showing{Event: e}, venues, c.Language)
		text = cal.Serialize(ics.WithNewLineWindows)
		return nil
	})
	return text, err
}

// entry adds an event, or a slot of one. Its number stays, so that a calendar replaces what it
// has by what is newer. Calendars show a place on one line.
func entry(cal *ics.Calendar, alias string, s *catalog.Showing, venues map[int64]catalog.Venue, texts app.Language) *ics.VEvent {
	e := s.Event
	id, name := fmt.Sprintf("event-%d", e.ID), e.NameIn(texts)
	if s.Slot != nil {
		id = fmt.Sprintf("%s-slot-%d", id, s.Slot.ID)
		if of := s.Slot.NameIn(texts); of != "" {
			name += " – " + of
		}
	}
	changed := s.ChangedAt()
	v := cal.AddEvent(id + "@" + alias + ".marquee")
	v.SetDtStampTime(changed)
	v.SetModifiedAt(changed)
	v.SetStartAt(s.Start())
	v.SetEndAt(s.End())
	v.SetSummary(name)
	v.SetSequence(int(changed.Unix() - e.CreatedAt.Unix()))
	if venue, ok := venues[e.VenueID]; ok {
		v.SetLocation(joined(venue.NameOnLine(), venue.OneLine()))
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

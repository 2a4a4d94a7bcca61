package message

import (
	"context"
	"fmt"
	"slices"

	// Folds long lines, escapes texts and writes times as calendars read them.
	ics "github.com/arran4/golang-ical"

	"marquee/app"
	"marquee/app/catalog"
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
		o.entry(cal, &e, texts)
	}
	return cal.Serialize(ics.WithNewLineWindows), nil
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
func (o *opened) entry(cal *ics.Calendar, e *catalog.Event, texts app.Language) {
	v := cal.AddEvent(fmt.Sprintf("event-%d@%s.marquee", e.ID, o.company.Alias))
	v.SetDtStampTime(e.UpdatedAt)
	v.SetModifiedAt(e.UpdatedAt)
	v.SetStartAt(e.Start)
	v.SetEndAt(e.End)
	v.SetSummary(e.NameIn(texts))
	v.SetSequence(int(e.UpdatedAt.Unix() - e.CreatedAt.Unix()))
	if venue, ok := o.venues[e.VenueID]; ok {
		v.SetLocation(joined(venue.Name, address(&venue)))
	}
	v.SetDescription(o.order.Reference)
	if e.CancelledAt != nil {
		v.SetStatus(ics.ObjectStatusCancelled)
	}
}

func joined(name, place string) string {
	if place == "" {
		return name
	}
	return name + ", " + place
}

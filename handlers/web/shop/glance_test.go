package shop_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
)

// TestDatesOfAShow: a show on several dates is one card that says them, and the page of each
// date leads to the others.
func TestDatesOfAShow(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	events := []int64{1}
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		for n := range 5 {
			e, err := catalog.Events.Get(tx, 1)
			if err != nil {
				return err
			}
			e.ID, e.Name = 0, "The same in week "+strconv.Itoa(n+2)
			e.Start, e.End = w.Clock.Now().AddDate(0, 0, 7*(n+1)), w.Clock.Now().AddDate(0, 0, 7*(n+1)+1)
			e.Hidden = n == 4
			if err := errors.Join(catalog.Events.Insert(tx, &e), catalog.PortsOf(tx).EventCreated(tx, &e)); err != nil {
				return err
			}
			events = append(events, e.ID)
		}
		return nil
	}))
	name := "Every week"
	_, err := catalog.CreateSchedule(t.Context(), w.App, w.A.Owner, catalog.ScheduleChange{Name: &name, EventIDs: &events})
	is.NoErr(err)
	b := w.browser(t)
	b.open(w.path(""))
	is.Equal(strings.Count(b.page, "The same in week"), 0)
	b.says("Also on", "and one more date")
	b.open(w.path("/events/1"))
	for _, id := range events[1:5] {
		is.True(strings.Contains(b.page, `href="`+w.path("/events/"+strconv.FormatInt(id, 10))+`"`))
	}
	is.True(!strings.Contains(b.page, `href="`+w.path("/events/"+strconv.FormatInt(events[5], 10))+`"`)) // hidden
}

// TestLanguageInTheAddress: it counts for the page and the next ones, and not against a choice
// that is made on it.
func TestLanguageInTheAddress(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1?lang=de"))
	b.says("Kalender", "Teilen")
	is.True(strings.Contains(b.page, `name="to" value="`+w.path("/events/1")+`"`))
	b.open(w.path("/events/1"))
	b.says("Kalender")
	b.open(w.path("/events/1?lang=xx"))
	b.says("Kalender")
	for _, want := range []string{`hreflang="fr"`, `hreflang="x-default"`, `twitter:card`, `https://www.openstreetmap.org/`, `data-share="`} {
		if !strings.Contains(b.page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

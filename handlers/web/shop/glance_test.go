package shop_test

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
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
			if err := errors.Join(indexes.Forge(catalog.Events).Insert(tx, &e), catalog.PortsOf(tx).EventCreated(tx, &e)); err != nil {
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

// TestNoPageAnswersAForm: a browser that goes back never asks whether to send a form again, as
// no page is the answer to one, refusals neither. The page is for that browser alone.
func TestNoPageAnswersAForm(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	for _, f := range []struct {
		path  string
		stand string
		form  []string
	}{
		{"/checkout", "#problems", []string{"email", "zoe"}},
		{"/basket/code", "", []string{"code", "NOPE"}},
		{"/events/1/code", "#code", []string{"code", "NOPE"}},
		{"/events/1", "#offers", []string{"item", "99", "do", "more"}},
		{"/account", "", []string{"email", "no"}},
		{"/voucher", "", []string{"code", "NOPE"}},
		{"/pay", "", []string{"card", "1"}},
		{"/events/99/code", "", []string{"code", "NOPE"}},
		{"/events/1/calendar.ics", "", nil},
	} {
		b.send(w.path(f.path), f.form...)
		if b.method != http.MethodGet {
			t.Errorf("%s answers with a page", f.path)
		}
		if !strings.HasSuffix(b.whole, f.stand) {
			t.Errorf("%s leads to %s, not to %s", f.path, b.whole, f.stand)
		}
	}
	b.send(w.path("/checkout"), "email", "zoe")
	whole, _, _ := strings.Cut(b.whole, "#")
	b.open(whole)
	is.Equal(b.status, 422)
	b.says(`value="zoe"`)
	other := w.browser(t)
	other.open(whole)
	is.True(other.status == 200 && !strings.Contains(other.page, "zoe"))
	w.Clock.Jump(time.Hour)
	b.open(whole)
	is.True(b.status == 200 && !strings.Contains(b.whole, "again="))
}

// TestFormerAddressesOfAShop: a company that has another alias is found under those it had.
func TestFormerAddressesOfAShop(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	old, alias := w.path("/events/1?lang=de"), "seebuehne-kultur"
	_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Alias: &alias})
	is.NoErr(err)
	b := w.browser(t)
	b.open(old)
	is.Equal(b.status, 200)
	is.Equal(b.at, "/shop/seebuehne-kultur/events/1?lang=de")
	_, err = company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Alias: &w.alias})
	is.NoErr(err)
	b.open("/shop/seebuehne-kultur")
	is.Equal(b.at, w.path(""))
}

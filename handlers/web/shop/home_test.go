package shop_test

import (
	"errors"
	"net/http"
	"regexp"
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

// alone makes the company of the town the only one that strangers meet.
func (w *town) alone(t *testing.T) {
	t.Helper()
	yes := true
	_, err := company.ChangeSettings(t.Context(), w.App, w.B.Owner, company.SettingsChange{Demo: &yes})
	_, placed := company.Place(t.Context(), w.App, w.A.Owner, company.Placement{CompanyID: w.B.Company.ID, ParentID: w.A.Company.ID})
	if err := errors.Join(err, placed); err != nil {
		t.Fatal(err)
	}
}

// openAs asks for a page as a browser that speaks a language does.
func (b *browser) openAs(path, language string) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), "GET", b.town.server.URL+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	r.Header.Set("Accept-Language", language)
	b.show(r)
}

// TestTheAddressOfTheServerIsTheShop: where there is one company to meet, with its brand, its
// prices, and in the language of who comes.
func TestTheAddressOfTheServerIsTheShop(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.alone(t)
	b := w.browser(t)
	b.open(w.path(""))
	price := regexp.MustCompile(`class="price">([^<]+)<`).FindStringSubmatch(b.page)[1]
	b.openAs("/", "de")
	b.says(`<html lang="de"`, "Lanterns by the Lake", `<link rel="canonical" href="`+w.server.URL+w.path("")+`">`, `content="Twin Festivals"`, `href="/staff"`, "Demo: Kartenzahlungen")
	b.openAs("/", "en")
	b.says(price)
	is.True(strings.Contains(b.page, "--fill:#F2A33A"))
}

// TestTheAddressOfTheServerListsAll: several companies stand there with what they announce; of
// a closed shop nothing leads anywhere.
func TestTheAddressOfTheServerListsAll(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	is.NoErr(w.App.UpdateCompany(t.Context(), w.B.Company.ID, func(tx app.Tx) error {
		for _, e := range []catalog.Event{
			{Name: "Open <script>alert(1)</script> night", Published: true}, {Name: "Draft night"}, {Name: "Hidden night", Published: true, Hidden: true},
			{Name: "Past night", Published: true, Start: w.Clock.Now().Add(-48 * time.Hour), End: w.Clock.Now().Add(-47 * time.Hour)},
		} {
			if e.Timezone = "UTC"; e.Start.IsZero() {
				e.Start, e.End = w.Clock.Now().Add(48*time.Hour), w.Clock.Now().Add(50*time.Hour)
			}
			if err := errors.Join(indexes.Forge(catalog.Events).Insert(tx, &e), catalog.PortsOf(tx).EventCreated(tx, &e)); err != nil {
				return err
			}
		}
		return nil
	}))
	b := w.browser(t)
	b.openAs("/", "fr")
	b.says("Lanterns by the Lake", `href="`+w.path("")+`"`, `href="`+w.path("/events/1")+`"`, "Open <script>alert(1)</script> night", "Cette boutique est fermée", "Événements")
	is.True(!strings.Contains(b.page, "<script>alert"))
	is.True(!strings.Contains(b.page, `href="/shop/`+w.B.Company.Alias))
	for _, name := range []string{"Draft night", "Hidden night", "Past night"} {
		is.True(!strings.Contains(b.page, name))
	}
}

// TestRefusalsKeepTheBrand: whatever is wrong at an address of a company is said in its colours
// and in the visitor's language, and leads to its shop.
func TestRefusalsKeepTheBrand(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(1)
	b.pay(goodCard)
	order := b.at
	w.alone(t)
	for _, at := range []string{w.path("/nothing"), w.path("/events/99"), order + "/dates", "/shop/nowhere", "/claim/nothing", "/orders/nothing", "/nothing-here"} {
		b.openAs(at, "de")
		is.Equal(b.status, 404)
		b.says(`<html lang="de"`, `class="brand" href="`+w.path("")+`"`, "--fill:#F2A33A", "Twin Festivals")
	}
	b.open("/nothing-here") // no browser asks
	is.True(b.status == 404 && !strings.Contains(b.page, "<html"))
	_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Shop: company.ShopChange{Open: new(false)}})
	is.NoErr(err)
	for _, at := range []string{"", "/events/1", "/basket"} {
		b.openAs(w.path(at), "fr")
		is.Equal(b.status, 404)
		b.says("Cette boutique est fermée pour le moment", "--fill:#F2A33A", "Twin Festivals")
	}
}

// meta are the names of what a page says of itself to who shares it.
var meta = regexp.MustCompile(`<meta (?:property|name)="([a-z:_]+)" content="([^"]*)"`)

// TestSharedPagesSayWhatTheyAre: every page that strangers share has a name, a picture with it,
// and the same page in the other languages.
func TestSharedPagesSayWhatTheyAre(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	var later int64
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		e, err := catalog.Events.Get(tx, 1)
		if err != nil {
			return err
		}
		e.ID, e.Name, e.Start, e.End = 0, "The same again", w.Clock.Now().AddDate(0, 0, 20), w.Clock.Now().AddDate(0, 0, 21)
		err = errors.Join(indexes.Forge(catalog.Events).Insert(tx, &e), catalog.PortsOf(tx).EventCreated(tx, &e))
		later = e.ID
		return err
	}))
	name, events := "Twice", []int64{1, later}
	_, err := catalog.CreateSchedule(t.Context(), w.App, w.A.Owner, catalog.ScheduleChange{Name: &name, EventIDs: &events})
	is.NoErr(err)
	b := w.browser(t)
	for _, at := range []string{"", "/events/1", "/events/" + strconv.FormatInt(later, 10)} {
		b.open(w.path(at))
		said := map[string]string{}
		for _, m := range meta.FindAllStringSubmatch(b.page, -1) {
			said[m[1]] = m[2]
		}
		for _, name := range []string{"og:title", "og:type", "og:url", "og:site_name", "og:locale", "og:description", "og:image", "og:image:width", "og:image:alt", "twitter:card", "twitter:image"} {
			if said[name] == "" {
				t.Errorf("%s has no %s", b.at, name)
			}
		}
		is.Equal(said["og:url"], w.server.URL+w.path(at))
		for _, language := range []string{"de", "en", "fr"} {
			b.says(`<link rel="alternate" hreflang="` + language + `" href="` + w.server.URL + w.path(at) + `?lang=` + language + `">`)
		}
		b.says(`hreflang="x-default" href="` + w.server.URL + w.path(at) + `"`)
		b.open(b.shared())
		is.Equal(b.status, 200)
	}
}

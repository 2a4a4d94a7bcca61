package office_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/system"
	"marquee/handlers"
)

const password = "a harbour full of boats"

// browser is one in which somebody has signed in.
type browser struct {
	t      *testing.T
	w      *apptest.World
	url    string
	alias  string
	client *http.Client
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	w := apptest.New(t, apptest.Calm())
	system.Use(w.App, calmMachine{})
	s := httptest.NewServer(handlers.New(w.App, handlers.Options{}))
	t.Cleanup(s.Close)
	own, err := company.Settings(t.Context(), w.App, w.A.Owner)
	if err != nil {
		t.Fatal(err)
	}
	return (&browser{t: t, w: w, url: s.URL, alias: own.Alias}).as("owner@a.example.com")
}

// calmMachine is one that is well, and on which nothing happens.
type calmMachine struct{}

func (calmMachine) Look(context.Context) (system.State, error) {
	return system.State{Checks: []system.Check{
		{Name: "backups", Level: system.OK, Found: app.Msg("none yet")},
		{Name: "jobs", Level: system.Warn, Found: app.Msg("none yet"), Do: app.Msg("read only")},
	}}, nil
}

func (calmMachine) BackUp() {}

func (calmMachine) Try(func(system.Outcome)) {}

// as is another browser, in which somebody else has signed in.
func (b *browser) as(email string) *browser {
	b.t.Helper()
	if _, err := company.ResetPassword(b.t.Context(), b.w.App, email, password); err != nil {
		b.t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.t.Fatal(err)
	}
	other := &browser{b.t, b.w, b.url, b.alias, &http.Client{Jar: jar}}
	if status, text := other.post("/staff/sign-in", url.Values{"email": {email}, "password": {password}}); status != http.StatusOK {
		b.t.Fatalf("%s cannot sign in: %d %s", email, status, text)
	}
	return other
}

// event is one that is published, online.
func (b *browser) event(name string) catalog.EventView {
	b.t.Helper()
	start, online := b.w.App.Now().Add(72*time.Hour), true
	end := start.Add(3 * time.Hour)
	e, err := catalog.CreateEvent(b.t.Context(), b.w.App, b.w.A.Owner, catalog.EventChange{Name: &name, Start: &start, End: &end, OnlineOnly: &online})
	if err != nil {
		b.t.Fatal(err)
	}
	return e
}

func (b *browser) send(method, path string, body io.Reader) (int, string) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	res, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

func (b *browser) get(below string) (int, string) {
	return b.send("GET", "/office/"+b.alias+below, nil)
}

func (b *browser) post(path string, fields url.Values) (int, string) {
	return b.send("POST", path, strings.NewReader(fields.Encode()))
}

var (
	inputs = regexp.MustCompile(`<(?:input|option|textarea)[^>]*>`)
	attr   = func(tag, name string) (string, bool) {
		m := regexp.MustCompile(` ` + name + `="([^"]*)"`).FindStringSubmatch(tag)
		if m == nil {
			return "", false
		}
		return strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&amp;", "&", "&#43;", "+").Replace(m[1]), true
	}
	formTags = regexp.MustCompile(`(?s)<form[^>]*>.*?</form>`)
	selects  = regexp.MustCompile(`(?s)<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>`)
	texts    = regexp.MustCompile(`(?s)<textarea[^>]*name="([^"]*)"[^>]*>\n?(.*?)</textarea>`)
)

// form is the form of a page for an operation, as a browser would send it.
func form(t *testing.T, page, operation string) (action string, fields url.Values) {
	t.Helper()
	for _, whole := range formTags.FindAllString(page, -1) {
		action, _ = attr(whole[:strings.Index(whole, ">")+1], "action")
		u, err := url.Parse(action)
		if err != nil || u.Query().Get("do") != operation {
			continue
		}
		fields = url.Values{}
		for _, tag := range inputs.FindAllString(whole, -1) {
			name, named := attr(tag, "name")
			value, _ := attr(tag, "value")
			kind, _ := attr(tag, "type")
			if !named || !strings.HasPrefix(tag, "<input") || kind == "checkbox" && !strings.Contains(tag, " checked") {
				continue
			}
			fields.Add(name, value)
		}
		for _, s := range selects.FindAllStringSubmatch(whole, -1) {
			if chosen := regexp.MustCompile(`<option value="([^"]*)" selected>`).FindStringSubmatch(s[2]); chosen != nil {
				fields.Add(s[1], chosen[1])
			} else {
				fields.Add(s[1], "")
			}
		}
		for _, s := range texts.FindAllStringSubmatch(whole, -1) {
			fields.Add(s[1], s[2])
		}
		return action, fields
	}
	t.Fatalf("no form for %s in %s", operation, page)
	return "", nil
}

// TestAPromoterSellsATicket: an event is made, gets a ticket, is published, and the shop has it;
// publishing is taken back.
func TestAPromoterSellsATicket(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	open := true
	_, err := company.ChangeSettings(t.Context(), b.w.App, b.w.A.Owner, company.SettingsChange{Shop: company.ShopChange{Open: &open}})
	is.NoErr(err)

	_, page := b.get("/events/new")
	action, fields := form(t, page, "POST events")
	for name, value := range map[string]string{
		"name": "Lanterns", "venue.name": "Meadow", "venue.address": "Lake road 1", "venue.city": "Überlingen", "venue.region": "BW",
		"startDate": "2030-07-02T20:00", "endDate": "2030-07-02T23:00",
	} {
		fields.Set(name, value)
	}
	status, page := b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(page, "Lanterns") && strings.Contains(page, "Made."))
	list, err := catalog.ListEvents(t.Context(), b.w.App, b.w.A.Owner, catalog.EventFilter{State: catalog.Drafts}, catalog.EventWants{})
	is.NoErr(err)
	e := list.Events[0]
	is.Equal(e.Start.UTC().Format("15:04"), "18:00") // by the clocks of Berlin
	at := "/events/" + regexp.MustCompile(`/events/(\d+)/tickets`).FindStringSubmatch(page)[1]

	_, page = b.get(at + "/tickets/new")
	action, fields = form(t, page, "POST events/tickets")
	fields.Set("itemData.name", "Evening")
	fields.Set("saleItemData.pricing.0.basePrice", "1,234.50")
	fields.Set("saleItemData.totalStock", "80")
	status, page = b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(page, "1,234.50") && strings.Contains(page, "of 80"))

	_, page = b.get(at)
	action, fields = form(t, page, "POST events/update")
	is.Equal(fields.Get("isPublished"), "true")
	status, page = b.post(action, fields)
	is.Equal(status, http.StatusOK)
	status, shop := b.send("GET", "/shop/"+b.alias+at, nil)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(shop, "Evening"))

	back := regexp.MustCompile(`action="(/office/[^"]*/undo/[^"]*)"`).FindStringSubmatch(page)
	status, page = b.post(back[1], url.Values{})
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(page, "Taken back."))
	status, _ = b.send("GET", "/shop/"+b.alias+at, nil)
	is.Equal(status, http.StatusNotFound)
	status, _ = b.as("owner@b.example.com").post(back[1], url.Values{})
	is.Equal(status, http.StatusNotFound) // what takes something back is for the session that did it
}

// TestProblemsStandAtTheirFields: what the operation refuses is told at the field, in the language
// of the page, and what was typed is still there.
func TestProblemsStandAtTheirFields(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	_, page := b.get("/events/new?lang=de")
	action, fields := form(t, page, "POST events")
	fields.Set("name", "Laternen")
	fields.Set("endDate", "2020-01-01T10:00")
	fields.Set("venue.city", "Überlingen")
	status, page := b.post(action, fields)
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(page, `value="Laternen"`))
	is.True(strings.Contains(page, `aria-invalid="true"`))
	is.True(strings.Contains(page, `href="#f0-venue-name"`))
	is.True(strings.Contains(page, "Einige Angaben brauchen noch einen Blick:"))

	fields.Set("startDate", "2030-07-02T20:00")
	fields.Set("venue.name", "Wiese")
	fields.Set("venue.address", "Seestraße 1")
	fields.Set("venue.region", "BW")
	_, page = b.post(action, fields)
	is.True(strings.Contains(page, "Muss nach „Beginn“ liegen.")) // fields are called as on the page
}

// TestTwoPeopleOnOneEvent: who changes other fields loses nothing; of the same field both values
// are shown, and nothing is overwritten until somebody says so.
func TestTwoPeopleOnOneEvent(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	at := fmt.Sprintf("/events/%d/basics", e.ID)
	_, page := b.get(at)
	action, mine := form(t, page, "POST events/update")
	_, theirs := form(t, page, "POST events/update")
	theirs.Set("name", "Theirs")
	status, _ := b.post(action, theirs)
	is.Equal(status, http.StatusOK)

	mine.Set("organiser.name", "Crew")
	status, _ = b.post(action, mine)
	is.Equal(status, http.StatusOK)
	v, err := catalog.ViewEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID, catalog.EventWants{})
	is.NoErr(err)
	is.Equal(v.Name, "Theirs")
	is.Equal(v.OrganiserName, "Crew")

	mine.Set("name", "Mine")
	status, page = b.post(action, mine)
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(page, `value="Mine"`))
	is.True(strings.Contains(page, "Now it says:") && strings.Contains(page, "Theirs"))
	action, mine = form(t, page, "POST events/update")
	is.Equal(mine.Get("was.name"), "Theirs")
	status, _ = b.post(action, mine)
	is.Equal(status, http.StatusOK)
	v, err = catalog.ViewEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID, catalog.EventWants{})
	is.NoErr(err)
	is.Equal(v.Name, "Mine")
}

package office_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/web/office/screen"
)

// night is longer than a log-in is good that nobody uses.
const night = 13 * time.Hour

var leadsTo = regexp.MustCompile(`action="/staff/sign-in">\s*<input type="hidden" name="to" value="([^"]*)">`)

// tooLate sends a form whose session has ended, and gives where the sign-in leads that answers.
func (b *browser) tooLate(action string, fields url.Values) (to string) {
	b.t.Helper()
	b.w.Clock.Jump(night)
	status, text := b.post(action, fields)
	found := leadsTo.FindStringSubmatch(text)
	if status != http.StatusOK || found == nil {
		b.t.Fatalf("no sign-in: %d", status)
	}
	for name, all := range fields {
		if len(all[0]) > 6 && strings.Contains(text, all[0]) {
			b.t.Errorf("whoever sees the sign-in can read %s", name)
		}
	}
	return strings.NewReplacer("&amp;", "&", "&#43;", "+").Replace(found[1])
}

// signIn signs somebody in on the same browser, on the way to a page.
func (b *browser) signIn(email, to string) (int, string) {
	return b.post("/staff/sign-in", url.Values{"email": {email}, "password": {password}, "to": {to}})
}

func (b *browser) nameOf(id int64) string {
	b.t.Helper()
	e, err := catalog.ViewEvent(b.t.Context(), b.w.App, b.w.A.Owner, id, catalog.EventWants{})
	if err != nil {
		b.t.Fatal(err)
	}
	return e.Name
}

// TestNothingTypedIsLost: a form that is sent after its session ended changes nothing. The same user
// finds it filled in after the sign-in, and sends it once more.
func TestNothingTypedIsLost(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	_, text := b.get(fmt.Sprintf("/events/%d/basics", e.ID))
	action, fields := form(t, text, "POST events/update")
	fields.Set("name", "Lanterns <again>")
	fields.Set("organiser.name", "Crew of the lake")
	to := b.tooLate(action, fields)
	is.Equal(b.nameOf(e.ID), "Gig")

	status, text := b.signIn("owner@a.example.com", to)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "What you wrote is still here"))
	is.Equal(b.nameOf(e.ID), "Gig") // nothing is sent by itself
	action, again := form(t, text, "POST events/update")
	is.Equal(again.Get("name"), "Lanterns &lt;again&gt;")
	is.Equal(again.Get("organiser.name"), "Crew of the lake")
	is.Equal(again.Get("was.name"), "Gig")
	again.Set("name", "Lanterns <again>")
	status, _ = b.post(action, again)
	is.Equal(status, http.StatusOK)
	is.Equal(b.nameOf(e.ID), "Lanterns <again>")
}

// TestWhatWasTypedIsForWhoTypedIt, and for nobody else who signs in, here or elsewhere, nor for ever.
func TestWhatWasTypedIsForWhoTypedIt(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	colleague := b.as(b.w.A.With(app.ListEvents, app.ViewEvents, app.EditEvents).UserEmail)
	email := b.w.A.With(app.ListEvents, app.ViewEvents, app.EditEvents).UserEmail
	_, text := b.get(fmt.Sprintf("/events/%d/basics", e.ID))
	action, fields := form(t, text, "POST events/update")
	fields.Set("name", "Lanterns again")
	to := b.tooLate(action, fields)

	for name, who := range map[string]*browser{"the same machine": b, "another one": colleague} {
		status, text := who.signIn(email, to)
		is.Equal(status, http.StatusOK)
		_, shown := form(t, text, "POST events/update")
		is.Equal(shown.Get("name"), "Gig")
		if strings.Contains(text, "Lanterns again") || !strings.Contains(text, "not kept any more") {
			t.Errorf("somebody else on %s is shown what was typed", name)
		}
	}
	_, text = b.signIn("owner@a.example.com", to)
	is.True(strings.Contains(text, "Lanterns again"))
	b.w.Clock.Jump(time.Hour)
	_, text = b.send("GET", to, nil)
	is.True(!strings.Contains(text, "Lanterns again") && strings.Contains(text, "not kept any more"))
}

// TestWhatOthersChangedMeanwhileStays: beside what was typed too late stands what somebody else wrote
// there, and in the other fields what they hold now.
func TestWhatOthersChangedMeanwhileStays(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	_, text := b.get(fmt.Sprintf("/events/%d/basics", e.ID))
	action, fields := form(t, text, "POST events/update")
	fields.Set("name", "Mine at night")
	to := b.tooLate(action, fields)
	_, _, err := catalog.UpdateEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID, catalog.EventChange{Name: new("Theirs"), OrganiserName: catalog.Is("Their crew")}, nil)
	is.NoErr(err)

	_, text = b.signIn("owner@a.example.com", to)
	_, again := form(t, text, "POST events/update")
	is.Equal(again.Get("name"), "Mine at night")
	is.True(strings.Contains(text, "Now it says:") && strings.Contains(text, "Theirs"))
	is.Equal(again.Get("organiser.name"), "Their crew")
	is.Equal(again.Get("was.organiser.name"), "Their crew")
}

// TestARefusedFormTakesNothingBack: a form that comes back because of one field has in those that
// nobody touched what they hold now.
func TestARefusedFormTakesNothingBack(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	_, text := b.get(fmt.Sprintf("/events/%d/basics", e.ID))
	action, fields := form(t, text, "POST events/update")
	_, _, err := catalog.UpdateEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID, catalog.EventChange{OrganiserName: catalog.Is("Their crew")}, nil)
	is.NoErr(err)
	fields.Set("name", "")
	status, text := b.post(action, fields)
	is.Equal(status, http.StatusUnprocessableEntity)
	action, again := form(t, text, "POST events/update")
	is.Equal(again.Get("organiser.name"), "Their crew")
	again.Set("name", "Mine")
	status, _ = b.post(action, again)
	is.Equal(status, http.StatusOK)
	v, err := catalog.ViewEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID, catalog.EventWants{})
	is.NoErr(err)
	is.Equal(v.OrganiserName, "Their crew")
}

// TestSecretsAndFilesAreNotKept: of a form with a password the rest is, of one with a file the texts.
func TestSecretsAndFilesAreNotKept(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	_, text := b.get("/settings/mailserver")
	action, fields := form(t, text, "POST mail-server")
	fields.Set("url", "smtps://mail.example.com")
	fields.Set("password", "a mail password")
	to := b.tooLate(action, fields)
	_, text = b.signIn("owner@a.example.com", to)
	is.True(strings.Contains(text, "smtps://mail.example.com"))
	is.True(!strings.Contains(text, "a mail password"))

	_, text = b.get("/settings/imports")
	action, _ = form(t, text, "POST imports")
	b.w.Clock.Jump(night)
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	is.NoErr(w.WriteField("type", "customers"))
	file, err := w.CreateFormFile("file", "guests.csv")
	is.NoErr(err)
	_, err = file.Write([]byte("name\nZoé\n"))
	is.NoErr(err)
	is.NoErr(w.Close())
	r, err := http.NewRequestWithContext(t.Context(), "POST", b.url+action, &body)
	is.NoErr(err)
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	res, err := b.client.Do(r)
	is.NoErr(err)
	is.NoErr(res.Body.Close())
	is.Equal(res.StatusCode, http.StatusOK)
	to = res.Request.URL.Query().Get("to")
	is.True(strings.Contains(to, "kept="))
	status, text := b.signIn("owner@a.example.com", to)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "What you wrote is still here"))
}

// TestSecretFieldsAreKnown: what a page hides while it is typed is never kept.
func TestSecretFieldsAreKnown(t *testing.T) {
	hidden := regexp.MustCompile(`template "secret" \(pair \$ \(\.\w+ "([^"]+)"|name="([^"{]+)" type="password"`)
	files, _ := filepath.Glob("*/*.html")
	n := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range hidden.FindAllStringSubmatch(string(text), -1) {
			n++
			if path := found[1] + found[2]; !screen.Secret("POST x", path) {
				t.Errorf("%s: %s would be kept", name, path)
			}
		}
	}
	if n < 5 {
		t.Errorf("found only %d", n)
	}
	for path, secret := range map[string]bool{"apple.key": true, "google.key": true, "code": false, "name": false, "keyword": false} {
		if screen.Secret("POST discount-codes/percentage", path) != secret {
			t.Errorf("%s: not %t", path, secret)
		}
	}
	if !screen.Secret("DELETE second-factor", "code") {
		t.Error("a code of a second factor would be kept")
	}
}

// TestWatchingIsNoUse: a page that asks by itself keeps nobody signed in, and one that somebody opens
// does.
func TestWatchingIsNoUse(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	in := func() bool {
		_, text := b.send("GET", "/office/"+b.alias+"/events", nil)
		return !strings.Contains(text, `name="password"`)
	}
	over := func(ask func()) {
		for range 30 {
			b.w.Clock.Jump(30 * time.Minute)
			ask()
		}
	}
	over(func() { is.True(in()) })
	is.True(in())
	over(func() { _, _ = b.get(fmt.Sprintf("/events/%d/live", e.ID)) })
	is.True(!in())
	_, _ = b.signIn("owner@a.example.com", "/office")
	is.True(in())
	over(func() { _, _ = b.get(fmt.Sprintf("/events/%d/door/live", e.ID)) })
	is.True(!in())
	_, _ = b.signIn("owner@a.example.com", "/office")
	over(func() { // how far a job is
		r, err := http.NewRequestWithContext(t.Context(), "GET", b.url+"/office/"+b.alias+"/events", nil)
		is.NoErr(err)
		r.Header.Set("Asks-Again", "1")
		res, err := b.client.Do(r)
		is.NoErr(err)
		is.NoErr(res.Body.Close())
	})
	is.True(!in())
}

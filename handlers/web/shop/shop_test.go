package shop_test

import (
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/app/demo"
	"marquee/handlers"
)

// town is a festival whose shop is open, and its server.
type town struct {
	*apptest.World
	demo.Festival
	server *httptest.Server
	alias  string
}

func newTown(t *testing.T, opts ...apptest.Option) *town {
	t.Helper()
	w := apptest.New(t, append([]apptest.Option{apptest.Calm()}, opts...)...)
	made, err := demo.Load(t.Context(), w.App, w.A.Owner, demo.Options{Orders: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handlers.New(w.App, handlers.Options{}))
	t.Cleanup(server.Close)
	yes := true // in demo mode the simulated gateway takes cards
	own, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Demo: &yes})
	if err != nil {
		t.Fatal(err)
	}
	return &town{w, made, server, own.Alias}
}

// browser is one without scripts.
type browser struct {
	t    *testing.T
	town *town
	http *http.Client
	// at is the address of the page that is shown, and page what it says.
	at, page string
	status   int
}

func (w *town) browser(t *testing.T) *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t: t, town: w, http: &http.Client{Jar: jar}}
}

func (b *browser) show(r *http.Request) {
	b.t.Helper()
	res, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	b.at, b.status, b.page = res.Request.URL.RequestURI(), res.StatusCode, string(body)
}

// open goes to an address.
func (b *browser) open(path string) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), "GET", b.town.server.URL+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	b.show(r)
}

// send sends a form, as from the page that is shown.
func (b *browser) send(path string, pairs ...string) {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	r, err := http.NewRequestWithContext(b.t.Context(), "POST", b.town.server.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", b.town.server.URL)
	b.show(r)
}

// says wants a text on the page.
func (b *browser) says(texts ...string) {
	b.t.Helper()
	page := html.UnescapeString(b.page)
	for _, text := range texts {
		if !strings.Contains(page, text) {
			b.t.Fatalf("%s (%d) does not say %q:\n%s", b.at, b.status, text, b.page)
		}
	}
}

// hidden is the value of a hidden field.
func (b *browser) hidden(name string) string {
	b.t.Helper()
	m := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(b.page)
	if m == nil {
		b.t.Fatalf("%s has no field %s:\n%s", b.at, name, b.page)
	}
	return html.UnescapeString(m[1])
}

// path is an address in the shop.
func (w *town) path(below string) string { return "/shop/" + w.alias + below }

// TestBuying: from the front page to the tickets without a script, and what the tickets
// let the buyer do.
func TestBuying(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path(""))
	b.says("Lanterns by the Lake", "from ")
	b.open(w.path("/events/1"))
	b.says("Weekend Pass", "€155.50", "Add")
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	is.True(strings.HasSuffix(b.at, "/events/1"))
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	b.says("2 items, held until")
	b.open(w.path("/basket"))
	b.says("Weekend Pass", "€311.00")
	b.send(w.path("/checkout"), "email", "zoe", "name", "")
	is.Equal(b.status, 422)
	b.says("2 answers need another look", "An e-mail address has an @ in it", `value="zoe"`)
	b.open(w.path("/checkout"))
	b.says(`value="zoe"`) // what was typed is kept, right or wrong
	b.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoé Lefèvre", "method", "card")
	is.True(strings.HasSuffix(b.at, "/pay"))
	b.says("Pay €311.00")
	b.send(w.path("/pay"), "payment", b.hidden("payment"), "card", "4242 4242 4242 4242")
	is.True(strings.HasPrefix(b.at, "/orders/"))
	b.says("See you there, Zoé", "Paid €311.00", "Ticket 2 of 2", "Zoé Lefèvre")
	link := regexp.MustCompile(`href="(/tickets/[^"]+)"`).FindStringSubmatch(b.page)
	is.True(link != nil)
	b.open(link[1])
	is.Equal(b.status, 200)
	is.True(strings.HasPrefix(b.page, "%PDF"))
}

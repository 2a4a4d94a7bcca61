package shop_test

import (
	"bytes"
	"html"
	"image/jpeg"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/wallet"
)

// event changes the event of the town.
func (w *town) event(t *testing.T, in catalog.EventChange) {
	t.Helper()
	if _, _, err := catalog.UpdateEvent(t.Context(), w.App, w.A.Owner, 1, in, nil); err != nil {
		t.Fatal(err)
	}
}

// staff signs the browser in as somebody of a company.
func (b *browser) staff(token string) {
	b.t.Helper()
	at, err := url.Parse(b.town.server.URL)
	if err != nil {
		b.t.Fatal(err)
	}
	b.http.Jar.SetCookies(at, []*http.Cookie{{Name: "staff", Value: token, Path: "/"}})
}

// TestADraftIsSeenByItsStaffAlone: and nothing of it can be bought.
func TestADraftIsSeenByItsStaffAlone(t *testing.T) {
	is, w := is.New(t), newTown(t)
	no := false
	w.event(t, catalog.EventChange{Published: &no})
	signedIn := func(owner *app.Caller, email string) string {
		_, link, err := company.MakeSignIn(t.Context(), w.App, owner, company.SignIn{Email: email, Name: "Somebody"})
		is.NoErr(err)
		token, err := company.UseSignIn(t.Context(), w.App, link, company.Login{Device: "browser", Address: "192.0.2.1"})
		is.NoErr(err)
		return token
	}
	owner := signedIn(w.A.Owner, "owner@a.example.com")
	for _, c := range []struct {
		must, token, query string
		status             int
	}{
		{"nobody who has not signed in", "", "?preview", 404},
		{"not without asking for it", owner, "", 404},
		{"nobody of another company", signedIn(w.B.Owner, "owner@b.example.com"), "?preview", 404},
		{"nobody who may not see events", signedIn(w.A.Owner, "new@a.example.com"), "?preview", 404},
		{"no token of the API", w.A.OwnerToken, "?preview", 404},
		{"who may see events", owner, "?preview", 200},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			b := w.browser(t)
			b.staff(c.token)
			b.open(w.path("/events/1") + c.query)
			is.Equal(b.status, c.status)
			if c.status == 200 {
				b.says("Preview. Nobody else sees this.", "Weekend Pass", `content="noindex"`)
				is.True(!strings.Contains(b.page, `name="do"`))
				b.open(w.path("/events/1")) // what was drawn for staff is shown to nobody
				is.Equal(b.status, 404)
			}
		})
	}
	own, err := company.ShopAt(t.Context(), w.App, w.alias)
	is.NoErr(err)
	link := w.path("/events/1?preview=") + catalog.Preview(own, 1, w.App.Now())
	b := w.browser(t)
	b.open(link)
	is.Equal(b.status, 200)
	b.says("Preview. Only who has this link sees this, and only until", "Weekend Pass", `content="noindex"`)
	is.True(!strings.Contains(b.page, `name="do"`))
	b.send(link, "item", "1", "do", "more")
	is.True(b.status >= 400)
	is.Equal(w.baskets(t), 0)
	for _, other := range []string{w.path("/events/1"), link[:len(link)-1], strings.Replace(link, "/events/1", "/events/2", 1)} {
		b.open(other)
		is.Equal(b.status, 404)
	}
	w.Clock.Jump((catalog.PreviewDays + 1) * 24 * time.Hour)
	b.open(link) // it has ended
	is.Equal(b.status, 404)

	b = w.browser(t)
	b.staff(owner)
	b.send(w.path("/events/1?preview"), "item", "1", "do", "more")
	is.True(b.status >= 400)
	for _, path := range []string{"/calendar.ics", "/share.jpg"} {
		b.open(w.path("/events/1" + path))
		is.Equal(b.status, 404)
	}
}

// TestWhatIsLeftIsOffered: more than there is is not cut down without a word.
func TestWhatIsLeftIsOffered(t *testing.T) {
	is, w := is.New(t), newTown(t)
	w.leave(t, 3)
	b := w.browser(t)
	b.send(w.path("/events/1/take"), "n1", "5")
	is.Equal(b.status, 422)
	b.says("Only 3 are left.", "Take these 3")
	is.Equal(w.baskets(t), 0)
	b.send(w.path("/events/1"), "item", "1", "number", b.hidden("number"), "do", "take")
	is.Equal(b.status, 200)
	b.says("3 items, held until")
	for _, n := range []string{"0", "-1", "4", "x"} {
		b.send(w.path("/events/1"), "item", "1", "number", n, "do", "take")
		b.open(w.path("/basket"))
		is.True(!strings.Contains(b.page, "4 ×"))
	}
}

// TestAnEventSaysWhatComesOfTicketsNobodyWants, before anybody pays.
func TestAnEventSaysWhatComesOfTicketsNobodyWants(t *testing.T) {
	is, w := is.New(t), newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.says("Refunds and changes", "Tickets are not taken back unless the organiser agrees.")
	yes, hours := true, int64(48)
	_, err := wallet.ChangeSettings(t.Context(), w.App, w.A.Owner, wallet.SettingsChange{SelfRefunds: &yes, CutoffHours: &hours})
	is.NoErr(err)
	w.resells(t)
	b.open(w.path("/events/1?now"))
	b.says("until 48 hours before it begins", "sell tickets on to others")
	is.True(!strings.Contains(b.page, "not taken back"))
}

// TestAnEventBeforeItsSale has a date for calendars.
func TestAnEventBeforeItsSale(t *testing.T) {
	is, w := is.New(t), newTown(t)
	w.comes(t)
	at := w.Clock.Now().Add(48 * time.Hour)
	for _, s := range w.SaleItems {
		_, err := catalog.UpdateSaleItem(t.Context(), w.App, w.A.Owner, w.kind(t, s.ID), s.ID, catalog.SaleItemChange{OnSaleFrom: app.Is(at), OnSaleUntil: app.Cleared[time.Time]()}, catalog.ItemChange{})
		is.NoErr(err)
	}
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.says("On sale", w.path("/events/1/calendar.ics"))
	b.open(w.path("/events/1/calendar.ics"))
	is.Equal(b.status, 200)
	b.says("BEGIN:VCALENDAR", "SUMMARY:Lanterns by the Lake", "Lakeside Fields")
	b.open(w.path("/events/99/calendar.ics"))
	is.Equal(b.status, 404)
}

// TestEveryEventHasAPictureToBeSharedBy: without one of its own it is drawn.
func TestEveryEventHasAPictureToBeSharedBy(t *testing.T) {
	is, w := is.New(t), newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.open(b.shared())
	is.Equal(b.status, 200)
	drawn := b.page
	m, err := jpeg.Decode(bytes.NewReader([]byte(drawn)))
	is.NoErr(err)
	is.Equal(m.Bounds().Dx(), 1200)
	is.Equal(m.Bounds().Dy(), 630)
	is.True(len(drawn) < 200_000)
	b.open(w.path("/events/1/share.jpg?in=en"))
	is.Equal(b.page, drawn)
}

// TestPagesOfErrorsLookLikeTheOthers: their style is there.
func TestPagesOfErrorsLookLikeTheOthers(t *testing.T) {
	is, w := is.New(t), newTown(t)
	b := w.browser(t)
	for _, path := range []string{w.path("/events/99"), "/shop/nowhere", "/orders/nothing"} {
		b.open(path)
		is.Equal(b.status, 404)
		m := regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)"`).FindStringSubmatch(b.page)
		is.True(m != nil)
		b.open(m[1])
		is.Equal(b.status, 200)
		b.says(".button")
	}
}

// shared is the path of the picture that the page is shared with.
func (b *browser) shared() string {
	b.t.Helper()
	m := regexp.MustCompile(`<meta property="og:image" content="([^"]*)"`).FindStringSubmatch(b.page)
	if m == nil {
		b.t.Fatalf("%s has no picture:\n%s", b.at, b.page)
	}
	return strings.TrimPrefix(html.UnescapeString(m[1]), b.town.server.URL)
}

package shop_test

import (
	"bytes"
	"html"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/attempt"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/demo"
	"marquee/app/media"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/handlers"
	"marquee/indexes"

	"github.com/matryer/is"
)

// town is a festival whose shop is open, and its server.
type town struct {
	*apptest.World
	demo.Festival
	server *httptest.Server
	alias  string
	before int64 // orders of the festival
}

func newTown(t testing.TB, opts ...apptest.Option) *town {
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
	out := &town{w, made, server, own.Alias, 0}
	out.before = out.orders(t)
	return out
}

// browser is one without scripts.
type browser struct {
	t    *testing.T
	town *town
	http *http.Client
	// at is the address of the page that is shown, and page what it says.
	at, page string
	status   int
	// method is how the page was asked for in the end, and whole its address with all of it.
	method, whole string
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
	b.method, b.whole = res.Request.Method, res.Request.URL.String()[len(b.town.server.URL):]
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
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	r.Header.Set("Sec-Fetch-Dest", "document")
	b.show(r)
	b.at, _, _ = strings.Cut(b.at, "?again=")
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
	if strings.Contains(b.page, "0x") {
		t.Fatal("a pointer is shown")
	}
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

// fill puts units of the first ticket into the basket, and says who buys.
func (b *browser) fill(units int) {
	b.t.Helper()
	for range units {
		b.send(b.town.path("/events/1"), "item", "1", "do", "more")
	}
	b.send(b.town.path("/checkout"), "email", "zoe@example.org", "name", "Zoé Lefèvre", "method", "card")
	if !strings.HasSuffix(b.at, "/pay") {
		b.t.Fatalf("the checkout leads to %s:\n%s", b.at, b.page)
	}
}

func (b *browser) pay(card string) {
	b.t.Helper()
	b.send(b.town.path("/pay"), "payment", b.hidden("payment"), "card", card)
}

// orders counts the orders that went through beside the one of the festival.
func (w *town) orders(t testing.TB) int64 {
	t.Helper()
	page, err := order.List(t.Context(), w.App, w.A.Owner, order.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return page.Total - w.before
}

const (
	goodCard, declinedCard = "4242 4242 4242 4242", "4000 0000 0000 0002"
	slowCard, silentCard   = "4000 0000 0000 0077", "4000 0000 0000 6975"
	askingCard             = "4000 0000 0000 3220"
)

// TestACardThatIsRefusedCanBeFollowedByAnother: nothing is lost and nothing is charged.
func TestACardThatIsRefusedCanBeFollowedByAnother(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(1)
	b.pay("1234")
	is.Equal(b.status, 422)
	b.says("not the number of a test card")
	b.pay(declinedCard)
	is.Equal(b.status, 422)
	b.says("Your bank said no. You have not been charged.", "Held for you until")
	is.Equal(w.orders(t), int64(0))
	b.pay("4000 0000 0000 9995")
	b.says("there is not enough money on this card. You have not been charged.")
	b.pay("4000 0000 0000 0069")
	b.says("This card has expired. You have not been charged.")
	b.pay(goodCard)
	b.says("See you there, Zoé")
	is.Equal(w.orders(t), int64(1))
}

// TestABankAsksBack: nothing is taken before the buyer has answered, an answer that nobody
// asked for is none, and another card can be given instead.
func TestABankAsksBack(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.fill(1)
	answer := func() {
		b.send(w.path("/pay"), "payment", b.hidden("payment"), "card", askingCard, "factor", "given")
	}
	b.pay(askingCard)
	is.Equal(b.status, 200)
	b.says("Your bank asks: is it you?", "Nothing has been charged yet.", "Held for you until", `href="`+w.path("/pay")+`"`)
	name := b.hidden("payment")
	is.Equal(w.orders(t), int64(0))
	b.open(w.path("/pay")) // another card, and the same once more
	is.True(b.hidden("payment") != name)
	answer()
	is.Equal(w.orders(t), int64(0))
	b.says("Your bank asks: is it you?")
	answer()
	b.says("See you there, Zoé")
	is.Equal(w.orders(t), int64(1))
}

// TestPayingTwiceIsPayingOnce: the same form sent twice, a second tab, and going back.
func TestPayingTwiceIsPayingOnce(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(2)
	first := b.hidden("payment")
	b.open(w.path("/pay")) // a second tab has another name for its payment
	second := b.hidden("payment")
	is.True(first != second)
	b.send(w.path("/pay"), "payment", first, "card", goodCard)
	b.says("See you there, Zoé")
	at := b.at
	for _, name := range []string{first, second} {
		b.send(w.path("/pay"), "payment", name, "card", goodCard)
		is.Equal(b.at, at) // the same order
	}
	for _, back := range []string{"/pay", "/checkout"} {
		b.open(w.path(back))
		is.Equal(b.at, at)
	}
	is.Equal(w.orders(t), int64(1))
}

// TestTwoTabsPayAtOnce: of two payments at the same moment one is made.
func TestTwoTabsPayAtOnce(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(1)
	names := []string{b.hidden("payment")}
	b.open(w.path("/pay"))
	names = append(names, b.hidden("payment"), names[0])
	var tabs sync.WaitGroup
	for _, name := range names {
		tab := &browser{t: t, town: w, http: b.http}
		tabs.Go(func() { tab.send(w.path("/pay"), "payment", name, "card", goodCard) })
	}
	tabs.Wait()
	b.open(w.path("/pay"))
	b.says("See you there, Zoé")
	is.Equal(w.orders(t), int64(1))
}

// TestABasketThatRanOutIsHadAgain: with what was typed.
func TestABasketThatRanOutIsHadAgain(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(3)
	w.Clock.Jump(11 * time.Minute)
	b.open(w.path("/events/1"))
	b.says("the tickets went back. We kept your answers.")
	b.send(w.path("/pay"), "payment", strings.Repeat("A", 26), "card", goodCard)
	b.says("the tickets went back")
	b.send(w.path("/basket/recover"))
	b.says("Weekend Pass", "€466.50")
	b.open(w.path("/checkout"))
	b.says(`value="zoe@example.org"`, `value="Zoé Lefèvre"`)
	b.fill(0)
	b.pay(goodCard)
	b.says("Ticket 3 of 3")
	is.Equal(w.orders(t), int64(1))
}

// TestASlowGatewayIsWaitedFor: the address of the order says how it stands, on any device.
func TestASlowGatewayIsWaitedFor(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(1)
	b.pay(slowCard)
	at := b.at
	b.says("your payment is under way", "Waiting for your bank", `http-equiv="refresh"`)
	other := w.browser(t)
	w.Clock.Jump(30 * time.Second)
	other.open(at)
	other.says("Your bank is taking its time", "you cannot pay twice")
	b.open(w.path("/pay")) // going back leads there again
	is.Equal(b.at, at)
	w.Clock.Jump(3 * time.Minute)
	is.NoErr(w.App.RunJob(t.Context(), attempt.ReconcileJob))
	other.open(at)
	other.says("See you there, Zoé")
	is.Equal(w.orders(t), int64(1))
}

// TestABasketCanBeExtended in its last minute.
func TestABasketCanBeExtended(t *testing.T) {
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	w.Clock.Jump(9*time.Minute + 10*time.Second)
	b.open(w.path("/events/1"))
	b.says("1 minute left. Need more time?")
	b.send(w.path("/basket/extend"), "to", w.path("/events/1"))
	w.Clock.Jump(2 * time.Minute)
	b.open(w.path("/basket"))
	b.says("Weekend Pass", "Continue")
}

// TestWhatIsOfOthersDoesNotExist: a basket without its secret, an order by an altered link,
// a shop that is closed, and baskets of the API without their link.
func TestWhatIsOfOthersDoesNotExist(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(1)
	b.pay(goodCard)
	at := b.at
	thief := w.browser(t)
	thief.open(at)
	is.Equal(thief.status, 200) // whoever has the link has it
	for _, altered := range []string{at[:len(at)-1], at + "A", at[:len(at)-2] + "AA", "/orders/", "/orders/x"} {
		thief.open(altered)
		is.Equal(thief.status, 404)
	}
	link := regexp.MustCompile(`href="/tickets/([^"/]+)"`).FindStringSubmatch(b.page)
	thief.open("/orders/" + link[1]) // a link to the tickets shows the tickets and no more
	thief.says("Ticket 1 of 1")
	is.True(!strings.Contains(thief.page, "€"))
	is.True(!strings.Contains(thief.page, `action="/orders/`))
	for _, do := range []string{"/give", "/keep", "/give-back", "/sell", "/sell/end", "/answers"} {
		thief.send("/orders/" + link[1] + do)
		is.Equal(thief.status, 404)
	}
	// A basket of somebody else, by its reference and another secret.
	victim := w.browser(t)
	victim.open(w.path("/events/1"))
	victim.send(w.path("/events/1"), "item", "1", "do", "more")
	u, err := url.Parse(w.server.URL)
	is.NoErr(err)
	cookie := victim.http.Jar.Cookies(u)[0]
	reference, _, _ := strings.Cut(cookie.Value, ".")
	thief.http.Jar.SetCookies(u, []*http.Cookie{{Name: cookie.Name, Value: reference + "." + strings.Repeat("A", 32)}})
	thief.open(w.path("/basket"))
	thief.says("Your basket is empty.")
	thief.send(w.path("/basket"), "item", "1", "do", "remove")
	victim.open(w.path("/basket"))
	victim.says("Weekend Pass")
	thief.open("/basket/" + reference + "/" + strings.Repeat("A", 32))
	is.Equal(thief.status, 404)
	// The other company has opened no shop.
	other, err := company.ReadSettings(t.Context(), w.App, w.B.Owner)
	is.NoErr(err)
	for _, path := range []string{"", "/events/1", "/basket", "/checkout", "/pay"} {
		thief.open("/shop/" + other.Alias + path)
		is.Equal(thief.status, 404)
	}
}

// TestABasketOfTheAPIIsHandedOver to a browser, which goes on with it.
func TestABasketOfTheAPIIsHandedOver(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	n := int64(2)
	made, err := sales.Add(t.Context(), w.App, w.A.Owner, sales.AddToBasket{
		Items: []rules.AddItem{{SaleItemID: w.SaleItems[0].ID, Quantity: &n}}, Channel: catalog.APIChannel, Link: &sales.LinkWish{},
	})
	is.NoErr(err)
	link := "/basket/" + made.Order.Reference + "/" + made.Order.Link.Token
	b, other := w.browser(t), w.browser(t)
	other.open(link) // looking takes nothing
	b.open(link)
	b.says("Go on with this basket")
	b.send(link)
	b.says("Weekend Pass", "€311.00")
	other.send(link) // whoever made the basket may have sent the link, and does not follow
	is.Equal(other.status, 404)
	b.fill(0)
	b.pay(goodCard)
	b.says("See you there, Zoé", "Ticket 2 of 2")
}

// TestNoNameBecomesPartOfAPage: what promoters and buyers wrote is text, wherever it shows.
func TestNoNameBecomesPartOfAPage(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	evil := `"><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}' onfocus=alert(3) autofocus x='`
	_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{
		Name: &evil, Shop: company.ShopChange{Title: app.Is(evil), Intro: app.Is(evil)}, Billing: company.BillingChange{Name: app.Is(evil)},
	})
	is.NoErr(err)
	_, _, err = catalog.UpdateEvent(t.Context(), w.App, w.A.Owner, 1, catalog.EventChange{
		Name: &evil, Description: app.Is(evil), OrganiserName: app.Is(evil),
	}, nil)
	is.NoErr(err)
	b := w.browser(t)
	look := func() {
		t.Helper()
		for _, part := range []string{"<script>alert", "<img src=x", "' onfocus", "\" onfocus"} {
			text := b.page
			if strings.Contains(part, "onfocus") { // data that is no markup has quotes of its own
				text = regexp.MustCompile(`<script type="application/ld\+json">[^<]*</script>`).ReplaceAllString(text, "")
			}
			if strings.Contains(text, part) {
				t.Fatalf("%s has %s:\n%s", b.at, part, b.page)
			}
		}
	}
	b.open(w.path(""))
	look()
	b.open(w.path("?q=" + url.QueryEscape(evil)))
	look()
	b.open(w.path("/events/1?code=" + url.QueryEscape(evil)))
	look()
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	look()
	b.send(w.path("/basket/code"), "code", evil)
	look()
	b.send(w.path("/checkout"), "email", evil, "name", evil, "phone", evil)
	is.Equal(b.status, 422)
	look()
	b.send(w.path("/checkout"), "email", "zoe@example.org", "name", evil, "method", "card")
	look()
	b.pay(goodCard)
	is.True(strings.HasPrefix(b.at, "/orders/"))
	look()
}

// TestPagesSayWhatTheyMayLoad: no page has a script or style of its own but for the
// colours, and none loads anything from elsewhere.
func TestPagesSayWhatTheyMayLoad(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	for _, path := range []string{w.path(""), w.path("/events/1"), w.path("/basket"), "/orders/x"} {
		res, err := http.Get(w.server.URL + path)
		is.NoErr(err)
		body, err := io.ReadAll(res.Body)
		is.NoErr(err)
		_ = res.Body.Close()
		policy := res.Header.Get("Content-Security-Policy")
		is.True(strings.Contains(policy, "script-src 'self';"))
		is.True(!strings.Contains(policy, "unsafe"))
		is.Equal(res.Header.Get("Cache-Control"), "private, no-store")
		is.True(!regexp.MustCompile(`<script( type="module"[^>]*)?>[^<]`).Match(body)) // data is none
		is.True(!regexp.MustCompile(`(src|href)="(https?:)?//`).Match(body) || strings.Contains(string(body), `rel="canonical"`))
		is.True(!regexp.MustCompile(` style="| on[a-z]+="`).Match(body))
	}
}

// TestPicture: the picture of an event is shown on its page and to those it is shared with.
func TestPicture(t *testing.T) {
	is, w := is.New(t), newTown(t)
	var file bytes.Buffer
	is.NoErr(png.Encode(&file, image.NewGray(image.Rect(0, 0, 30, 20))))
	m, err := catalog.SetEventImage(t.Context(), w.App, w.A.Owner, w.Event.ID, media.Header, media.Whole, file.Bytes())
	is.NoErr(err)
	b := w.browser(t)
	for _, path := range []string{w.path(""), w.path("/events/" + strconv.FormatInt(w.Event.ID, 10))} {
		b.open(path)
		is.True(strings.Contains(b.page, `<image href="/media/`))
		is.True(strings.Contains(b.page, m.Hash))
	}
	is.True(strings.Contains(b.page, `<meta property="og:image" content="http://`))
}

func TestSearchEnginesFindTheEvents(t *testing.T) {
	is, w := is.New(t), newTown(t)
	b := w.browser(t)
	b.open(w.path("/sitemap.xml"))
	is.Equal(b.status, 200)
	b.says("<loc>"+w.server.URL+w.path("")+"</loc>", "<loc>"+w.server.URL+w.path("/events/1")+"</loc>")
	b.open("/shop/nowhere/sitemap.xml")
	is.Equal(b.status, 404)
}

// TestOneOfTwoTabsHasABasketBack: both have the same one, and what is gone is told.
func TestOneOfTwoTabsHasABasketBack(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(3)
	b.open(w.path("/basket"))
	w.Clock.Jump(11 * time.Minute)
	held := b.jar() // the other tab sends what the browser had when its page was shown
	b.send(w.path("/basket/recover"))
	first := w.baskets(t)
	b.setJar(held)
	b.send(w.path("/basket/recover"))
	b.says("Weekend Pass", "€466.50")
	is.Equal(w.baskets(t), first)

	w.Clock.Jump(11 * time.Minute)
	is.NoErr(w.App.RunJob(t.Context(), sales.ExpireBaskets))
	w.leave(t, 1)
	b.send(w.path("/basket/recover"))
	b.says("2 of your tickets were bought by somebody else meanwhile.")
}

// TestARefusedFormLeadsBackToAPage: the address of the page is one that can be opened.
func TestARefusedFormLeadsBackToAPage(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	for _, at := range []string{"/basket", "/events/1"} {
		b.send(w.path(at+"/code"), "code", "NOSUCHCODE")
		is.Equal(b.status, 422)
		to := regexp.MustCompile(`name="to" value="([^"]*)"`).FindAllStringSubmatch(b.page, -1)
		is.True(len(to) > 0)
		for _, m := range to {
			is.Equal(html.UnescapeString(m[1]), w.path(at))
		}
	}
}

// TestTheLastMinuteIsSaidOnEveryPage that shows what is held.
func TestTheLastMinuteIsSaidOnEveryPage(t *testing.T) {
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(1)
	for _, at := range []string{"/basket", "/checkout", "/pay", "/events/1"} {
		b.open(w.path(at))
		b.says(`data-until="`, `class="last-minute" role="alert" hidden`, ` hidden>`)
	}
	w.Clock.Jump(9*time.Minute + 10*time.Second)
	for _, at := range []string{"/basket", "/checkout", "/pay", "/events/1"} {
		b.open(w.path(at))
		b.says("1 minute left. Need more time?", `class="last-minute" role="alert"><p>`)
	}
}

// TestAnOrderSaysWhatBecameOfIt, and nothing that did not happen.
func TestAnOrderSaysWhatBecameOfIt(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	buy := func() (*browser, int64) {
		b := w.browser(t)
		b.open(w.path("/events/1"))
		b.fill(1)
		b.pay(goodCard)
		return b, w.newest(t).ID
	}
	refund := func(id int64, kind rules.RefundKind) {
		_, err := refund.Orders(t.Context(), w.App, w.A.Owner, rules.Refund{Order: order.Key{ID: id}, Kind: kind})
		is.NoErr(err)
	}
	b, id := buy()
	refund(id, rules.MoneyBack)
	b.open(b.at)
	b.says("This order was refunded", "€155.50 went back.")
	b, id = buy()
	refund(id, rules.Void)
	b.open(b.at)
	b.says("This order was cancelled")
	is.True(!strings.Contains(b.page, "went back"))
}

// jar is what the browser remembers, to be put back later.
func (b *browser) jar() []*http.Cookie {
	u, _ := url.Parse(b.town.server.URL)
	return b.http.Jar.Cookies(u)
}

func (b *browser) setJar(all []*http.Cookie) {
	u, _ := url.Parse(b.town.server.URL)
	b.http.Jar.SetCookies(u, all)
}

// each calls do for every order.
func (w *town) each(t *testing.T, do func(o *order.Order)) {
	t.Helper()
	err := w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error {
		for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			do(&hit.Rec)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// baskets counts those that can be bought.
func (w *town) baskets(t *testing.T) (n int) {
	w.each(t, func(o *order.Order) {
		if o.Status == order.Active && !o.Overdue(w.Clock.Now()) {
			n++
		}
	})
	return n
}

// newest is the order that was made last.
func (w *town) newest(t *testing.T) (last order.Order) {
	w.each(t, func(o *order.Order) { last = *o })
	return last
}

// leave leaves so many of sale item 1 to be had.
func (w *town) leave(t *testing.T, n int64) {
	t.Helper()
	var had catalog.Stock
	err := w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		had, err = catalog.StockOf(r, catalog.LayerSaleItem, 1)
		return err
	})
	if err == nil {
		_, err = catalog.UpdateSaleItem(t.Context(), w.App, w.A.Owner, catalog.Ticket, 1, catalog.SaleItemChange{TotalStock: catalog.Is(had.Sold + had.Reserved + n)}, catalog.ItemChange{})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestNoPageTellsManyCodes: on whichever page codes are tried, it is so many within a minute.
func TestNoPageTellsManyCodes(t *testing.T) {
	w := newTown(t)
	h := handlers.New(w.App, handlers.Options{})
	for i, at := range []struct{ method, path, form string }{
		{"GET", "/events/1", ""},
		{"GET", "/events/1/times", ""},
		{"GET", "/events/1/seats", ""},
		{"POST", "/events/1", "item=1"},
		{"POST", "/events/1/times", "item=1"},
		{"POST", "/events/1/seats", "do=best"},
	} {
		t.Run(at.method+at.path, func(t *testing.T) {
			tried := 0
			for n := range 30 {
				r := httptest.NewRequest(at.method, w.path(at.path)+"?code=GUESS"+strconv.Itoa(n), strings.NewReader(at.form))
				r.RemoteAddr = "198.51.100." + strconv.Itoa(i+1) + ":1234"
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				r.Header.Set("Origin", "http://"+r.Host)
				answer := httptest.NewRecorder()
				h.ServeHTTP(answer, r)
				if answer.Code != http.StatusTooManyRequests {
					tried++
				}
			}
			is.New(t).Equal(tried, 20)
		})
	}
}

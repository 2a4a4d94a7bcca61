package door

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/demo"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/ticketcode/form"
	"marquee/app/transfer"
	"marquee/handlers/web/page"

	"github.com/matryer/is"
)

const password = "a harbour full of boats"

// browser is one that came to the pages of a small festival.
type browser struct {
	t      *testing.T
	w      *apptest.World
	url    string
	client *http.Client
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	w := apptest.New(t, apptest.Calm())
	if _, err := demo.Load(t.Context(), w.App, w.A.Owner, demo.Options{Orders: 40, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := company.ResetPassword(t.Context(), w.App, "owner@a.example.com", password); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(New(page.NewSite(w.App, nil, "")).Handler())
	t.Cleanup(s.Close)
	return (&browser{t: t, w: w, url: s.URL}).fresh()
}

// fresh is another browser at the same place.
func (b *browser) fresh() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return &browser{b.t, b.w, b.url, &http.Client{Jar: jar}}
}

func (b *browser) send(method, path, kind string, body io.Reader, from string) (int, string) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if from != "" {
		r.Header.Set("Sec-Fetch-Site", from)
	}
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

func (b *browser) get(path string) (int, string) {
	return b.send("GET", path, "", nil, "same-origin")
}

func (b *browser) post(path string, fields url.Values) (int, string) {
	return b.send("POST", path, "application/x-www-form-urlencoded", strings.NewReader(fields.Encode()), "same-origin")
}

// ask is a request of the scanner.
func (b *browser) ask(method, path string, in, out any) int {
	b.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		b.t.Fatal(err)
	}
	status, text := b.send(method, "/door/api"+path, "application/json", bytes.NewReader(body), "same-origin")
	if out != nil && status == http.StatusOK {
		if err := json.Unmarshal([]byte(text), out); err != nil {
			b.t.Fatalf("%s: %v", text, err)
		}
	}
	return status
}

func (b *browser) signIn() {
	b.t.Helper()
	status, text := b.post("/staff/sign-in", url.Values{"email": {"owner@a.example.com"}, "password": {password}})
	if status != http.StatusOK || !strings.Contains(text, "Your events") {
		b.t.Fatal(status, text)
	}
}

var (
	eventLink = regexp.MustCompile(`/staff/events/\d+`)
	gateCode  = regexp.MustCompile(`#(mq_\w+)`)
)

func (b *browser) event() string {
	b.t.Helper()
	_, text := b.get("/staff")
	return eventLink.FindString(text)
}

func TestStaffSignIn(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	_, text := b.get("/staff")
	is.True(strings.Contains(text, "Ready for the door?")) // whoever is nobody signs in
	for _, email := range []string{"owner@a.example.com", "nobody@example.com"} {
		status, text := b.post("/staff/sign-in", url.Values{"email": {email}, "password": {"wrong"}})
		is.Equal(status, http.StatusUnprocessableEntity)
		is.True(strings.Contains(text, "E-mail or password is not right."))
	}
	b.signIn()
	_, text = b.post("/staff/sign-out", nil)
	is.True(strings.Contains(text, "Ready for the door?"))
	for range company.LoginFailures + 1 {
		_, text = b.post("/staff/sign-in", url.Values{"email": {"other@example.com"}, "password": {"wrong"}})
	}
	is.True(strings.Contains(text, "Too many attempts.")) // the same limits as the API
}

// TestOtherSitesChangeNothing: a form on another site, or a request that does not say where
// it comes from, does not sign in, start a phone, make a code or scan.
func TestOtherSitesChangeNothing(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	id := strings.TrimPrefix(b.event(), "/staff/events/")
	changes := changesOf(t)
	is.True(len(changes) >= 16)
	for _, m := range changes {
		path := strings.ReplaceAll(m[2], "{id}", id)
		path = regexp.MustCompile(`\{[a-z]+\}`).ReplaceAllString(path, "1")
		for _, from := range []string{"cross-site", "same-site", ""} {
			status, _ := b.send(m[1], path, "application/x-www-form-urlencoded", strings.NewReader(""), from)
			if status != http.StatusForbidden {
				t.Errorf("%s %s from %q: %d", m[1], path, from, status)
			}
		}
	}
	status, _ := b.get("/staff")
	is.Equal(status, http.StatusOK) // nobody was signed out
}

// changesOf are the method and path of all that changes something, read from where they are
// listed.
func changesOf(t *testing.T) (found [][]string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			found = append(found, regexp.MustCompile(`"(POST|PUT|PATCH|DELETE) (/[^"]+)"`).FindAllStringSubmatch(string(source), -1)...)
		}
	}
	return found
}

// TestALinkLeadsNowhereElse: whoever signs in by a link goes on to a page of ours, whatever the
// link says.
func TestALinkLeadsNowhereElse(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	file, err := os.ReadFile("../../../testdata/redirects.txt")
	is.NoErr(err)
	for line := range strings.Lines(string(file)) {
		to, err := strconv.Unquote(strings.TrimSuffix(line, "\n"))
		is.NoErr(err)
		_, secret, err := company.MakeSignIn(t.Context(), b.w.App, b.w.A.Owner, company.SignIn{Email: "mirko@example.com", Name: "Mirko"})
		is.NoErr(err)
		r, err := http.NewRequestWithContext(t.Context(), "POST", b.url+"/staff/sign-in/"+secret, strings.NewReader(url.Values{"to": {to}}.Encode()))
		is.NoErr(err)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		res, err := b.client.Do(r)
		is.NoErr(err)
		is.NoErr(res.Body.Close())
		is.Equal(res.StatusCode, http.StatusSeeOther)
		if at := res.Header.Get("Location"); !regexp.MustCompile(`^/([^/\\]|$)`).MatchString(at) {
			t.Errorf("a link leads by %q to %q", to, at)
		}
	}
	status, text := b.get("/staff") // who may see nothing yet is told whom to ask, and can leave
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "No events for you yet. Ask your organiser."))
	is.True(strings.Contains(text, "/staff/sign-out"))
	status, text = b.get("/staff/events/1")
	is.Equal(status, http.StatusForbidden)
	is.True(strings.Contains(text, "This page is not open to you"))
}

// TestFromCodeToScan: a supervisor makes a code, a phone joins by it, scans, hears who came
// in where, brings what it did offline, and is locked.
func TestFromCodeToScan(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	event := b.event()
	_, text := b.post(event+"/links", url.Values{"gate": {"Bahnhof"}, "phones": {"2"}})
	found := gateCode.FindStringSubmatch(text)
	is.Equal(len(found), 2)

	phone, other := b.fresh(), b.fresh()
	is.Equal(phone.ask("POST", "/join", joinIn{Code: "mq_wrong"}, nil), http.StatusUnprocessableEntity)
	var home homeJSON
	is.Equal(phone.ask("POST", "/join", joinIn{Code: found[1], Name: "Mirko"}, &home), http.StatusOK)
	is.Equal(other.ask("POST", "/join", joinIn{Code: found[1], Name: "Ines"}, nil), http.StatusOK)
	is.Equal(home.Device.Gate, "Bahnhof")

	var list listJSON
	is.Equal(phone.ask("GET", "/list", nil, &list), http.StatusOK)
	free := freeOf(&list, b.w.App.Now().UnixMicro())
	in := scanIn{UUID: "one", Codes: []string{free[0].Code}, Zone: home.Zones[0].ID, Direction: "in"}
	var told toldJSON
	is.Equal(phone.ask("POST", "/scan", in, &told), http.StatusOK)
	is.Equal(told.Status, "valid")
	in.UUID = "two"
	is.Equal(other.ask("POST", "/scan", in, &told), http.StatusOK)
	is.Equal(told.Status, "alreadyIn")
	is.Equal(*told.Last, lastJSON{told.Last.At, false, "Bahnhof", "Mirko"})

	row := uploadRowIn{UUID: "three", Code: free[1].Code, Zone: home.Zones[0].ID, At: b.w.App.Now().UnixMicro()}
	var up uploadedJSON
	is.Equal(phone.ask("POST", "/upload", uploadIn{UUID: "u1", Rows: []uploadRowIn{row}}, &up), http.StatusOK)
	is.Equal(up.Rows, []uploadedRowJSON{{UUID: "three", Status: "scanned"}})
	row.UUID = "four"
	is.Equal(other.ask("POST", "/upload", uploadIn{UUID: "u2", Rows: []uploadRowIn{row}}, &up), http.StatusOK)
	is.Equal(up.Rows[0].Detail, "duplicate")

	// The answer to a scan was lost, and the phone turned the guest away.
	in = scanIn{UUID: "lost", Codes: []string{free[3].Code}, Zone: home.Zones[0].ID, Direction: "in"}
	is.Equal(phone.ask("POST", "/scan", in, nil), http.StatusOK)
	lost := uploadRowIn{UUID: "lost", Code: free[3].Code, Zone: in.Zone, At: row.At, Refused: true, Detail: "full", Unheard: true}
	is.Equal(phone.ask("POST", "/upload", uploadIn{UUID: "lost", Rows: []uploadRowIn{lost}}, nil), http.StatusOK)
	in.UUID = "again"
	is.Equal(other.ask("POST", "/scan", in, &told), http.StatusOK)
	is.Equal(told.Status, "valid")
	lost.UUID, lost.Code = "late", free[4].Code
	is.Equal(phone.ask("POST", "/upload", uploadIn{UUID: "late", Rows: []uploadRowIn{lost}}, nil), http.StatusOK)
	in.UUID, in.Codes = "late", []string{free[4].Code} // was on its way until now
	is.Equal(phone.ask("POST", "/scan", in, nil), http.StatusUnprocessableEntity)

	_, text = b.get(event)
	for _, lock := range regexp.MustCompile(event+`/devices/\d+/end`).FindAllString(text, -1) {
		status, _ := b.post(lock, nil)
		is.Equal(status, http.StatusOK)
	}
	is.Equal(phone.ask("GET", "/home", nil, nil), http.StatusUnauthorized)
	row.UUID, row.Code = "five", free[2].Code
	is.Equal(phone.ask("POST", "/upload", uploadIn{UUID: "u3", Rows: []uploadRowIn{row}}, nil), http.StatusOK) // kept apart
}

// TestAListWithWhatWasRefunded: a list from its beginning has it where that is asked for, to its
// end.
func TestAListWithWhatWasRefunded(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	_, text := b.post(b.event()+"/links", url.Values{})
	phone := b.fresh()
	is.Equal(phone.ask("POST", "/join", joinIn{Code: gateCode.FindStringSubmatch(text)[1], Name: "Mirko"}, nil), http.StatusOK)
	var before, standing, all listJSON
	is.Equal(phone.ask("GET", "/list", nil, &before), http.StatusOK)
	gone := freeOf(&before, b.w.App.Now().UnixMicro())[0]
	_, err := refund.Orders(t.Context(), b.w.App, b.w.A.Owner, rules.Refund{ItemIDs: []int64{gone.ID}, Kind: rules.Void})
	is.NoErr(err)
	b.w.Clock.Jump(time.Minute)
	isGone := func(l lineJSON) bool { return l.ID == gone.ID && l.Flags&flagGone != 0 }
	is.Equal(phone.ask("GET", "/list", nil, &standing), http.StatusOK)
	is.True(!slices.ContainsFunc(standing.Tickets, isGone))
	is.Equal(phone.ask("GET", "/list?gone=1", nil, &all), http.StatusOK)
	is.True(slices.ContainsFunc(all.Tickets, isGone))
}

// TestAGuestBringsTheirOrder: at the zones of the phone alone, and not before somebody of the
// order is inside.
func TestAGuestBringsTheirOrder(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	_, text := b.post(b.event()+"/links", url.Values{})
	phone := b.fresh()
	var home homeJSON
	is.Equal(phone.ask("POST", "/join", joinIn{Code: gateCode.FindStringSubmatch(text)[1], Name: "Mirko"}, &home), http.StatusOK)
	var list listJSON
	is.Equal(phone.ask("GET", "/list", nil, &list), http.StatusOK)
	byOrder := map[string][]string{}
	var codes []string
	for _, ticket := range freeOf(&list, b.w.App.Now().UnixMicro()) {
		if codes = append(byOrder[ticket.Order], ticket.Code); len(codes) == 3 {
			break
		}
		byOrder[ticket.Order] = codes
	}
	is.Equal(len(codes), 3)
	in := scanIn{UUID: "rest", Codes: codes[1:], With: codes[0], Zone: home.Zones[0].ID, Direction: "in", Confirmed: true}
	is.Equal(phone.ask("POST", "/scan", in, nil), http.StatusUnprocessableEntity)
	var told toldJSON
	is.Equal(phone.ask("POST", "/scan", scanIn{UUID: "lead", Codes: codes[:1], Zone: in.Zone, Direction: "in"}, &told), http.StatusOK)
	is.Equal(told.Status, "valid")
	is.Equal(phone.ask("POST", "/scan", in, &told), http.StatusOK)
	is.Equal(told.Status, "valid")
	is.Equal(told.Order, list.Tickets[slices.IndexFunc(list.Tickets, func(l lineJSON) bool { return l.Code == codes[0] })].Order)
	in.Zone = 999
	is.Equal(phone.ask("POST", "/scan", in, nil), http.StatusNotFound)
}

// TestWhoSteppedOutIsLetIn: a supervisor's phone corrects that somebody is inside, where it was
// told so, and writes down why; a steward's does not.
func TestWhoSteppedOutIsLetIn(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	event := b.event()
	phones := map[string]*browser{}
	var home homeJSON
	for name, form := range map[string]url.Values{"steward": {}, "supervisor": {"overrides": {"yes"}}} {
		_, text := b.post(event+"/links", form)
		phones[name] = b.fresh()
		is.Equal(phones[name].ask("POST", "/join", joinIn{Code: gateCode.FindStringSubmatch(text)[1], Name: name}, &home), http.StatusOK)
	}
	var list listJSON
	is.Equal(phones["steward"].ask("GET", "/list", nil, &list), http.StatusOK)
	in := scanIn{Codes: []string{freeOf(&list, b.w.App.Now().UnixMicro())[0].Code}, Zone: home.Zones[0].ID, Direction: "in", Reason: "Only stepped out"}
	asks := func(name string, override, inside bool) (told toldJSON) {
		b.w.Clock.Jump(time.Minute)
		in.UUID, in.Override, in.Inside = "u"+strconv.FormatInt(b.w.App.Now().UnixMicro(), 10), override, inside
		is.Equal(phones[name].ask("POST", "/scan", in, &told), http.StatusOK)
		return told
	}
	first := asks("steward", false, false)
	is.Equal(first.Status, "valid")
	is.True(asks("steward", false, false).Remedy.Override)
	is.Equal(asks("steward", true, true).Status, "alreadyIn")
	is.Equal(asks("supervisor", true, false).Status, "alreadyIn") // overrides something else
	is.Equal(asks("supervisor", false, true).Status, "alreadyIn")
	again := asks("supervisor", true, true)
	is.Equal(again.Status, "valid")
	is.True(again.Forced)
	is.Equal(again.Attendance, first.Attendance)
}

// TestGuestsWithTags: a tag lets in the ticket that it is paired with, and the list has it.
func TestGuestsWithTags(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	_, text := b.post(b.event()+"/links", url.Values{})
	phone := b.fresh()
	var home homeJSON
	is.Equal(phone.ask("POST", "/join", joinIn{Code: gateCode.FindStringSubmatch(text)[1], Name: "Mirko"}, &home), http.StatusOK)
	var list listJSON
	is.Equal(phone.ask("GET", "/list", nil, &list), http.StatusOK)
	free := freeOf(&list, b.w.App.Now().UnixMicro())[0]
	res, err := entry.PairTag(t.Context(), b.w.App, b.w.A.Owner, entry.PairRequest{Barcode: free.Code, Tag: "04:aa:bb:cc"})
	is.NoErr(err)
	is.Equal(res.Status, entry.Valid)

	in := scanIn{UUID: "tag", Tag: "04:AA:BB:CC", Codes: []string{"passed over"}, Zone: home.Zones[0].ID, Direction: "in"}
	var told toldJSON
	is.Equal(phone.ask("POST", "/scan", in, &told), http.StatusOK)
	is.Equal(told.Status, "valid")
	is.Equal(told.Code, free.Code)
	is.Equal(phone.ask("GET", "/list", nil, &list), http.StatusOK)
	at := slices.IndexFunc(list.Tickets, func(l lineJSON) bool { return l.ID == free.ID })
	is.Equal(list.Tickets[at].Tag, "04AABBCC")
	in.UUID, in.Tag = "none", "04:00"
	is.Equal(phone.ask("POST", "/scan", in, &told), http.StatusOK)
	is.Equal(told.Status, "denied")
	is.Equal(told.Code, "0400")
}

// TestWhatStewardsAreTold: of a ticket that is used up each entry, and of an old code why it is.
func TestWhatStewardsAreTold(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	_, text := b.post(b.event()+"/links", url.Values{"gate": {"Bahnhof"}})
	phone := b.fresh()
	var home homeJSON
	is.Equal(phone.ask("POST", "/join", joinIn{Code: gateCode.FindStringSubmatch(text)[1], Name: "Mirko"}, &home), http.StatusOK)
	var list listJSON
	is.Equal(phone.ask("GET", "/list", nil, &list), http.StatusOK)
	free := freeOf(&list, b.w.App.Now().UnixMicro())
	mode, zone := "in&out", home.Zones[0].ID
	_, err := entry.UpdateZone(t.Context(), b.w.App, b.w.A.Owner, zone, entry.ZoneFields{Mode: &mode, ScansInMax: catalog.Is(int64(2))})
	is.NoErr(err)
	morning := []time.Time{b.w.App.Now().Add(time.Hour), b.w.App.Now().Add(25 * time.Hour)}
	_, err = entry.UpdateZone(t.Context(), b.w.App, b.w.A.Owner, zone, entry.ZoneFields{ScanOut: &morning})
	is.NoErr(err)
	is.Equal(phone.ask("GET", "/home", nil, &home), http.StatusOK)
	is.Equal(home.Zones[0].ScanOut, []int64{morning[0].UnixMicro(), morning[1].UnixMicro()})
	var told toldJSON
	for i, direction := range []string{"in", "out", "in", "out", "in"} {
		b.w.Clock.Jump(time.Minute)
		in := scanIn{UUID: "u" + strconv.Itoa(i), Codes: []string{free[0].Code}, Zone: zone, Direction: direction}
		is.Equal(phone.ask("POST", "/scan", in, &told), http.StatusOK)
	}
	is.Equal(told.Status, "scansInExceeded")
	is.Equal(len(told.Entered), 2)
	is.True(told.Entered[0].At > told.Entered[1].At)
	is.Equal(told.Entered[1], lastJSON{told.Entered[1].At, false, "Bahnhof", "Mirko"})

	signed := b.signed(free[1].ID)
	_, err = transfer.Start(t.Context(), b.w.App, b.w.A.Owner, transfer.Ask{ItemIDs: []int64{free[1].ID}, Name: "Ada", Email: "ada@example.com", Instant: true, Override: true})
	is.NoErr(err)
	is.Equal(phone.ask("POST", "/scan", scanIn{UUID: "old", Codes: []string{free[1].Code}, Zone: zone, Direction: "in"}, &told), http.StatusOK)
	is.Equal(told.Detail, "historicBarcode")
	is.Equal(told.Cause, "passedOn")
	is.True(told.ReplacedAt != nil)
	when := *told.ReplacedAt
	for i, code := range []string{free[1].Code + ".123456", signed} {
		is.Equal(phone.ask("POST", "/scan", scanIn{UUID: "old" + strconv.Itoa(i), Codes: []string{code}, Zone: zone, Direction: "in"}, &told), http.StatusOK)
		is.Equal(told.Detail, "historicBarcode")
		is.True(told.ReplacedAt != nil && *told.ReplacedAt == when && told.Cause == "passedOn") // in whatever form
	}
	is.Equal(phone.ask("GET", "/list", nil, &list), http.StatusOK) // and without a network
	at := slices.IndexFunc(list.Tickets, func(l lineJSON) bool { return slices.Contains(l.Old, free[1].Code) })
	is.Equal(list.Tickets[at].Was, []wasJSON{{*told.ReplacedAt, "passedOn"}})
}

// signed is the code that a ticket has where codes are signed.
func (b *browser) signed(id int64) (code string) {
	b.t.Helper()
	err := b.w.App.View(b.t.Context(), b.w.A.Owner, app.Authenticated, func(r app.Reader) error {
		own, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		it, err := order.FindItem(r, id)
		it.Form = form.Signed
		code = order.CodeOf(own, &it)
		return err
	})
	if err != nil || !form.IsSigned(code) {
		b.t.Fatal(code, err)
	}
	return code
}

// TestAHiddenZoneTellsTheWay: a phone at a zone that hides its attendees hears whether a guest
// left, and its list knows who is inside, but not since when or by whom.
func TestAHiddenZoneTellsTheWay(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	event := b.event()
	id, err := strconv.ParseInt(path.Base(event), 10, 64)
	is.NoErr(err)
	name, hides := "Backstage", true
	z, err := entry.CreateZone(t.Context(), b.w.App, b.w.A.Owner, id, entry.ZoneFields{Name: &name, HideAttendees: &hides})
	is.NoErr(err)
	_, text := b.post(event+"/links", url.Values{"zone": {strconv.FormatInt(z.ID, 10)}})
	phone := b.fresh()
	is.Equal(phone.ask("POST", "/join", joinIn{Code: gateCode.FindStringSubmatch(text)[1], Name: "Mirko"}, nil), http.StatusOK)
	var list listJSON
	is.Equal(phone.ask("GET", "/list", nil, &list), http.StatusOK)
	guest := freeOf(&list, b.w.App.Now().UnixMicro())[0]
	for _, way := range []string{"in", "out"} {
		var told toldJSON
		is.Equal(phone.ask("POST", "/scan", scanIn{UUID: way, Codes: []string{guest.Code}, Zone: z.ID, Direction: way}, &told), http.StatusOK)
		is.Equal(told.Status, "valid")
		is.Equal(told.Out, way == "out")
		is.True(told.Last == nil)
		list = listJSON{}
		is.Equal(phone.ask("GET", "/list", nil, &list), http.StatusOK)
		row := list.Tickets[slices.IndexFunc(list.Tickets, func(l lineJSON) bool { return l.ID == guest.ID })]
		is.Equal(len(row.Zones), 1)
		is.Equal(row.Zones[0][1] == 1, way == "in")
		is.True(row.Last == nil)
	}
}

// TestPhonesKeepTheirSecretToTheEnd: a phone keeps it for as long as it may scan, however
// far the end of the event is, and then for as long as it may bring what it did.
func TestPhonesKeepTheirSecretToTheEnd(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	event := b.event()
	id, err := strconv.ParseInt(path.Base(event), 10, 64)
	is.NoErr(err)
	far := b.w.App.Now().AddDate(0, 0, 200).Truncate(time.Second)
	_, _, err = catalog.UpdateEvent(t.Context(), b.w.App, b.w.A.Owner, id, catalog.EventChange{End: &far}, nil)
	is.NoErr(err)
	want := int((far.Add(24*time.Hour).Sub(b.w.App.Now()) + company.AfterEnd).Seconds())

	_, text := b.post(event+"/links", url.Values{})
	code := gateCode.FindStringSubmatch(text)[1]
	started := b.cookie(event+"/start", "application/x-www-form-urlencoded", "gate=South")
	joined := b.fresh().cookie("/door/api/join", "application/json", `{"code":"`+code+`","name":"Mirko"}`)
	for _, c := range []*http.Cookie{started, joined} {
		is.Equal(c.Name, deviceCookie)
		is.True(c.MaxAge >= want-60 && c.MaxAge <= want)
	}
}

// cookie is what the answer to a form or a request of the scanner sets.
func (b *browser) cookie(path, kind, body string) *http.Cookie {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), "POST", b.url+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	client := &http.Client{Jar: b.client.Jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	set := res.Cookies()
	if len(set) != 1 {
		b.t.Fatal(res.Status, set)
	}
	return set[0]
}

// freeOf are the tickets that are good at a moment and that nobody used yet.
func freeOf(l *listJSON, now int64) (free []lineJSON) {
	for _, t := range l.Tickets {
		g := l.Goods[t.Good]
		if len(t.Zones) == 0 && t.Flags == flagSold && g.Kind == 0 && (g.From == nil || *g.From <= now) && (g.To == nil || now < *g.To) {
			free = append(free, t)
		}
	}
	return free
}

func TestAsksThatAreNone(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	_, text := b.post(b.event()+"/start", url.Values{"gate": {"South"}})
	is.True(strings.Contains(text, `id="scanner"`))
	for _, body := range []string{"", "{", `{"codes":1}`, `{"unknown":true}`, `{} {}`} {
		status, _ := b.send("POST", "/door/api/scan", "application/json", strings.NewReader(body), "same-origin")
		is.Equal(status, http.StatusBadRequest)
	}
	status, _ := b.send("POST", "/door/api/scan", "application/json", strings.NewReader(`{"uuid":"`+strings.Repeat("x", maxAsk)+`"}`), "same-origin")
	is.Equal(status, http.StatusRequestEntityTooLarge)
	is.Equal(b.ask("POST", "/scan", scanIn{Zone: 999, Codes: []string{"X"}}, nil), http.StatusNotFound)
	is.Equal(b.ask("POST", "/scan", scanIn{Zone: 1}, nil), http.StatusUnprocessableEntity)
	is.Equal(b.ask("POST", "/upload", uploadIn{Rows: make([]uploadRowIn, maxUpload+1)}, nil), http.StatusUnprocessableEntity)
	for _, path := range []string{"/list?since=x", "/search?zone=x"} {
		status, _ := b.get("/door/api" + path)
		is.Equal(status, http.StatusUnprocessableEntity)
	}
}

// TestTheScannerBringsItsFiles: what the service worker keeps is there, under names that
// change with it.
func TestTheScannerBringsItsFiles(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	site := page.NewSite(w.App, nil, "")
	h := New(site).Handler()
	r := httptest.NewRequest("GET", "/door/sw.js", nil)
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	var head struct{ Files []string }
	list := regexp.MustCompile(`files:(\[[^\]]*\])`).FindStringSubmatch(rec.Body.String())
	is.NoErr(json.Unmarshal([]byte(list[1]), &head.Files))
	is.True(len(head.Files) > 4)
	for _, file := range head.Files[1:] {
		rec := httptest.NewRecorder()
		site.Assets.ServeHTTP(rec, httptest.NewRequest("GET", file, nil))
		is.Equal(rec.Code, http.StatusOK)
	}
	rec = httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest("GET", "/door/", nil))
	policy := rec.Header().Get("Content-Security-Policy")
	is.True(strings.Contains(policy, "'wasm-unsafe-eval'"))
	is.True(!strings.Contains(policy, "unsafe-inline"))
	is.True(strings.Contains(rec.Header().Get("Permissions-Policy"), "camera=(self)"))
}

// TestTheScannerIsSmall: what a phone loads once, as it goes over the wire.
func TestTheScannerIsSmall(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	site := page.NewSite(w.App, nil, "")
	sum := 0
	for _, name := range scannerAssets {
		at, err := site.Assets.Path(name)
		is.NoErr(err)
		r := httptest.NewRequest("GET", at, nil)
		r.Header.Set("Accept-Encoding", "gzip, br")
		rec := httptest.NewRecorder()
		site.Assets.ServeHTTP(rec, r)
		sum += rec.Body.Len()
	}
	if sum > 900_000 {
		t.Fatalf("the scanner weighs %d bytes, more than 900 kB", sum)
	}
}

// TestStaffSeeHowItGoes: the pictures of an event with their tables, for who may see reports,
// and nothing that a page may not load.
func TestStaffSeeHowItGoes(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	at := b.event()
	_, text := b.get(at)
	is.True(strings.Contains(text, `href="`+at+`/figures"`))
	status, text := b.get(at + "/figures")
	is.Equal(status, http.StatusOK)
	is.Equal(strings.Count(text, `role="img"`), 4)
	is.Equal(strings.Count(text, "<caption>"), 4)
	is.True(strings.Contains(text, `<title id="sales-by-day-title">Sales by day: `))
	is.True(!strings.Contains(text, "style=")) // the policy of pages has none
	status, _ = b.get("/staff/events/999/figures")
	is.Equal(status, http.StatusNotFound)
}

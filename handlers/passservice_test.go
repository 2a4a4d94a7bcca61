package handlers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/pass"
	"marquee/handlers"
	"marquee/handlers/passes"
	"marquee/indexes"
)

// phone keeps one pass.
type phone struct {
	*bookings
	at, token, serial string
}

// keeper sells something, and reads the first pass of it as a phone does.
func keeper(t *testing.T) (*phone, map[string]any) {
	t.Helper()
	s := newPassBookings(t)
	o := s.sell()
	link := o["items"].([]any)[0].(map[string]any)["appleWalletPassUrl"].(string)
	var form map[string]any
	if err := json.Unmarshal(unpacked(t, s.open(link+"?symbol=aztec").Body.Bytes())["pass.json"], &form); err != nil {
		t.Fatal(err)
	}
	at := form["webServiceURL"].(string)
	return &phone{s, strings.TrimPrefix(at, "https://tickets.example.com"), form["authenticationToken"].(string), form["serialNumber"].(string)}, o
}

func (p *phone) ask(method, below, body string, header ...string) *httptest.ResponseRecorder {
	p.t.Helper()
	r := httptest.NewRequest(method, p.at+below, strings.NewReader(body))
	r.Header.Set("Authorization", "ApplePass "+p.token)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	p.h.ServeHTTP(rec, r)
	return rec
}

func (p *phone) latest(header ...string) *httptest.ResponseRecorder {
	return p.ask("GET", "/v1/passes/pass.example.tickets/"+p.serial, "", header...)
}

func (p *phone) form(got *httptest.ResponseRecorder) (form map[string]any) {
	p.t.Helper()
	if got.Code != http.StatusOK {
		p.t.Fatalf("%d %s", got.Code, got.Body)
	}
	if err := json.Unmarshal(unpacked(p.t, got.Body.Bytes())["pass.json"], &form); err != nil {
		p.t.Fatal(err)
	}
	return form
}

// TestPhonesKeepPassesUpToDate: a phone that keeps a pass hears of what changes on it, and of
// nothing else, and gets it as it is then.
func TestPhonesKeepPassesUpToDate(t *testing.T) {
	is := is.New(t)
	p, o := keeper(t)
	of := "/v1/devices/phone-1/registrations/pass.example.tickets"
	is.Equal(p.ask("GET", of, "").Code, http.StatusNoContent)
	is.Equal(p.ask("POST", of+"/"+p.serial, `{"pushToken":"00ff"}`).Code, http.StatusCreated)
	is.Equal(p.ask("POST", of+"/"+p.serial, `{"pushToken":"00ff"}`).Code, http.StatusOK)
	var told struct {
		SerialNumbers []string
		LastUpdated   string
	}
	is.NoErr(json.Unmarshal(p.ask("GET", of, "").Body.Bytes(), &told))
	is.Equal(told.SerialNumbers, []string{p.serial})
	is.Equal(p.ask("GET", of+"?passesUpdatedSince="+told.LastUpdated, "").Code, http.StatusNoContent)
	is.Equal(p.ask("GET", strings.Replace(of, "phone-1", "phone-2", 1), "").Code, http.StatusNoContent)

	first := p.latest()
	form := p.form(first)
	is.Equal(form["barcodes"].([]any)[0].(map[string]any)["format"], "PKBarcodeFormatAztec")
	is.Equal(p.latest("If-None-Match", first.Header().Get("ETag")).Code, http.StatusNotModified)
	is.Equal(p.latest("If-Modified-Since", first.Header().Get("Last-Modified")).Code, http.StatusOK) // it is of this second
	p.w.Clock.Jump(2 * time.Second)
	is.Equal(p.latest("If-Modified-Since", p.latest().Header().Get("Last-Modified")).Code, http.StatusNotModified)

	event := number(o["items"].([]any)[0].(map[string]any)["eventId"])
	is.NoErr(p.w.App.UpdateCompany(t.Context(), p.w.A.Company.ID, func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, event, func(e *catalog.Event) error { e.Name = "A new name"; return nil })
		return err
	}))
	is.NoErr(json.Unmarshal(p.ask("GET", of+"?passesUpdatedSince="+told.LastUpdated, "").Body.Bytes(), &told))
	is.Equal(told.SerialNumbers, []string{p.serial})
	second := p.latest("If-None-Match", first.Header().Get("ETag"), "If-Modified-Since", first.Header().Get("Last-Modified"))
	is.Equal(dig(p.form(second), "eventTicket", "primaryFields").([]any)[0].(map[string]any)["value"], "A new name")

	is.Equal(p.ask("DELETE", of+"/"+p.serial, "").Code, http.StatusOK)
	is.Equal(p.ask("DELETE", of+"/"+p.serial, "").Code, http.StatusOK)
	is.Equal(p.ask("GET", of, "").Code, http.StatusNoContent)
}

// TestAPassEnds: once its item has another holder the pass is void, and shows neither the
// code nor anybody's name.
func TestAPassEnds(t *testing.T) {
	for must, change := range map[string]func(i *order.Item){
		"with another holder":  func(i *order.Item) { i.NamedHolder = "Grace"; i.CustomerID = 0 },
		"with another barcode": func(i *order.Item) { i.Barcode = "MQOTHER" },
		"while it is locked":   func(i *order.Item) { i.Frozen = true },
	} {
		t.Run(must, func(t *testing.T) {
			is := is.New(t)
			p, o := keeper(t)
			item := o["items"].([]any)[0].(map[string]any)
			is.NoErr(p.w.App.UpdateCompany(t.Context(), p.w.A.Company.ID, func(tx app.Tx) error {
				_, err := indexes.Forge(order.Items).Update(tx, number(item["id"]), func(i *order.Item) error { change(i); return nil })
				return err
			}))
			got := p.latest()
			form := p.form(got)
			is.Equal(form["voided"], true)
			is.Equal(form["barcodes"], nil)
			text := string(unpacked(t, got.Body.Bytes())["pass.json"])
			for _, secret := range []string{item["barcode"].(string), "MQOTHER", "Grace", "Žofie", o["reference"].(string)} {
				is.True(!strings.Contains(text, secret))
			}
		})
	}
}

// TestPassesAreSwitchedOff: for a company, for one of its events alone, and for as long as its
// tickets are not open, phones are offered none, though a phone keeps and renews what it has.
func TestPassesAreSwitchedOff(t *testing.T) {
	for must, off := range map[string]func(p *phone, event int64) error{
		"by the company": func(p *phone, _ int64) error {
			_, err := company.ChangeSettings(p.t.Context(), p.w.App, p.w.A.Owner, company.SettingsChange{Tickets: company.TicketAccessChange{NoPasses: new(true)}})
			return err
		},
		"by the event": func(p *phone, event int64) error {
			_, err := catalog.ChangeTickets(p.t.Context(), p.w.App, p.w.A.Owner, event, catalog.TicketAccessChange{Passes: catalog.Is(false)})
			return err
		},
		"by the sale item": func(p *phone, event int64) error {
			return p.switched(catalog.PassSwitch{SaleItemID: p.saleItem(event), Passes: new(false)})
		},
		"by the venue": func(p *phone, event int64) error {
			return p.switched(catalog.PassSwitch{VenueID: p.atVenue(event), Passes: new(false)})
		},
		"until tickets open": func(p *phone, event int64) error {
			e, err := catalog.LookAtTickets(p.t.Context(), p.w.App, p.w.A.Owner, event)
			if err != nil {
				return err
			}
			before := max(int64(e.Event.Start.Sub(p.w.Clock.Now()).Hours())-24, company.MinTicketLead)
			_, err = catalog.ChangeTickets(p.t.Context(), p.w.App, p.w.A.Owner, event, catalog.TicketAccessChange{LeadHours: catalog.Is(before)})
			return err
		},
	} {
		t.Run(must, func(t *testing.T) {
			is := is.New(t)
			p, o := keeper(t)
			item := o["items"].([]any)[0].(map[string]any)
			link := item["appleWalletPassUrl"].(string)
			is.NoErr(off(p, number(item["eventId"])))
			is.Equal(p.open(link).Code, http.StatusNotFound)
			again := p.order(number(o["id"]))
			is.Equal(again["items"].([]any)[0].(map[string]any)["appleWalletPassUrl"], nil)
			is.Equal(again["mobileWalletPassUrl"], nil)
			is.Equal(p.form(p.latest())["voided"], nil)
		})
	}
	t.Run("by the company, but not by the event", func(t *testing.T) {
		is := is.New(t)
		p, o := keeper(t)
		item := o["items"].([]any)[0].(map[string]any)
		_, err := company.ChangeSettings(t.Context(), p.w.App, p.w.A.Owner, company.SettingsChange{Tickets: company.TicketAccessChange{NoPasses: new(true)}})
		is.NoErr(err)
		_, err = catalog.ChangeTickets(t.Context(), p.w.App, p.w.A.Owner, number(item["eventId"]), catalog.TicketAccessChange{Passes: catalog.Is(true)})
		is.NoErr(err)
		is.Equal(p.open(item["appleWalletPassUrl"].(string)).Code, http.StatusOK)
	})
	t.Run("the narrowest that says anything counts", func(t *testing.T) {
		is := is.New(t)
		p, o := keeper(t)
		item := o["items"].([]any)[0].(map[string]any)
		event := number(item["eventId"])
		opens := func(want int) {
			t.Helper()
			is.Helper()
			is.Equal(p.open(item["appleWalletPassUrl"].(string)).Code, want)
		}
		is.NoErr(p.switched(catalog.PassSwitch{VenueID: p.atVenue(event), Passes: new(false)}))
		opens(http.StatusNotFound)
		_, err := catalog.ChangeTickets(t.Context(), p.w.App, p.w.A.Owner, event, catalog.TicketAccessChange{Passes: catalog.Is(true)})
		is.NoErr(err)
		opens(http.StatusOK)
		is.NoErr(p.switched(catalog.PassSwitch{SaleItemID: p.saleItem(event), Passes: new(false)}))
		opens(http.StatusNotFound)
		is.NoErr(p.switched(catalog.PassSwitch{SaleItemID: p.saleItem(event)})) // as the event says
		opens(http.StatusOK)
	})
}

func (p *phone) switched(s catalog.PassSwitch) error {
	_, err := catalog.SwitchPasses(p.t.Context(), p.w.App, p.w.A.Owner, s)
	return err
}

// saleItem is the first that an event sells.
func (p *phone) saleItem(event int64) (id int64) {
	p.t.Helper()
	err := p.w.App.ViewCompany(p.t.Context(), p.w.A.Company.ID, func(r app.Reader) error {
		all, err := catalog.SaleItemsOfEvent(r, event)
		id = all[0].ID
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return id
}

// atVenue gives an event a venue.
func (p *phone) atVenue(event int64) int64 {
	p.t.Helper()
	v, err := catalog.CreateVenue(p.t.Context(), p.w.App, p.w.A.Owner, catalog.NewVenue{Name: "Arena", Address: "1 Quay", City: "Hamburg", Region: "HH"})
	if err == nil {
		err = p.w.App.UpdateCompany(p.t.Context(), p.w.A.Company.ID, func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, event, func(e *catalog.Event) error { e.VenueID = v.ID; return nil })
			return err
		})
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return v.ID
}

// TestStrangersGetNoPass: without the token of just that pass nobody reads it, nor is told of
// it; another company knows nothing of it.
func TestStrangersGetNoPass(t *testing.T) {
	is := is.New(t)
	p, _ := keeper(t)
	own := p.at
	other := strings.Replace(own, fmt.Sprint("/", p.w.A.Company.ID, "/"), fmt.Sprint("/", p.w.B.Company.ID, "/"), 1)
	id, print, _ := strings.Cut(p.serial, "-")
	at := "/v1/devices/phone-1/registrations/pass.example.tickets/"
	for must, c := range map[string]struct{ at, token, serial string }{
		"another token":   {own, strings.Repeat("0", 40), p.serial},
		"no token":        {own, "", p.serial},
		"another company": {other, p.token, p.serial},
		"another item":    {own, p.token, "999-" + print},
		"another print":   {own, p.token, id + "-" + strings.Repeat("0", 32)},
	} {
		t.Run(must, func(t *testing.T) {
			is := is.New(t)
			s := *p
			s.at, s.token, s.serial = c.at, c.token, c.serial
			is.Equal(s.latest().Code, http.StatusUnauthorized)
			is.Equal(s.ask("POST", at+c.serial, `{"pushToken":"00"}`).Code, http.StatusUnauthorized)
			is.Equal(s.ask("DELETE", at+c.serial, "").Code, http.StatusUnauthorized)
		})
	}
	is.Equal(p.ask("POST", at+p.serial, `{`).Code, http.StatusBadRequest)
	is.Equal(p.ask("POST", at+p.serial, `{"pushToken":"`+strings.Repeat("0", 20<<10)+`"}`).Code, http.StatusBadRequest)
	is.Equal(p.ask("GET", at+p.serial, "").Code, http.StatusMethodNotAllowed)
	is.Equal(p.ask("GET", "/v1/passes/pass.example.others/"+p.serial, "").Code, http.StatusUnauthorized)
	is.Equal(p.ask("POST", "/v1/log", `{"logs":["what\u0000is wrong"]}`).Code, http.StatusOK)
	is.Equal(p.ask("GET", "/v2/log", "").Code, http.StatusNotFound)
	for n := range 25 {
		want := http.StatusCreated
		if n >= 20 {
			want = http.StatusForbidden // as many phones as one ticket may have
		}
		is.Equal(p.ask("POST", strings.Replace(at, "phone-1", fmt.Sprint("phone-", n), 1)+p.serial, `{"pushToken":"00"}`).Code, want)
	}
	is.NoErr(p.w.App.UpdateCompany(t.Context(), p.w.A.Company.ID, func(tx app.Tx) error {
		it, err := order.FindItem(tx, number(mustNumber(id)))
		if err != nil {
			return err
		}
		return pass.Forget(tx, order.Blanking{OrderID: it.OrderID})
	}))
	is.Equal(p.ask("POST", strings.Replace(at, "phone-1", "phone-30", 1)+p.serial, `{"pushToken":"00"}`).Code, http.StatusCreated)
}

func mustNumber(text string) any {
	var n float64
	_ = json.Unmarshal([]byte(text), &n)
	return n
}

// TestWithoutTLSPhonesAreNotAskedBack: a pass says where phones ask again only where that is
// an address that they talk to.
func TestWithoutTLSPhonesAreNotAskedBack(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Calm())
	sellable(t, w)
	keys := &passes.Issuers{}
	is.NoErr(keys.Load(madeKeys().text(w.A.Company.Alias)))
	s := &bookings{t, w, handlers.New(w.App, handlers.Options{BaseURL: "http://127.0.0.1:8080", Passes: keys})}
	link := s.sell()["items"].([]any)[0].(map[string]any)["appleWalletPassUrl"].(string)
	var form map[string]any
	is.NoErr(json.Unmarshal(unpacked(t, s.open(link).Body.Bytes())["pass.json"], &form))
	is.Equal(form["webServiceURL"], nil)
	is.Equal(form["authenticationToken"], nil)
}

// FuzzPassService: whatever a phone sends is answered, never with a fault, and never with a
// pass.
func FuzzPassService(f *testing.F) {
	f.Add("GET", "/passes/1/qr/v1/passes/pass.example.tickets/1-00000000000000000000000000000000", "", "ApplePass 00")
	f.Add("POST", "/passes/1/qr/v1/devices/d/registrations/pass.example.tickets/1-00000000000000000000000000000000", `{"pushToken":"00"}`, "")
	f.Add("GET", "/passes/1/aztec/v1/devices/d/registrations/t?passesUpdatedSince=-1", "", "")
	f.Add("POST", "/passes/01/qr/v1/log", `{"logs":["x"]}`, "")
	const at, print = "/passes/1/qr/v1", "-00000000000000000000000000000000"
	for _, seed := range [][4]string{
		{"DELETE", at + "/devices/d/registrations/pass.example.tickets/1" + print, "", "ApplePass 00"},
		{"DELETE", at + "/devices//registrations/pass.example.tickets/1" + print, "", ""},
		{"PUT", at + "/devices/d/registrations/pass.example.tickets/1" + print, `{"pushToken":1}`, "ApplePass"},
		{"POST", at + "/devices/d/registrations/pass.example.tickets/1" + print, `{"pushToken":"` + strings.Repeat("f", 400) + `"}`, "applepass 00"},
		{"POST", at + "/devices/" + strings.Repeat("d", 4000) + "/registrations/pass.example.tickets/1" + print, `{"pushToken":"00"}`, "ApplePass 00"},
		{"POST", at + "/devices/d/registrations/pass.example.tickets/1" + print, `[[[[[[[[`, "ApplePass \x00"},
		{"GET", at + "/devices/d/registrations/pass.example.tickets?passesUpdatedSince=9223372036854775808", "", ""},
		{"GET", at + "/devices/d/registrations/pass.example.tickets?passesUpdatedSince=1e9&passesUpdatedSince=2", "", ""},
		{"GET", at + "/devices/d/registrations/pass.example.tickets?passesUpdatedSince=%zz", "", ""},
		{"GET", at + "/passes/pass.example.tickets/9223372036854775808" + print, "", "ApplePass 00"},
		{"GET", at + "/passes/pass.example.tickets/-1" + print, "", "ApplePass 00"},
		{"GET", at + "/passes/pass.example.tickets/1", "", "ApplePass 00"},
		{"GET", at + "/passes/pass.example.tickets/1-", "", "ApplePass 00"},
		{"GET", at + "/passes/pass.example.tickets/01" + print, "", "ApplePass 00"},
		{"GET", at + "/passes/pass.example.tickets/1-\u00e4", "", "ApplePass \u00e4"},
		{"GET", at + "/passes/../../1/qr/v1/log", "", ""},
		{"HEAD", at + "/passes/pass.example.tickets/1" + print, "", "Bearer 00"},
		{"GET", "/passes/2/code128/v1/passes/pass.example.tickets/1" + print, "", "ApplePass 00"},
		{"GET", "/passes/0/qr/v1/passes/pass.example.tickets/1" + print, "", "ApplePass 00"},
		{"GET", "/passes/99999999999999999999/qr/v1/passes/pass.example.tickets/1" + print, "", "ApplePass 00"},
		{"GET", "/passes/1/", "", ""}, {"GET", "/passes", "", ""}, {"GET", "", "", ""}, {"OPTIONS", at, "", ""},
		{"POST", at + "/log", `{"logs":` + strings.Repeat("[", 200) + `}`, ""},
		{"POST", at + "/log", `{"logs":["\u0000\u202e","` + strings.Repeat("x", 9000) + `"]}`, ""},
		{"POST", at + "/log", "\xff\xfe", ""},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	w := apptest.New(f, apptest.Calm())
	keys := &passes.Issuers{}
	if err := keys.Load(madeKeys().text(w.A.Company.Alias)); err != nil {
		f.Fatal(err)
	}
	h := passes.NewService(passes.NewMaker(w.App, keys, "https://tickets.example.com", "/passes"), nil, "/passes")
	f.Fuzz(func(t *testing.T, method, path, body, token string) {
		r, err := http.NewRequest(method, "https://tickets.example.com/", strings.NewReader(body))
		if err != nil {
			return
		}
		r.URL.Path, r.URL.RawQuery, _ = strings.Cut(path, "?")
		r.Header.Set("Authorization", token)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		if rec.Code >= 500 || rec.Header().Get("Content-Type") == passes.OneType {
			t.Fatalf("%s %s: %d", method, path, rec.Code)
		}
	})
}

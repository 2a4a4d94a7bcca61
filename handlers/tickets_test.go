package handlers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/handlers"
	"marquee/indexes"
)

// bookings is a box office that has sold three items to one who opens links.
type bookings struct {
	t *testing.T
	w *apptest.World
	h http.Handler
}

func newBookings(t *testing.T) *bookings {
	w := apptest.New(t, apptest.Calm())
	sellable(t, w)
	return &bookings{t, w, handlers.New(w.App, handlers.Options{})}
}

func (s *bookings) api(method, path, body string) map[string]any {
	s.t.Helper()
	r := httptest.NewRequest(method, "/v1"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+s.w.A.OwnerToken)
	rec := httptest.NewRecorder()
	s.h.ServeHTTP(rec, r)
	if rec.Code >= 300 {
		s.t.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
	}
	var answer map[string]any
	if err := json.Unmarshal(rec.Body.Bytes(), &answer); err != nil {
		s.t.Fatal(err)
	}
	return answer
}

// sell completes an order and reads it.
func (s *bookings) sell() map[string]any {
	s.t.Helper()
	basket := number(dig(s.api("POST", "/basket-items", `{"items":[{"id":1,"quantity":2},{"id":6,"quantity":1}]}`), "id"))
	s.api("POST", "/orders/complete", fmt.Sprintf(`{"basketId":%d,"paymentMethod":"cash","customerName":"Žofie 李","customerEmail":"z@example.com"}`, basket))
	return s.order(basket)
}

func (s *bookings) order(id int64) map[string]any {
	s.t.Helper()
	return s.api("GET", fmt.Sprintf("/order?orderId=%d", id), "")
}

// open follows a link without a log-in.
func (s *bookings) open(link string, header ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		s.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, u.RequestURI(), nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	s.h.ServeHTTP(rec, r)
	return rec
}

func TestDownloadLinks(t *testing.T) {
	is := is.New(t)
	s := newBookings(t)
	o := s.sell()
	whole, own := o["fullDownloadUrl"].(string), o["downloadUrl"].(string)
	item := o["items"].([]any)[0].(map[string]any)
	one := item["downloadUrl"].(string)
	is.True(strings.HasPrefix(whole, "http://example.com/tickets/") && whole != own && own != one)
	for _, link := range []string{whole, own, one, whole + "?format=a6&symbol=aztec&lang=de", whole + "?format=roll&symbol=code128"} {
		got := s.open(link)
		is.Equal(got.Code, http.StatusOK)
		is.Equal(got.Header().Get("Content-Type"), "application/pdf")
		is.True(strings.HasPrefix(got.Body.String(), "%PDF-"))
		is.Equal(got.Header().Get("Cache-Control"), "private, no-store")
		is.Equal(got.Header().Get("Referrer-Policy"), "no-referrer")
	}
	is.Equal(strings.Count(s.open(whole).Body.String(), "/Type /Page\n"), 3)
	is.Equal(strings.Count(s.open(one).Body.String(), "/Type /Page\n"), 1)

	cal := s.open(whole + "/calendar.ics")
	is.Equal(cal.Code, http.StatusOK)
	is.Equal(strings.Count(cal.Body.String(), "BEGIN:VEVENT"), 1)
	is.True(strings.HasPrefix(cal.Body.String(), "BEGIN:VCALENDAR\r\n"))

	for _, bad := range []string{whole + "x", whole[:len(whole)-1], "http://example.com/tickets/", "http://example.com/tickets", whole + "/other", "http://example.com/tickets/AQEB"} {
		got := s.open(bad, "Accept-Language", "fr-CH, de;q=0.5")
		is.Equal(got.Code, http.StatusNotFound)
		is.True(strings.Contains(got.Body.String(), "Ce lien n&#39;ouvre rien"))
	}
	is.Equal(s.open(whole+"?format=a3").Code, http.StatusUnprocessableEntity)
	is.Equal(s.open(whole+"?symbol=pdf417").Code, http.StatusUnprocessableEntity)

	s.api("POST", "/orders/revoke-links", fmt.Sprintf(`{"orderId":"%v"}`, o["reference"]))
	for _, link := range []string{whole, own, one, whole + "/calendar.ics"} {
		is.Equal(s.open(link).Code, http.StatusNotFound)
	}
	is.Equal(s.open(s.order(number(o["id"]))["fullDownloadUrl"].(string)).Code, http.StatusOK)
}

// TestThePurchasersLinkLeavesOutWhatOthersHold: it is shown to the purchaser, who must not
// get the ticket of somebody else.
func TestThePurchasersLinkLeavesOutWhatOthersHold(t *testing.T) {
	is := is.New(t)
	s := newBookings(t)
	o := s.sell()
	other := number(dig(s.api("POST", "/customers", `{"email":"other@example.com","firstName":"Other","surname":"Guest"}`), "data", "id"))
	is.True(other > 0)
	id := number(o["items"].([]any)[0].(map[string]any)["id"])
	is.NoErr(s.w.App.UpdateCompany(t.Context(), s.w.A.Company.ID, func(tx app.Tx) error {
		_, err := indexes.Forge(order.Items).Update(tx, id, func(i *order.Item) error { i.CustomerID = other; return nil })
		return err
	}))
	is.Equal(strings.Count(s.open(o["downloadUrl"].(string)).Body.String(), "/Type /Page\n"), 2)
	is.Equal(strings.Count(s.open(o["fullDownloadUrl"].(string)).Body.String(), "/Type /Page\n"), 3)
}

// TestWhatIsNotDownloaded: an item whose sale item says so has no link, is not printed
// with the others, and an order of nothing else has none either.
func TestWhatIsNotDownloaded(t *testing.T) {
	is := is.New(t)
	s := newBookings(t)
	before := s.sell()
	s.api("POST", "/events/tickets/update", `{"saleItemData":{"id":1,"canBeDownloaded":false}}`)
	is.Equal(s.open(before["items"].([]any)[0].(map[string]any)["downloadUrl"].(string)).Code, http.StatusNotFound)
	is.Equal(strings.Count(s.open(before["fullDownloadUrl"].(string)).Body.String(), "/Type /Page\n"), 1)
	s.api("POST", "/events/tickets/update", `{"saleItemData":{"id":6,"canBeDownloaded":false}}`)
	is.Equal(s.open(before["fullDownloadUrl"].(string)).Code, http.StatusNotFound)
	after := s.order(number(before["id"]))
	is.Equal(after["fullDownloadUrl"], nil)
	is.Equal(after["downloadUrl"], nil)
	basket := s.api("POST", "/basket-items", `{"items":[{"id":6,"quantity":1}]}`)
	is.Equal(s.order(number(basket["id"]))["fullDownloadUrl"], nil)
}

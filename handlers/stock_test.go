package handlers_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"marquee/app/apptest"
)

// stocker fills a company through its own API.
type stocker struct {
	t      *testing.T
	h      http.Handler
	token  string
	canary string
	ids    map[string]int64
	// refs are what stands for an id in words: references and barcodes.
	refs map[string]string
}

// stock gives a company one of everything, every text carrying the canary, and
// tells the ids by the names that requests use for them.
func stock(t *testing.T, w *apptest.World, h http.Handler, side *apptest.Side, canary string) *stocker {
	t.Helper()
	s := &stocker{t: t, h: h, token: side.OwnerToken, canary: canary, refs: map[string]string{},
		ids: map[string]int64{"currencyId": side.Currency().ID, "companyId": side.Company.ID}}
	s.ids["userId"] = number(dig(s.make("POST", "/company/users", `{"name": "crew §", "email": "crew`+fmt.Sprint(rand.Uint64())+`@`+canary+`.example.com"}`), "data", "id"))
	s.ids["customerGroupId"] = number(dig(s.make("POST", "/customer-groups", `{"name": "group § `+fmt.Sprint(rand.Uint64())+`"}`), "data", "id"))
	s.catalogue(w)
	s.sale()
	s.door()
	return s
}

// make sends a write whose text may name ids as $name and the canary as §, and
// gives the answer.
func (s *stocker) make(method, path, body string) map[string]any {
	s.t.Helper()
	for name, id := range s.ids {
		body, path = strings.ReplaceAll(body, "$"+name+"$", fmt.Sprint(id)), strings.ReplaceAll(path, "$"+name+"$", fmt.Sprint(id))
	}
	status, answer := attempt(s.h, s.token, method, path, strings.ReplaceAll(body, "§", s.canary))
	if strings.Contains(answer, "nothing at this address") {
		s.t.Logf("%s %s: not there yet", method, path)
		return nil
	}
	if status >= 300 {
		s.t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	var out map[string]any
	if answer == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(answer), &out); err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	return out
}

// dig walks into an answer: names of members, or the first of a list.
func dig(v any, path ...string) any {
	for _, name := range path {
		switch at := v.(type) {
		case map[string]any:
			v = at[name]
		case []any:
			if len(at) == 0 {
				return nil
			}
			v = at[0].(map[string]any)[name]
		}
	}
	return v
}

func number(v any) int64 {
	f, _ := v.(float64)
	return int64(f)
}

func (s *stocker) catalogue(w *apptest.World) {
	start, end := w.Clock.Now().Add(-3600e9).Format("2006-01-02 15:04:05"), w.Clock.Now().Add(36e12).Format("2006-01-02 15:04:05")
	venue := s.make("POST", "/venues", `{"name":"venue §","address":"street §","city":"city §","region":"region §","countryId":"DE"}`)
	s.ids["venueId"] = number(dig(venue, "data", "id"))
	event := s.make("POST", "/events", `{"name":"event §","description":"text §","startDate":"`+start+`","endDate":"`+end+`","venueId":$venueId$,"isPublished":true,"onSale":true,"tags":[{"name":"tag §"}]}`)
	s.ids["eventId"] = number(dig(event, "data", "id"))
	item := s.make("POST", "/events/tickets", `{"eventId":$eventId$,"saleItemData":{"pricing":[{"currencyId":$currencyId$,"basePrice":2500}],"totalStock":100},"itemData":{"name":"ticket §","hasUnlimitedStock":true}}`)
	s.ids["saleItemId"] = number(dig(item, "data", "id"))
	s.ids["itemId"] = number(dig(item, "included", "id"))
	customer := s.make("POST", "/customers", `{"email":"guest$venueId$@`+strings.ToLower(s.canary)+`.example.com","firstName":"first §","surname":"last §"}`)
	s.ids["customerId"] = number(dig(customer, "data", "id"))
}

func (s *stocker) sale() {
	const add = `{"items":[{"id":$saleItemId$,"quantity":2}],"currencyId":$currencyId$,"customerId":$customerId$}`
	sold := s.make("POST", "/basket-items", add)
	s.ids["basketId"] = number(dig(sold, "id"))
	order := s.make("POST", "/orders/complete", `{"basketId":"$basketId$","paymentMethod":"cash"}`)
	s.ids["orderId"] = number(dig(order, "id"))
	s.refs["reference"], _ = dig(order, "reference").(string)
	s.refs["barcode"], _ = dig(order, "items", "barcode").(string)
	open := s.make("POST", "/basket-items", add)
	s.ids["basketId"] = number(dig(open, "id"))
	s.ids["orderItemId"] = number(dig(open, "orderItems", "id"))
}

func (s *stocker) door() {
	zone := s.make("POST", "/zones", `{"eventId":$eventId$,"name":"zone §","capacity":100,"scan":"auto"}`)
	s.ids["zoneId"] = number(dig(zone, "id"))
}

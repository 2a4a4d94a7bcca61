package handlers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/rest"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

// linkForm is a link in an answer: it repeats the query of the request.
var linkForm = regexp.MustCompile(`"http://example\.com/v1/[^"]*"`)

// cursorForm is the cursor of a list: it is bound to the filters of the request.
var cursorForm = regexp.MustCompile(`"cursor":"[^"]*"`)

// nowhere is an id that nothing has.
const nowhere = "900000000001"

// TestOtherCompany calls every operation as company A with the ids of company B
// in every place where an id can stand. The answer must be the one for an id that
// does not exist, headers and all, after as many reads of the store, so that no
// clock tells them apart; nothing of B may come back, and nothing of B may change.
func TestOtherCompany(t *testing.T) {
	clock := apptest.NewClock()
	engine := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = engine.Close() })
	meter := kvtest.Meter(engine)
	w := apptest.New(t, apptest.Calm(), apptest.WithClock(clock), apptest.On(meter))
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	a := stock(t, w, h, w.A, "CanaryOfA")
	stock(t, w, h, w.B, "CanaryOfB")
	b := stock(t, w, h, w.B, "CanaryOfB")
	c := &tenants{t: t, h: h, a: a, b: b, meter: meter}
	a.token = w.A.TokenWith(app.Abilities...) // the owner of A may see every company
	before := w.B.Digest()
	d := handlers.Document(handlers.Routes(w.App))
	operations(d, func(method, path string, op *rest.Operation) {
		if path == "/login" || method != http.MethodGet && destroys(path) {
			return
		}
		c.queries(d, method, path, op)
		c.bodies(method, path, op)
	})
	operations(d, func(method, path string, op *rest.Operation) {
		if method != http.MethodGet && destroys(path) {
			c.queries(d, method, path, op)
			c.bodies(method, path, op)
		}
	})
	if w.B.Digest() != before {
		t.Error("records of B have changed")
	}
	t.Logf("%d pairs, ids of A %v, of B %v", c.pairs, a.ids, b.ids)
	if c.pairs < 40 {
		t.Errorf("only %d pairs were compared", c.pairs)
	}
}

// destroys tells that an operation takes away what others need, so it goes last.
func destroys(path string) bool {
	for _, word := range []string{"complete", "destroy", "baskets"} {
		if strings.Contains(path, word) {
			return true
		}
	}
	return path == "/events" || path == "/zones"
}

// tenants compares what A hears of B's ids with what it hears of none.
type tenants struct {
	t     *testing.T
	h     http.Handler
	a, b  *stocker
	meter *kvtest.Metered // nil: nobody measures
	pairs int
}

// heard is all that a caller can learn from one call, but for its content.
type heard struct {
	status int
	header string
	cost   kvtest.Counts
}

// call sends one request and tells what was heard, and the body.
func (c *tenants) call(method, path, body string) (heard, string) {
	r := httptest.NewRequest(method, "/v1"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+c.a.token)
	w := httptest.NewRecorder()
	if c.meter != nil {
		c.meter.Reset()
	}
	c.h.ServeHTTP(w, r)
	for _, differs := range []string{"X-Request-Id", "X-Runtime", "Content-Length"} {
		w.Header().Del(differs) // the content is compared itself
	}
	var cost kvtest.Counts
	if c.meter != nil {
		cost = c.meter.Reset()
		cost.BytesRead = 0 // a few bytes more or less take no time that shows
	}
	return heard{w.Code, fmt.Sprint(w.Header()), cost}, w.Body.String()
}

// foreign lists what of B may stand in a field: ids by the field's name or, when
// it is only called id, by the path; and references and barcodes.
func (c *tenants) foreign(path, name string) []string {
	name = strings.TrimSuffix(name, "s")
	kinds := []string{name}
	switch {
	case strings.EqualFold(name, "reference"), strings.EqualFold(name, "barcode"), strings.EqualFold(name, "oldBarcode"):
		return []string{c.b.refs[strings.ToLower(name)]}
	case name == "id" || name == "identifier":
		kinds = kindsOf(path)
	case name == "parentSaleItemId", name == "prerequisite":
		kinds = []string{"saleItemId"}
	}
	var out []string
	for _, kind := range kinds {
		if id, ok := c.b.ids[kind]; ok && id != 0 && id != c.a.ids[kind] {
			out = append(out, itoa(id))
		}
		if kind == "orderId" || kind == "basketId" {
			out = append(out, c.b.refs["reference"])
		}
	}
	return out
}

// kindsOf is what an unnamed id means on a path.
func kindsOf(path string) []string {
	for _, k := range []struct{ word, kind string }{
		{"tax", ""}, {"/user", "userId"}, {"customer-group", "customerGroupId"}, {"order-item", "orderItemId"}, {"order", "orderId"}, {"basket", "saleItemId"}, {"zone", "zoneId"}, {"customer", "customerId"},
		{"inventory", "itemId"}, {"sale-item", "saleItemId"}, {"ticket", "saleItemId"}, {"product", "saleItemId"}, {"venue", "venueId"},
		{"compan", "companyId"}, {"event", "eventId"}, {"transaction", "transactionId"},
	} {
		if strings.Contains(path, k.word) {
			return []string{k.kind}
		}
	}
	return nil
}

func (c *tenants) queries(d *rest.Document, method, path string, op *rest.Operation) {
	for _, p := range op.Parameters {
		if p.Ref != "" || p.In != "query" {
			continue
		}
		for _, id := range c.foreign(path, p.Name) {
			send := func(id string) (heard, string) {
				q := requiredQuery(op, c.a.ids)
				if method == http.MethodGet {
					q = url.Values{}
				}
				q.Set(p.Name, id)
				return c.call(method, path+"?"+q.Encode(), "")
			}
			c.compare(method+" "+path+"?"+p.Name, id, send)
		}
	}
}

func (c *tenants) bodies(method, path string, op *rest.Operation) {
	s := bodyOf(op)
	if s == nil {
		return
	}
	base := plausibleObject(s, c.a.ids)
	for _, field := range fieldPaths(s, nil, 2) {
		name := field[len(field)-1]
		if name == "0" && len(field) > 1 {
			name = field[len(field)-2]
		}
		if c.meter == nil && field[0] == "tags" {
			continue // a tag belongs to no event
		}
		for _, id := range c.foreign(path, name) {
			send := func(id string) (heard, string) {
				raw, _ := json.Marshal(id)
				if !strings.ContainsFunc(id, func(r rune) bool { return r < '0' || r > '9' }) {
					raw = []byte(id)
				}
				return c.call(method, path, withPoison(base, field, string(raw)))
			}
			c.compare(method+" "+path+" "+strings.Join(field, "."), id, send)
		}
	}
}

// compare sends B's id and one that nothing has, and wants one answer.
func (c *tenants) compare(what, id string, send func(id string) (heard, string)) {
	c.t.Helper()
	c.pairs++
	send(id) // once for nothing, so that neither call is the first
	got, body := send(id)
	none := nowhere
	if strings.ContainsFunc(id, func(r rune) bool { return r < '0' || r > '9' }) {
		none = strings.Map(func(r rune) rune { return 'Z' }, id)
	}
	want, nothing := send(none)
	if got != want || clean(body, id) != clean(nothing, none) {
		c.t.Errorf("%s = %s of B: %+v %s\nnothing there: %+v %s", what, id, got, body, want, nothing)
	}
	if c.meter != nil && strings.Contains(strings.ToLower(body), "canaryofb") {
		c.t.Errorf("%s = %s of B tells of B: %s", what, id, body)
	}
}

// clean takes out of an answer what names the id that was asked for, and what
// differs from call to call.
func clean(body, id string) string {
	body = strings.ReplaceAll(body, "="+url.QueryEscape(id)+"\"", "=ID\"")
	body = strings.ReplaceAll(body, "="+url.QueryEscape(id)+"&", "=ID&")
	body = strings.ReplaceAll(body, `"`+id+`"`, `"ID"`)
	body = cursorForm.ReplaceAllString(body, "")
	var v any
	if json.Unmarshal([]byte(body), &v) != nil {
		return body
	}
	return fmt.Sprint(v)
}

// TestListsTellNothingOfOthers reads every list as A, with everything included,
// and looks for the canary of B.
func TestListsTellNothingOfOthers(t *testing.T) {
	w := apptest.New(t, apptest.Calm())
	h := handlers.New(w.App, handlers.Options{Credit: time.Hour})
	a := stock(t, w, h, w.A, "CanaryOfA")
	b := stock(t, w, h, w.B, "CanaryOfB")
	seen := 0
	operations(handlers.Document(handlers.Routes(w.App)), func(method, path string, op *rest.Operation) {
		if method != http.MethodGet {
			return
		}
		for _, with := range []url.Values{
			{}, {"withTrashed": {"true"}}, {"lastUpdated": {"1970-01-01 00:00:00"}}, {"query": {"CanaryOfB"}}, {"search": {"CanaryOfB"}},
			{"email": {"guest" + itoa(b.ids["venueId"]) + "@canaryofb.example.com"}}, {"reference": {b.refs["reference"]}}, {"barcode": {b.refs["barcode"]}}, {"eventId": {itoa(a.ids["eventId"])}},
		} {
			for _, p := range op.Parameters {
				if p.Name == "include" && p.Schema.Items != nil {
					for _, e := range p.Schema.Items.Enum {
						with.Add("include[]", fmt.Sprint(e))
					}
				}
			}
			status, body := attempt(h, w.A.TokenWith(app.Abilities...), method, path+"?"+with.Encode(), "")
			body = linkForm.ReplaceAllString(body, "")
			if status >= 500 || strings.Contains(strings.ToLower(body), "canaryofb") {
				t.Errorf("%s?%s: %d %s", path, with.Encode(), status, body)
			}
			if strings.Contains(strings.ToLower(body), "canaryofa") {
				seen++
			}
		}
	})
	if seen < 5 {
		t.Errorf("the canary of A was seen %d times: the lists are empty", seen)
	}
}

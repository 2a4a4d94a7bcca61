package attack

import (
	"bytes"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	accounts "marquee/app/company"
	"marquee/handlers"
	"marquee/handlers/rest"
)

// target is a box office with two companies, twins but for the marks in their texts.
type target struct {
	t *testing.T
	// base is https://host:port, memory what its process holds, nil when it is this one.
	base   string
	memory func() int64
	// program is the binary, empty in the small run.
	program string
	http    *http.Client
	a, b    company
	nobody  string // a token of A that may do nothing
	device  string // a token of A that may scan
}

// company is one of the twins, through its own API.
type company struct {
	token, mark string
	ids         map[string]int64
	barcodes    []string
}

// large tells that the program itself is attacked, and for long.
func (g *target) large() bool { return g.program != "" }

// times is how often something is done, in the small and in the large run.
func (g *target) times(small, large int) int {
	if g.large() {
		return large
	}
	return small
}

func client() *http.Client {
	return &http.Client{Timeout: time.Minute, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, MaxIdleConnsPerHost: 200,
	}}
}

// inProcess is a target in this process.
func inProcess(t *testing.T) *target {
	w := apptest.New(t, apptest.Calm(), apptest.Unchecked())
	discard := slog.New(slog.DiscardHandler)
	s := httptest.NewUnstartedServer(nil)
	s.Config = rest.Server(handlers.New(w.App, handlers.Options{Log: discard}), discard)
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	g := &target{t: t, base: s.URL, http: client()}
	g.found(w)
	return g
}

// found stocks both companies and makes tokens.
func (g *target) found(w *apptest.World) {
	g.a = company{token: w.A.TokenWith(app.Abilities...), mark: "MarkOfA", ids: map[string]int64{"currencyId": w.A.Currency().ID}}
	g.b = company{token: w.B.TokenWith(app.Abilities...), mark: "MarkOfB", ids: map[string]int64{"currencyId": w.B.Currency().ID}}
	if _, err := accounts.ResetPassword(g.t.Context(), w.App, ownerEmail, ownerPassword); err != nil {
		g.t.Fatal(err)
	}
	g.nobody, g.device = w.A.TokenWith(), w.A.TokenWith(app.ScanZones)
}

// stock sells something in a company, so that there is something to get at.
func (g *target) stock(c *company) {
	now := time.Now()
	if !g.large() {
		now = apptest.Start
	}
	stamp := func(in time.Duration) string { return now.Add(in).UTC().Format(time.DateTime) }
	venue := g.must(c, "/venues", `{"name":"§ hall","address":"1 Quay","city":"Hamburg","region":"HH"}`)
	c.ids["venueId"] = number(venue, "data", "id")
	event := g.must(c, "/events", `{"name":"§ show","startDate":"`+stamp(-time.Hour)+`","endDate":"`+stamp(10*time.Hour)+`","venueId":$venueId$,"isPublished":true,"onSale":true}`)
	c.ids["eventId"] = number(event, "data", "id")
	item := g.must(c, "/events/tickets", `{"eventId":$eventId$,"saleItemData":{"pricing":[{"currencyId":$currencyId$,"basePrice":2500}]},"itemData":{"name":"§ ticket","hasUnlimitedStock":true}}`)
	c.ids["saleItemId"] = number(item, "data", "id")
	guest := g.must(c, "/customers", `{"email":"guest@`+strings.ToLower(c.mark)+`.example.com","firstName":"§","surname":"Guest"}`)
	c.ids["customerId"] = number(guest, "data", "id")
	zone := g.must(c, "/zones", `{"eventId":$eventId$,"name":"§ gate","scan":"auto"}`)
	c.ids["zoneId"] = number(zone, "id")
	for range g.times(3, 400) { // the gate scans each a few times, as gates do
		basket := g.must(c, "/basket-items", `{"items":[{"id":$saleItemId$,"quantity":4}],"currencyId":$currencyId$,"customerId":$customerId$}`)
		c.ids["basketId"] = number(basket, "id")
		sold := g.must(c, "/orders/complete", `{"basketId":"$basketId$","paymentMethod":"cash"}`)
		c.ids["orderId"] = number(sold, "id")
		items, _ := sold["items"].([]any)
		for _, it := range items {
			ticket, _ := it.(map[string]any)
			code, _ := ticket["barcode"].(string)
			c.ids["orderItemId"], c.barcodes = number(ticket, "id"), append(c.barcodes, code)
		}
	}
}

// fill names what a text of a request stands for.
func (c *company) fill(body string) string {
	for name, id := range c.ids {
		body = strings.ReplaceAll(body, "$"+name+"$", fmt.Sprint(id))
	}
	return strings.ReplaceAll(body, "§", c.mark)
}

// must makes a request that nothing is wrong with.
func (g *target) must(c *company, path, body string) map[string]any {
	g.t.Helper()
	status, answer := g.call(c.token, "POST", path, c.fill(body))
	var out map[string]any
	if err := json.Unmarshal(answer, &out); status >= 300 || err != nil {
		g.t.Fatalf("%s %s: %d %s", path, body, status, answer)
	}
	return out
}

// fresh is another token of who has one. What a token may store within an hour bounds each
// attack, and is no matter of the next.
func (g *target) fresh(token string) string {
	g.t.Helper()
	made := g.must(&company{token: token}, "/tokens", `{"name":"attack"}`)
	text, _ := made["token"].(string)
	return text
}

// call makes a request; the status is 0 when no answer came.
func (g *target) call(token, method, path, body string) (status int, answer []byte) {
	r, err := http.NewRequestWithContext(g.t.Context(), method, g.base+"/v1"+path, strings.NewReader(body))
	if err != nil {
		return 0, nil
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := g.http.Do(r)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer func() { _ = res.Body.Close() }()
	answer, err = io.ReadAll(res.Body)
	if err != nil {
		return 0, answer
	}
	return res.StatusCode, answer
}

// number digs a number out of an answer.
func number(v any, path ...string) int64 {
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	n, _ := v.(float64)
	return int64(n)
}

// operation is one of the API document.
type operation struct {
	method, path string
	params       []string
	open         bool // for anybody
}

// operations are all that the box office says it has.
func (g *target) operations() (all []operation) {
	res, err := g.http.Get(g.base + "/openapi.json")
	if err != nil {
		g.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var d struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
			Security   *[]map[string]any
		}
	}
	if err := json.NewDecoder(res.Body).Decode(&d); err != nil {
		g.t.Fatal(err)
	}
	for path, methods := range d.Paths {
		for method, op := range methods {
			o := operation{method: strings.ToUpper(method), path: path, open: op.Security != nil && len(*op.Security) == 0}
			for _, p := range op.Parameters {
				if p.In == "query" {
					o.params = append(o.params, p.Name)
				}
			}
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	return all
}

// gate scans one ticket after the other, in and out, until stop.
type gate struct {
	took   []time.Duration
	failed int
}

// beside runs an attack while a gate goes on, and tells how it did.
func (g *target) beside(attack func()) gate {
	var out gate
	stop, scanner := make(chan struct{}), client()
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			start := time.Now()
			if !g.scan(scanner, g.a.barcodes[i%len(g.a.barcodes)]) {
				out.failed++
			}
			out.took = append(out.took, time.Since(start))
			time.Sleep(time.Millisecond) // a gate, and no load
		}
	})
	attack()
	close(stop)
	wg.Wait()
	scanner.CloseIdleConnections()
	g.http.CloseIdleConnections()
	slices.Sort(out.took)
	return out
}

func (g *target) scan(over *http.Client, barcode string) bool {
	body, _ := json.Marshal(map[string]any{"uuid": rand.Text(), "zoneId": g.a.ids["zoneId"], "scan": "auto", "barcodes": []string{barcode}})
	r, err := http.NewRequest(http.MethodPost, g.base+"/v1/zones/scan", bytes.NewReader(body))
	if err != nil {
		return false
	}
	r.Header.Set("Authorization", "Bearer "+g.device)
	res, err := over.Do(r)
	if err != nil {
		return false
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	return err == nil && res.StatusCode == http.StatusOK && bytes.Contains(answer, []byte(`"valid"`))
}

// quantile of the scans.
func (s gate) quantile(part float64) time.Duration {
	if len(s.took) == 0 {
		return 0
	}
	return s.took[int(part*float64(len(s.took)-1))]
}

// query is a path with parameters.
func query(path string, pairs ...string) string {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Add(pairs[i], pairs[i+1])
	}
	return path + "?" + q.Encode()
}

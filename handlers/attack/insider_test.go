package attack

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// strangers call every operation without a token, and with texts that are none.
func strangers(g *target) string {
	n := 0
	for _, op := range g.operations() {
		for _, token := range []string{"", "mq_0", strings.Repeat("x", 300), g.b.token[:len(g.b.token)-1] + "0"} {
			if op.open {
				continue
			}
			n++
			if status, answer := g.call(token, op.method, op.path, `{}`); status != http.StatusUnauthorized {
				g.t.Errorf("a stranger at %s %s: %d %s", op.method, op.path, status, answer)
			}
		}
	}
	return fmt.Sprintf("%d calls refused", n)
}

// tenants call every operation of A with the ids and the references of B, wherever one
// can stand: nothing of B comes back.
func tenants(g *target) string {
	mark, n := []byte(strings.ToLower(g.b.mark)), 0
	look := func(method, path, body string) {
		n++
		if status, answer := g.call(g.a.token, method, path, body); status >= 500 || bytes.Contains(bytes.ToLower(answer), mark) && !strings.Contains(path, g.b.mark) {
			g.t.Errorf("A at %s %s %s: %d %.300s", method, path, body, status, answer)
		}
	}
	var ids []string
	every := map[string]any{}
	for name, id := range g.b.ids {
		ids = append(ids, fmt.Sprint(id))
		every[name] = id
	}
	for _, id := range ids {
		every["id"] = id
		body, _ := json.Marshal(every)
		for _, op := range g.operations() {
			if op.open || op.path == "/logout" {
				continue
			}
			if op.method == http.MethodGet {
				for _, p := range op.params {
					if strings.HasSuffix(strings.ToLower(p), "id") || strings.HasSuffix(p, "ids") || strings.HasSuffix(p, "Ids") {
						look("GET", query(op.path, p, id), "")
					}
				}
				continue
			}
			if !strings.HasPrefix(op.path, "/company") && op.method == http.MethodPost {
				look(op.method, op.path, string(body))
			}
		}
	}
	for _, op := range g.operations() {
		if op.method == http.MethodGet && !op.open {
			look("GET", query(op.path, "query", g.b.mark, "search", g.b.mark, "email", "guest@"+strings.ToLower(g.b.mark)+".example.com", "withTrashed", "true"), "")
		}
	}
	return fmt.Sprintf("%d calls, nothing of the other company", n)
}

// abilities call every operation with a token that may do nothing.
func abilities(g *target) string {
	n, open := 0, 0
	for _, op := range g.operations() {
		if op.open || op.path == "/logout" {
			continue
		}
		n++
		status, answer := g.call(g.nobody, op.method, op.path, `{}`)
		switch {
		case status == http.StatusForbidden:
		case status < 300 && op.method == http.MethodGet && !bytes.Contains(answer, []byte(g.a.mark)):
			open++ // what everybody with a token may see
		case status == http.StatusOK && op.path == "/me":
			open++ // everybody may change what they are called
		case status < 300 || status >= 500:
			g.t.Errorf("who may do nothing at %s %s: %d %.200s", op.method, op.path, status, answer)
		default:
			open++
		}
	}
	return fmt.Sprintf("%d operations, %d open to everybody", n, open)
}

// replays send a uuid that was answered with another request.
func replays(g *target) string {
	n := 0
	for i, other := range []string{`"barcodes":[%q],"zoneId":%d,"scan":"out"`, `"barcodes":[%q,"nobody"],"zoneId":%d`, `"barcodes":[%q],"zoneId":%d,"scan":"in"`} {
		uuid := rand.Text()
		body := fmt.Sprintf(`{"uuid":%q,"barcodes":[%q],"zoneId":%d,"scan":"auto"}`, uuid, g.a.barcodes[i], g.a.ids["zoneId"])
		_, first := g.call(g.device, "POST", "/zones/scan", body)
		if _, again := g.call(g.device, "POST", "/zones/scan", body); !bytes.Equal(first, again) {
			g.t.Errorf("the same request under its uuid: %s, then %s", first, again)
		}
		changed := fmt.Sprintf(`{"uuid":%q,`+other+`}`, uuid, g.a.barcodes[i], g.a.ids["zoneId"])
		if status, answer := g.call(g.device, "POST", "/zones/scan", changed); status != http.StatusUnprocessableEntity {
			g.t.Errorf("another request under a uuid: %d %s", status, answer)
		}
		n++
	}
	return fmt.Sprintf("%d uuids used twice, refused", n)
}

// dear are reads that cost what a read can, of which many are asked for at once.
var dear = []string{
	"/orders?query=e&limit=100&include=orderItems,customers", "/orders?customerName=a&limit=100", "/order-items?limit=100&offset=100000",
	"/zones/items?zoneId=$zoneId$&query=a", "/event?id=$eventId$&include=eventZones,saleItems,eventSettings", "/customers?limit=100&offset=100000",
	"/entry/tickets?eventId=$eventId$&includeZones=1", "/orders?reference=A&query=e+a",
}

func crowds(g *target) string {
	until := time.Now().Add(time.Duration(g.times(1, 20)) * time.Second)
	var answered, refused atomic.Int64
	var crowd sync.WaitGroup
	for i := range g.times(32, 64) {
		crowd.Go(func() {
			for time.Now().Before(until) {
				switch status, answer := g.call(g.a.token, "GET", g.a.fill(dear[i%len(dear)]), ""); status {
				case http.StatusOK:
					answered.Add(1)
				case http.StatusTooManyRequests, http.StatusServiceUnavailable:
					refused.Add(1)
				default:
					g.t.Errorf("%s: %d %.200s", dear[i%len(dear)], status, answer)
				}
			}
		})
	}
	crowd.Wait()
	return fmt.Sprintf("%d of the dearest reads answered, %d asked to come later", answered.Load(), refused.Load())
}

// writes fill baskets with one token as fast as they are answered.
func writes(g *target) string {
	until := time.Now().Add(time.Duration(g.times(1, 10)) * time.Second)
	var answered, refused atomic.Int64
	var crowd sync.WaitGroup
	body := g.a.fill(`{"items":[{"id":$saleItemId$,"quantity":20}],"currencyId":$currencyId$}`)
	for range g.times(16, 90) {
		crowd.Go(func() {
			for time.Now().Before(until) {
				switch status, answer := g.call(g.a.token, "POST", "/basket-items", body); status {
				case http.StatusCreated, http.StatusOK:
					answered.Add(1)
				case http.StatusTooManyRequests, http.StatusServiceUnavailable:
					refused.Add(1)
				default:
					g.t.Errorf("a basket: %d %.200s", status, answer)
				}
			}
		})
	}
	crowd.Wait()
	return fmt.Sprintf("%d baskets of 20, %d asked to come later", answered.Load(), refused.Load())
}

// uploadRows is how many scans an upload brings.
const uploadRows = 900

// upload is one of scans of nobody.
func (g *target) upload(int64) string {
	rows := make([]string, uploadRows)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"uuid":%q,"barcode":"NOBODY%d","eventId":%d,"scannedOn":"2027-06-01 12:00:00"}`, rand.Text(), i, g.a.ids["eventId"])
	}
	return `{"tickets":[` + strings.Join(rows, ",") + `]}`
}

// uploads store scans of nobody, as a stolen device could, until the token has stored
// enough. The small run ends before: in memory the gate, too, would store too much meanwhile.
func uploads(g *target) string {
	stored, most := 0, g.times(3*uploadRows, 60_000)
	for ; stored < most; stored += uploadRows {
		switch status, answer := g.call(g.a.token, "POST", "/entry/tickets", g.upload(0)); {
		case status == http.StatusTooManyRequests:
			return fmt.Sprintf("%d rows, then 429", stored)
		case status >= 300:
			g.t.Errorf("an upload: %d %.200s", status, answer)
			return "failed"
		}
	}
	if g.large() {
		g.t.Error("one token stored 60,000 rows within an hour")
	}
	return fmt.Sprintf("%d rows", stored)
}

package attack

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// mostBeside is how many times as long the slowest scan and the slowest log-in of others in a
// hundred may take while one token sends all it can.
const mostBeside = 2

// greed is what one token does as often as it is let.
var greed = []struct {
	name, method, path string
	body               func(g *target, i int64) string
}{
	{"one token scans", "POST", "/zones/scan", func(g *target, i int64) string {
		body, _ := json.Marshal(map[string]any{"uuid": rand.Text(), "zoneId": g.a.ids["zoneId"], "scan": "auto", "barcodes": []string{g.a.barcodes[i%int64(len(g.a.barcodes))]}})
		return string(body)
	}},
	{"one token fills baskets", "POST", "/basket-items", func(g *target, _ int64) string {
		return g.a.fill(`{"items":[{"id":$saleItemId$,"quantity":2}],"currencyId":$currencyId$}`)
	}},
	{"one token searches", "GET", "/orders?query=e&limit=100&include=orderItems,customers", nothing},
	{"one token reads an event", "GET", "/event?id=$eventId$", nothing},
	{"one token uploads scans", "POST", "/entry/tickets", (*target).upload},
	{"one token sends what is refused", "POST", "/basket-items", func(*target, int64) string { return `{"items":[]}` }},
}

func nothing(*target, int64) string { return "" }

// others are a gate and somebody who logs in ten times a second.
type others struct{ scans, logins gate }

// probe lets them go on for a while.
func (g *target) probe(email, password string, d time.Duration) (o others) {
	stop := time.Now().Add(d)
	var wg sync.WaitGroup
	wg.Go(func() {
		body := fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)
		for next := time.Now(); next.Before(stop); next = next.Add(100 * time.Millisecond) {
			time.Sleep(time.Until(next))
			start := time.Now()
			if status, _ := g.call("", "POST", "/login", body); status != http.StatusOK {
				o.logins.failed++
			}
			o.logins.took = append(o.logins.took, time.Since(start))
		}
	})
	scans := g.beside(func() { time.Sleep(time.Until(stop)) })
	wg.Wait()
	o.scans = scans
	return o
}

func (o *others) add(more others) {
	for _, p := range []struct{ all, some *gate }{{&o.scans, &more.scans}, {&o.logins, &more.logins}} {
		p.all.took, p.all.failed = append(p.all.took, p.some.took...), p.all.failed+p.some.failed
		slices.Sort(p.all.took)
	}
}

// greedily runs something while one token asks over so many connections.
func (g *target) greedily(token, method, path string, body func(g *target, i int64) string, do func()) (answered, refused int64) {
	var done, late, n atomic.Int64
	path = g.a.fill(path)
	var stop atomic.Bool
	var all sync.WaitGroup
	for range g.times(8, 64) {
		all.Go(func() {
			for !stop.Load() {
				switch status, answer := g.call(token, method, path, body(g, n.Add(1))); status {
				case http.StatusOK, http.StatusCreated:
					done.Add(1)
				case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusUnprocessableEntity:
					late.Add(1)
				default:
					g.t.Errorf("%s: %d %.200s", path, status, answer)
					return
				}
			}
		})
	}
	do()
	stop.Store(true)
	all.Wait()
	return done.Load(), late.Load()
}

// fair has one token send all it can, and holds the scans and log-ins of others against what
// they take alone. Both are measured in turns, in one run.
func (g *target) fair() {
	email, password := "fair@a.example.com", rand.Text()
	g.must(&g.a, "/company/users", fmt.Sprintf(`{"name":"Fair","email":%q,"password":%q}`, email, password))
	d := time.Duration(g.times(300, 3_000)) * time.Millisecond
	g.probe(email, password, d) // warms up
	for _, one := range greed {
		g.t.Run(one.name, func(t *testing.T) {
			all := g.t
			g.t = t
			defer func() { g.t = all }()
			token := g.fresh(g.a.token)
			g.device = g.fresh(g.device)
			var alone, beside others
			var answered, refused int64
			for range g.times(1, 5) {
				alone.add(g.probe(email, password, d))
				a, r := g.greedily(token, one.method, one.path, one.body, func() { beside.add(g.probe(email, password, d)) })
				answered, refused = answered+a, refused+r
			}
			t.Logf("%d answered, %d refused, or asked to come later", answered, refused)
			g.holds("scans", alone.scans, beside.scans)
			g.holds("log-ins", alone.logins, beside.logins)
		})
	}
}

// holds judges what others got. In the small run nothing is timed.
func (g *target) holds(what string, alone, beside gate) {
	g.t.Helper()
	if n := alone.failed + beside.failed; n > 0 || len(alone.took) == 0 || len(beside.took) == 0 {
		g.t.Errorf("%d %s of others failed, of %d and %d", n, what, len(alone.took), len(beside.took))
		return
	}
	ratio := beside.quantile(.99).Seconds() / alone.quantile(.99).Seconds()
	g.t.Logf("%-8s of others: p50 %v and %v, p99 %v alone, %v beside, %.2f times as long (%d, %d)", what, alone.quantile(.5).Round(100*time.Microsecond), beside.quantile(.5).Round(100*time.Microsecond),
		alone.quantile(.99).Round(100*time.Microsecond), beside.quantile(.99).Round(100*time.Microsecond), ratio, len(alone.took), len(beside.took))
	if g.large() && ratio > mostBeside {
		g.t.Errorf("%s of others take %.2f times as long beside one greedy token", what, ratio)
	}
}

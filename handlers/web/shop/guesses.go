package shop

import (
	"net/http"
	"sync"
	"time"

	"marquee/app"
	"marquee/handlers/web/page"
)

// guesses remembers the codes that were of no use to each network address lately: nobody
// tries out thousands of them. Many people with one code, as it stands in a link, are one.
type guesses struct {
	most  int // different ones within a minute
	mu    sync.Mutex
	since time.Time
	wrong map[string]map[string]bool
}

// may refuses another code where too many were of no use.
func (g *guesses) may(r *http.Request, code string, now time.Time) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if age := now.Sub(g.since); g.wrong == nil || age < 0 || age >= time.Minute || len(g.wrong) >= maxAddresses {
		g.wrong, g.since = map[string]map[string]bool{}, now
	}
	tried := g.wrong[app.Network(page.AddressOf(r))]
	if len(tried) < g.most || tried[code] {
		return nil
	}
	return &app.Error{Kind: app.TooMany, Message: app.Msg("Too many codes were tried from here. Please wait a minute."), RetryAfter: 60}
}

// miss notes that a code was of no use.
func (g *guesses) miss(r *http.Request, code string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	address := app.Network(page.AddressOf(r))
	if address == "" || len(code) > maxGuess || g.wrong == nil { // this machine, or a proxy on it that speaks for everybody
		return
	}
	if g.wrong[address] == nil {
		g.wrong[address] = map[string]bool{}
	}
	g.wrong[address][code] = true
}

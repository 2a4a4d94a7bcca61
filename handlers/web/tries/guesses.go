package tries

import (
	"net/http"
	"sync"
	"time"

	"marquee/app"
	"marquee/handlers/web/page"
)

// Guesses remembers the codes that were of no use to each network address lately: nobody
// tries out thousands of them. Many people with one code, as it stands in a link, are one.
type Guesses struct {
	Most  int // different ones within a minute
	mu    sync.Mutex
	since time.Time
	wrong map[string]map[string]bool
}

// Take counts a code as one that is of no use until it turns out to be good, and refuses it
// where too many were of no use: those that are tried at the same time count, too.
func (g *Guesses) Take(r *http.Request, code string, now time.Time) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if age := now.Sub(g.since); g.wrong == nil || age < 0 || age >= time.Minute {
		g.wrong, g.since = map[string]map[string]bool{}, now
	}
	address := g.counted(r)
	tried := g.wrong[address]
	switch {
	case address == "" || tried[code] || len(code) > maxGuess: // a proxy on this machine speaks for everybody
		return nil
	case len(tried) >= g.Most:
		return &app.Error{Kind: app.TooMany, Message: app.Msg("Too many codes were tried from here. Please wait a minute."), RetryAfter: 60}
	case tried == nil:
		g.wrong[address] = map[string]bool{}
	}
	g.wrong[address][code] = true
	return nil
}

// Good forgets a code that was taken and opened something.
func (g *Guesses) Good(r *http.Request, code string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.wrong[g.counted(r)], code)
}

// counted is the address that a request counts for. When there are too many, all further
// ones count as one.
func (g *Guesses) counted(r *http.Request) string {
	address := app.Network(page.AddressOf(r))
	if g.wrong[address] == nil && len(g.wrong) >= maxAddresses && address != "" {
		return elsewhere
	}
	return address
}

// elsewhere stands for the addresses that are not counted by themselves.
const elsewhere = "elsewhere"

const (
	// maxAddresses is how many addresses are counted.
	maxAddresses = 10_000
	// maxGuess is how long a code is that is remembered as of no use, in bytes. None is longer.
	maxGuess = 200
)

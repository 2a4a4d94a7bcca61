package shop

import (
	"net/http"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/shop"
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

// take counts a code as one that is of no use until it turns out to be good, and refuses it
// where too many were of no use: those that are tried at the same time count, too.
func (g *guesses) take(r *http.Request, code string, now time.Time) error {
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
	case len(tried) >= g.most:
		return &app.Error{Kind: app.TooMany, Message: app.Msg("Too many codes were tried from here. Please wait a minute."), RetryAfter: 60}
	case tried == nil:
		g.wrong[address] = map[string]bool{}
	}
	g.wrong[address][code] = true
	return nil
}

// good forgets a code that was taken and opened something.
func (g *guesses) good(r *http.Request, code string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.wrong[g.counted(r)], code)
}

// counted is the address that a request counts for. When there are too many, all further
// ones count as one.
func (g *guesses) counted(r *http.Request) string {
	address := app.Network(page.AddressOf(r))
	if g.wrong[address] == nil && len(g.wrong) >= maxAddresses && address != "" {
		return elsewhere
	}
	return address
}

// elsewhere stands for the addresses that are not counted by themselves.
const elsewhere = "elsewhere"

// trying tries a code where not too many were of no use. What is no code is not counted.
func (v *visit) trying(code string, try func(code string) (good bool, err error)) error {
	if code == "" {
		_, err := try(code)
		return err
	}
	if err := v.shop.tried.take(v.r, code, v.app().Now()); err != nil {
		return err
	}
	good, err := try(code)
	if good {
		v.shop.tried.good(v.r, code)
	}
	return err
}

// readEvent reads an event with what the code in the address opens.
func (v *visit) readEvent(id int64) (e shop.Event, b *shop.Basket, err error) {
	err = v.trying(v.code(), func(code string) (good bool, err error) {
		e, b, err = shop.ReadEvent(v.r.Context(), v.app(), v.buyer, shop.Ask{EventID: id, Code: code, Basket: v.basket, Staff: v.staff(), Preview: v.r.URL.Query().Get("preview")})
		return e.Code != "" || e.CodeKnown, err
	})
	return e, b, err
}

package tries

import (
	"net/http"
	"sync"
	"time"

	"marquee/app"
	"marquee/handlers/web/page"
)

// Beginnings counts how much each network address began lately: nobody fills the store,
// holds everything that is on sale or stands in line a thousand times, from one place.
type Beginnings struct {
	Most  int // within a minute
	mu    sync.Mutex
	since time.Time
	count map[string]int
}

// Take counts one more, and refuses it when there are too many.
func (b *Beginnings) Take(r *http.Request, now time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if age := now.Sub(b.since); b.count == nil || age < 0 || age >= time.Minute || len(b.count) >= maxAddresses {
		b.count, b.since = map[string]int{}, now
	}
	address := app.Network(page.AddressOf(r))
	if address == "" { // this machine, or a proxy on it that speaks for everybody
		return nil
	}
	if b.count[address]++; b.count[address] > b.Most {
		return &app.Error{Kind: app.TooMany, Message: app.Msg("Too much was begun from here. Please wait a minute."), RetryAfter: 60}
	}
	return nil
}

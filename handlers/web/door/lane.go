package door

import (
	"net/http"
	"sync"

	"marquee/app"
	"marquee/handlers/web/page"
)

// shares counts the requests that each phone has running. One phone that asks without end
// must not keep the others of a gate waiting, so what is beyond its share is refused at
// once; the scanner asks again.
type shares struct {
	mu      sync.Mutex
	running map[string]int
}

// take counts one more request of a phone; false is one too many.
func (s *shares) take(phone string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running[phone] >= maxAtOnce {
		return false
	}
	if s.running == nil {
		s.running = map[string]int{}
	}
	s.running[phone]++
	return true
}

func (s *shares) leave(phone string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running[phone]--; s.running[phone] == 0 {
		delete(s.running, phone)
	}
}

// shared gives each phone its share of what runs at a time. Phones without a secret yet are
// told apart by their addresses.
func (d *Door) shared(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		phone := d.site.Cookie(r, deviceCookie)
		if phone == "" {
			phone = page.AddressOf(r)
		}
		if !d.shares.take(phone) {
			d.answered(func(http.ResponseWriter, *http.Request) (any, error) {
				return nil, &app.Error{Kind: app.TooMany, Message: app.Msg("Too many of your requests are waiting. Please try again."), RetryAfter: 1}
			})(w, r)
			return
		}
		defer d.shares.leave(phone)
		next.ServeHTTP(w, r)
	})
}

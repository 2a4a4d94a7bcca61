package rest

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"marquee/app"
)

// The headers that tell how many requests a company has left, and over how many seconds
// it gets as many as its limit.
const (
	remainingHeader = "X-Remaining-Requests"
	availableHeader = "X-Available-In-Seconds"
	ratePeriod      = time.Minute
	// maxRates is how many companies are remembered; those whose limit is full again are
	// forgotten first.
	maxRates = 10_000
)

// unlimited is what companies without a limit are told. The lists are shared: Set
// replaces them.
var (
	unlimited    = []string{strconv.Itoa(math.MaxInt32)}
	ratePeriod60 = []string{strconv.Itoa(int(ratePeriod / time.Second))}
)

// rates count the requests of companies that have a limit. A company earns its limit
// evenly within a minute, and has it at once at most.
type rates struct {
	mu    sync.Mutex
	known map[int64]*rate
}

type rate struct {
	left float64
	at   time.Time
}

// take counts so many requests, and tells how many are left. When there are not as many,
// none is counted, and wait is how long until there are.
func (t *rates) take(company, limit, n int64, now time.Time) (left int64, wait time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil {
		t.known = map[int64]*rate{}
	}
	r := t.known[company]
	if r == nil {
		t.clear(now)
		r = &rate{left: float64(limit), at: now}
		t.known[company] = r
	}
	perSecond := float64(limit) / ratePeriod.Seconds()
	r.left = min(float64(limit), r.left+max(0, now.Sub(r.at).Seconds())*perSecond)
	r.at = now
	if missing := float64(n) - r.left; missing > 0 {
		return 0, time.Duration(missing / perSecond * float64(time.Second))
	}
	r.left -= float64(n)
	return int64(r.left), 0
}

// clear forgets companies that did not ask for a whole period, once there are many.
func (t *rates) clear(now time.Time) {
	if len(t.known) < maxRates {
		return
	}
	for id, r := range t.known {
		if now.Sub(r.at) >= ratePeriod {
			delete(t.known, id)
		}
	}
}

// tellRate sets the headers of a caller without a limit.
func tellRate(h http.Header) { h[remainingHeader], h[availableHeader] = unlimited, ratePeriod60 }

// rate counts the request of a company that has a limit, also one that is refused; one that
// is carried out later is counted when it is taken, and not when its answer is asked for.
func (x *exchange) rate() error {
	if x.caller == nil || x.caller.RateLimit <= 0 || x.alone {
		return nil
	}
	n := int64(1)
	if x.asyncUUID != "" {
		n = 0
	}
	left, wait := x.api.rates.take(x.caller.CompanyID, x.caller.RateLimit, n, time.Now())
	x.w.Header().Set(remainingHeader, strconv.FormatInt(left, 10))
	if wait == 0 {
		return nil
	}
	err := app.Refuse(app.TooMany, "Too many requests. Please try again later.")
	err.RetryAfter = int(math.Ceil(wait.Seconds()))
	return err
}

package rest

import (
	"math"
	"net/http"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/admission"
)

// The headers that tell how many requests a company has left, and over how many seconds
// it gets as many as its limit.
const (
	remainingHeader = "X-Remaining-Requests"
	availableHeader = "X-Available-In-Seconds"
	ratePeriod      = time.Minute
)

// unlimited is what companies without a limit are told. The lists are shared: Set
// replaces them.
var (
	unlimited    = []string{strconv.Itoa(math.MaxInt32)}
	ratePeriod60 = []string{strconv.Itoa(int(ratePeriod / time.Second))}
)

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
	left, err := x.api.earned(x.caller, n)
	x.w.Header().Set(remainingHeader, strconv.FormatInt(left, 10))
	return err
}

// earned takes so many requests of what a company with a limit has earned, and tells how many are
// left. It earns its limit evenly within a minute, and has it at once at most.
func (api *API) earned(c *app.Caller, n int64) (left int64, err error) {
	left, wait := api.rates.Take(admission.Key{Company: c.CompanyID}, admission.Rate{Most: c.RateLimit, In: ratePeriod}, n, time.Now())
	if wait == 0 {
		return left, nil
	}
	e := app.Refuse(app.TooMany, "Too many requests. Please try again later.")
	e.RetryAfter = int(math.Ceil(wait.Seconds()))
	return left, e
}

package rest

import (
	"errors"
	"net/http"
	"runtime"
	"time"

	"marquee/app"
	"marquee/app/admission"
)

// limits are those of a class of the API: so many places, so many of one caller.
func limits(places, each int) admission.Limits {
	return admission.Limits{Places: int64(places), Each: int64(each), Line: maxWaiting, LineEach: maxWaitingEach, Patience: turnTimeout}
}

// PageLimits are those of a class of pages: so many places for each company, or whoever else a
// request is for, and twice as many in all. Whoever is in line waits for so long.
func PageLimits(each int, patience time.Duration) admission.Limits {
	return admission.Limits{Places: int64(2 * each), Each: int64(each), Line: pagesLine, LineEach: pagesLineEach, Patience: patience}
}

// refusal tells callers of the API why they were not let in.
func refusal(err error) error {
	switch {
	case errors.Is(err, admission.ErrOwn):
		return soon(app.Refuse(app.TooMany, "Too many of your requests are waiting. Please try again."))
	case errors.Is(err, admission.ErrFull):
		return soon(app.Refuse(app.Unavailable, "The box office is very busy. Please try again."))
	}
	return err
}

// soon asks to try again in a second.
func soon(e *app.Error) *app.Error {
	e.RetryAfter = 1
	return e
}

// procs is how many processors there are to share.
func procs() int { return runtime.GOMAXPROCS(0) }

// shareOf is whose share a request belongs to: its token's or, where there is none, its network
// address's.
func shareOf(c *app.Caller, r *http.Request) admission.Key {
	if c != nil {
		return admission.Key{Token: c.TokenID}
	}
	return admission.Key{Name: NetworkOf(r)}
}

// NetworkOf is the network that a request comes from, empty for this machine and for a proxy on
// it.
func NetworkOf(r *http.Request) string { return app.Network(hostIn(r.RemoteAddr)) }

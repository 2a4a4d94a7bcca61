package app

import (
	"context"
	"errors"
	"time"

	"marquee/app/admission"
)

// storeLimits bound what each caller has in the store's queue. Transactions run there one after
// the other in the order in which they came: without a bound, a caller with a thousand requests
// under way makes everybody wait for all of them, and fills the queue. More of it waits outside.
// 8 ms are enough for more than a hundred scans, which then share a commit. 32 go ahead however
// long they are: with fewer in a commit, writing would be slower for everybody. Who had none under
// way is taken for somebody with long ones, so that a sudden crowd of those is few until it is known.
var storeLimits = admission.Limits{
	Each: int64(8 * time.Millisecond), Line: admission.Unbounded, LineEach: admission.Unbounded,
	Expect: 500 * time.Microsecond, Least: 32,
}

// Classes are those in which whoever asks this app for something waits.
func Classes(a *App) *admission.Classes { return &a.classes }

// inTurn lets a transaction go to the store when it is its turn. run tells how long its closure
// ran, which is what counts: waiting for a commit costs nobody else anything.
func inTurn(ctx context.Context, a *App, c *Caller, run func() (ran time.Duration, err error)) error {
	place, err := a.store.Enter(ctx, admission.Ask{Key: admission.Key{Company: c.CompanyID, Token: c.TokenID}})
	if err != nil {
		return err
	}
	defer place.Leave() // also when the closure panics
	ran, err := run()
	place.Done(ran)
	return err
}

// Enter waits for a place in a class. Whoever is refused hears that the box office is busy, and
// when to ask again.
func Enter(ctx context.Context, c *admission.Class, ask admission.Ask) (*admission.Place, error) {
	place, err := c.Enter(ctx, ask)
	if errors.Is(err, admission.ErrOwn) || errors.Is(err, admission.ErrFull) {
		return nil, busy()
	}
	return place, err
}

// busy refuses because others take all there is.
func busy() *Error {
	return &Error{Kind: TooMany, Message: Msg("The box office is very busy. Please try again."), RetryAfter: 1}
}

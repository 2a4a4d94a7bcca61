package app

import (
	"context"
	"time"
)

const (
	// restful is how many times as long as it worked unhurried work rests while others are
	// served: it takes an eighth of one processor then. Whoever waits at a gate waits
	// for the collector too, which has the more to do the more is allocated beside.
	restful = 7
	// quiet is how long nobody else was served when it stops resting.
	quiet = 250 * time.Millisecond
	// longestRest is how long one rest lasts at most.
	longestRest = 100 * time.Millisecond
)

// Pace is at which pace long work goes that is done piece by piece, and that nobody waits
// for who stands at a gate or a till: as fast as it can while there is nobody else, and
// resting after each piece while others are served.
type Pace struct {
	app    *App
	seen   int64     // of what the app served
	others time.Time // when that was found to have grown last
	began  time.Time // the piece at hand
}

type unhurriedKey struct{}

// Unhurried begins such work. What it does with the context that it gets does not count
// among what others are served, so that two of them do not wait for each other.
func (a *App) Unhurried(ctx context.Context) (context.Context, *Pace) {
	return context.WithValue(ctx, unhurriedKey{}, true), &Pace{app: a, seen: a.served.Load(), began: time.Now()}
}

// serve counts a snapshot or a transaction of a caller.
func (a *App) serve(ctx context.Context) {
	if ctx.Value(unhurriedKey{}) == nil {
		a.served.Add(1)
	}
}

// Beside tells whether others are served.
func (p *Pace) Beside() bool {
	now := time.Now()
	if n := p.app.served.Load(); n != p.seen {
		p.seen, p.others = n, now
	}
	return now.Sub(p.others) < quiet
}

// Rest ends a piece, and comes back when the next may begin. It ends with the context.
func (p *Pace) Rest(ctx context.Context) error {
	now := time.Now()
	if p.Beside() {
		rest := time.NewTimer(min(restful*now.Sub(p.began), longestRest))
		defer rest.Stop()
		select {
		case <-ctx.Done():
		case <-rest.C:
		}
	}
	p.began = time.Now()
	return ctx.Err()
}

package app

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"marquee/kv"
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

// service is what the app is asked to do by callers who wait for it.
type service struct {
	start time.Time    // of the app: what follows is not moved by a clock that is set
	under atomic.Int64 // snapshots and transactions under way
	last  atomic.Int64 // when one began or ended last, in nanoseconds since the start; 0 never
}

// Pace is at which pace long work goes that is done piece by piece, and that nobody waits
// for who stands at a gate or a till: as fast as it can while there is nobody else, and
// resting after each piece while others are served.
type Pace struct {
	service *service
	engine  kv.Engine
	began   time.Time // the piece at hand
}

type unhurriedKey struct{}

// Unhurried begins such work. What it does with the context that it gets does not count
// among what others are served, so that two of them do not wait for each other; and while
// others are served, its transactions share their commits.
func (a *App) Unhurried(ctx context.Context) (context.Context, *Pace) {
	return context.WithValue(ctx, unhurriedKey{}, true), &Pace{&a.service, a.engine, time.Now()}
}

func isUnhurried(ctx context.Context) bool { return ctx.Value(unhurriedKey{}) != nil }

// begin counts a snapshot or a transaction of a caller, and end that it is over.
func (s *service) begin(ctx context.Context) { s.count(ctx, 1) }
func (s *service) end(ctx context.Context)   { s.count(ctx, -1) }

func (s *service) count(ctx context.Context, n int64) {
	if !isUnhurried(ctx) {
		s.under.Add(n)
		s.last.Store(int64(time.Since(s.start)) + 1)
	}
}

// beside tells whether callers are served.
func (s *service) beside() bool {
	last := s.last.Load()
	return s.under.Load() > 0 || last > 0 && time.Since(s.start)-time.Duration(last) < quiet
}

// patient marks what is unhurried for the store, while others are served.
func (s *service) patient(ctx context.Context) context.Context {
	if isUnhurried(ctx) && s.beside() {
		return kv.Patient(ctx)
	}
	return ctx
}

// Beside tells whether others are served.
func (p *Pace) Beside() bool { return p.service.beside() }

// Crowd is how many of the others there are for each processor, 1 at least.
func (p *Pace) Crowd() int {
	return max(1, int(p.service.under.Load())/runtime.GOMAXPROCS(0))
}

// AwaitIdle waits, while others are served, until they wait for the disk. It ends with the context.
func (p *Pace) AwaitIdle(ctx context.Context) {
	if p.Beside() {
		p.engine.AwaitIdle(ctx)
	}
}

// Rest ends a piece, and comes back when the next may begin. It ends with the context.
func (p *Pace) Rest(ctx context.Context) error {
	if p.Beside() {
		rest := time.NewTimer(min(restful*time.Since(p.began), longestRest))
		defer rest.Stop()
		select {
		case <-ctx.Done():
		case <-rest.C:
		}
	}
	p.began = time.Now()
	return ctx.Err()
}

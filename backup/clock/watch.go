package clock

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

const (
	// look is the pause between two looks at the clock.
	look = 5 * time.Second
	// warnEvery is the pause between two warnings about the same jump.
	warnEvery = 10 * time.Minute
)

// Watch compares the wall clock with the time that the machine runs, while a store
// is served. Where the system does not tell that time it sees no jump.
type Watch struct {
	begun  Reading
	read   func() Reading
	log    *slog.Logger
	off    atomic.Int64 // nanoseconds
	warned time.Duration
}

// NewWatch begins with a reading that is believed.
func NewWatch(begun Reading, log *slog.Logger) *Watch {
	return &Watch{begun: begun, read: Read, log: log, warned: -warnEvery}
}

// Off is how far the wall clock is from where it should be; zero within an hour.
func (w *Watch) Off() time.Duration { return time.Duration(w.off.Load()) }

// Run looks again and again until the context ends.
func (w *Watch) Run(ctx context.Context) {
	for ctx.Err() == nil {
		w.Step()
		select {
		case <-ctx.Done():
		case <-time.After(look):
		}
	}
}

// Step looks once.
func (w *Watch) Step() {
	now := w.read()
	expected, ok := w.begun.expected(now)
	if !ok {
		return
	}
	off := now.Wall.Sub(expected)
	if off.Abs() <= most {
		if w.off.Swap(0) != 0 {
			w.log.Info("the clock is right again")
			w.warned = now.Up - warnEvery
		}
		return
	}
	w.off.Store(int64(off))
	if now.Up-w.warned >= warnEvery || w.warned < 0 {
		w.warned = now.Up
		w.log.Error("THE CLOCK OF THIS MACHINE JUMPED while the store was served: scans and sales are judged by it. Set it right, or start again with --clock-is-right",
			"clock", now.Wall, "expected", expected, "off", off.Round(time.Second))
	}
}

// Text says how the clock stands, for people.
func (w *Watch) Text() string {
	if off := w.Off(); off != 0 {
		return "THE CLOCK JUMPED BY " + off.Round(time.Second).String() + " SINCE THE START"
	}
	return "fine"
}

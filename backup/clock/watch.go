package clock

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"marquee/backup/machine"
)

const (
	// look is the pause between two looks at the clock.
	look = 5 * time.Second
	// warnEvery is the pause between two warnings about the same jump.
	warnEvery = 10 * time.Minute
)

// WatchOptions of NewWatch; what is nil is read from this machine.
type WatchOptions struct {
	Read   func() Reading
	Synced func() bool // a time server keeps the clock
	// Note is told of a reading that is believed after a time server set the clock.
	Note func(Reading)
	Log  *slog.Logger
}

// Watch compares the wall clock with the time that the machine runs, while a store
// is served. Where the system does not tell that time, the time that this process
// runs stands for it.
type Watch struct {
	o      WatchOptions
	mu     sync.Mutex // for begun
	begun  Reading
	off    atomic.Int64 // nanoseconds
	warned time.Duration
}

// NewWatch begins with the reading of now, which is believed.
func NewWatch(o WatchOptions) *Watch {
	if o.Read == nil {
		o.Read = sinceStart(Read, time.Now())
	}
	if o.Synced == nil {
		o.Synced = machine.ClockSynced
	}
	if o.Note == nil {
		o.Note = func(Reading) {}
	}
	return &Watch{o: o, begun: o.Read(), warned: -warnEvery}
}

// sinceStart takes the time that this process ran, which nobody can set, where the
// system does not tell how long it runs.
func sinceStart(read func() Reading, start time.Time) func() Reading {
	return func() Reading {
		r := read()
		if r.Boot == "" {
			r.Boot, r.Up = "this process", time.Since(start)
		}
		return r
	}
}

// Off is how far the wall clock was from where it should be when it was looked at
// last; zero within an hour.
func (w *Watch) Off() time.Duration { return time.Duration(w.off.Load()) }

// Jumped looks at once, for work that a wrong clock would have ended too early.
func (w *Watch) Jumped() bool {
	_, _, off := w.compare()
	return off != 0
}

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

// compare tells how far the clock is from where it is expected; zero within an hour. A
// time server that keeps it is right: what was believed before was not.
func (w *Watch) compare() (now Reading, expected time.Time, off time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now = w.o.Read()
	expected, ok := w.begun.expected(now)
	if off = now.Wall.Sub(expected); !ok || off.Abs() <= most {
		return now, expected, 0
	}
	if w.o.Synced() {
		w.o.Log.Warn("a time server set the clock of this machine while the store was served", "clock", now.Wall, "expected", expected)
		w.begun = now
		w.o.Note(now)
		return now, now.Wall, 0
	}
	return now, expected, off
}

// Step looks once.
func (w *Watch) Step() {
	now, expected, off := w.compare()
	if off == 0 {
		if w.off.Swap(0) != 0 {
			w.o.Log.Info("the clock is right again")
			w.warned = now.Up - warnEvery
		}
		return
	}
	w.off.Store(int64(off))
	if now.Up-w.warned >= warnEvery || w.warned < 0 {
		w.warned = now.Up
		w.o.Log.Error("THE CLOCK OF THIS MACHINE JUMPED while the store was served: scans and sales are judged by it, and nothing expires or is forgotten meanwhile. Set it right, or start again with --clock-is-right",
			"clock", now.Wall, "expected", expected, "off", off.Round(time.Second))
	}
}

// Text says how the clock stands, for people.
func (w *Watch) Text() string {
	if off := w.Off(); off != 0 {
		return "THE CLOCK JUMPED BY " + off.Round(time.Second).String() + " SINCE THE START, and what expires or is forgotten by it waits"
	}
	return "fine"
}

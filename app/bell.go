package app

import (
	"sync"
	"time"
)

// Bell wakes a job: at once, or after a while. Rings that come before the job has heard one are one.
type Bell struct {
	rung chan struct{} // holds one ring at most

	mu    sync.Mutex
	timer *time.Timer
	at    time.Time // when it rings by itself, zero when it does not
}

// NewBell makes a bell.
func NewBell() *Bell { return &Bell{rung: make(chan struct{}, 1)} }

// Rung is for Job.Wake.
func (b *Bell) Rung() <-chan struct{} { return b.rung }

// Ring wakes the job soon.
func (b *Bell) Ring() {
	select {
	case b.rung <- struct{}{}:
	default: // it has not heard the last one yet
	}
}

// RingAfter wakes the job after a while, unless the bell rings by itself before.
func (b *Bell) RingAfter(pause time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := time.Now().Add(pause)
	if !b.at.IsZero() && !at.Before(b.at) {
		return
	}
	if b.timer != nil {
		b.timer.Stop()
	}
	b.at = at
	b.timer = time.AfterFunc(max(pause, time.Millisecond), func() {
		b.mu.Lock()
		b.at = time.Time{}
		b.mu.Unlock()
		b.Ring()
	})
}

package cluster

import (
	"sync"
	"time"
)

// leaseMargin is what is taken off a lease before anybody relies on it: clocks do not run alike.
const leaseMargin = 500 * time.Millisecond

// sureUntil is until when a lease holds for certain that was kept by a call sent at a time. Times
// are those of a clock that also runs while the machine sleeps.
func sureUntil(sent, ttl time.Duration) time.Duration {
	return sent + ttl - min(leaseMargin, ttl/4)
}

// keepEvery is how often a lease is kept.
func keepEvery(ttl time.Duration) time.Duration { return ttl / 4 }

// lease is what a leader knows of its own.
type lease struct {
	mu   sync.Mutex
	sent time.Duration // when the last call was sent that kept it
	ttl  time.Duration
}

func (l *lease) kept(sent time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = max(l.sent, sent)
}

// age is how old what the leader has may be: nothing while nobody else can lead.
func (l *lease) age(now time.Duration) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now < sureUntil(l.sent, l.ttl) {
		return 0
	}
	return now - l.sent
}

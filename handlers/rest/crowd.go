package rest

import (
	"context"
	"math"
	"net/http"
	"sync"
	"time"
)

// crowd keeps each caller to a few requests at a time while others ask, too. However many
// connections one client asks over, a request of somebody else then finds a processor soon,
// and shares its commit with few. Who is alone has the whole machine. Of reads and of writes
// there are a few each, so that nobody's reports hold back their own sales.
type crowd struct {
	reads, writes *lane

	mu sync.Mutex
	// last is who asked last and at when; before is when somebody else did last.
	last       callerKey
	at, before time.Time
}

func newCrowd(procs int) *crowd {
	return &crowd{reads: newLane(math.MaxInt, max(1, procs-1)), writes: newLane(math.MaxInt, max(fewAtOnce, procs))}
}

// enter waits until one more request of a caller may begin. Call leave when it ends, or as
// soon as nobody needs to wait for it; it may be called again, and is nil for a caller who
// is alone.
func (c *crowd) enter(ctx context.Context, key callerKey, rt *Route) (leave func(), err error) {
	if !c.note(key, time.Now()) {
		return nil, nil
	}
	l := c.writes
	if rt.Method == http.MethodGet {
		l = c.reads
	}
	out, err := l.enter(ctx, key, 0)
	if err != nil {
		return nil, err
	}
	began, end := time.Now(), sync.OnceFunc(func() { out(0) })
	rest := time.AfterFunc(mostOf(rt), end)
	return sync.OnceFunc(func() { rest.Reset(restOf(rt, time.Since(began))) }), nil
}

// worksAlone tells whether a request is work and no waiting.
func worksAlone(rt *Route) bool {
	return rt.Turn == InBulk || rt.Turn == TurnByMethod && rt.Method == http.MethodGet
}

// mostOf is how long a request keeps its place at most. A write that takes longer waits for
// a disk, where many share a commit: on a slow one as many must wait there together.
func mostOf(rt *Route) time.Duration {
	if worksAlone(rt) {
		return fewTime
	}
	return writeTime
}

// restOf is how long the place of a request stays taken behind it. What waits for a commit
// leaves the processors to others by itself; what is work alone would never.
func restOf(rt *Route, took time.Duration) time.Duration {
	counts := took
	if worksAlone(rt) {
		counts = workCounts * took
	}
	return max(leastTime, counts) - took
}

// note remembers who asks, and tells whether somebody else did lately.
func (c *crowd) note(key callerKey, now time.Time) (others bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if key != c.last {
		c.last, c.before = key, c.at
	}
	c.at = now
	return now.Sub(c.before) < lately
}

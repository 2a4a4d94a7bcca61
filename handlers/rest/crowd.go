package rest

import (
	"context"
	"net/http"
	"sync"
	"time"

	"marquee/app/admission"
)

// crowd keeps each caller to a few requests at a time while others ask, too. However many
// connections one client asks over, a request of somebody else then finds a processor soon,
// and shares its commit with few. Who is alone has the whole machine. Of reads and of writes
// there are a few each, so that nobody's reports hold back their own sales. Who reads little,
// as a page does that opens, need not wait: only what is more than a credit makes places stay
// taken.
type crowd struct {
	reads, writes *places

	mu sync.Mutex
	// last is who asked last and at when; before is when somebody else did last.
	last       admission.Key
	at, before time.Time
}

// newCrowd makes one for so many processors, with credits for reads and for writes.
func newCrowd(all *admission.Classes, procs int, reads, writes time.Duration) *crowd {
	return &crowd{
		reads:  newPlaces(all, "API: reads of one caller", max(1, procs-1), reads),
		writes: newPlaces(all, "API: writes of one caller", max(fewAtOnce, procs), writes),
	}
}

// places are those of each caller for requests of one sort. A place stays taken for as long as
// its request counts, but for what a bucket pays for.
type places struct {
	*admission.Class
	credit  admission.Rate // of time, in nanoseconds
	buckets admission.Buckets
}

func newPlaces(all *admission.Classes, name string, each int, credit time.Duration) *places {
	return &places{Class: all.Of(name, limits(0, each)), credit: admission.Rate{Most: int64(credit), In: credit}}
}

// charge notes how long a place counts as taken by a request, and tells whether it is to
// stay taken until then.
func (p *places) charge(key admission.Key, began, now time.Time, counts time.Duration) bool {
	if p.credit.Most == 0 {
		return true
	}
	return p.buckets.Charge(key, p.credit, int64(counts)/p.Each, began, now) > 0
}

// enter waits until one more request of a caller may begin. Call leave when it ends, or as
// soon as nobody needs to wait for it; it may be called again, and is nil for a caller who
// is alone.
func (c *crowd) enter(ctx context.Context, key admission.Key, rt *Route) (leave func(), err error) {
	if !c.note(key, time.Now()) {
		return nil, nil
	}
	p := c.writes
	if rt.Method == http.MethodGet {
		p = c.reads
	}
	place, err := p.Enter(ctx, admission.Ask{Key: key})
	if err != nil {
		return nil, refusal(err)
	}
	began := time.Now()
	most := time.AfterFunc(mostOf(rt), place.Leave)
	return sync.OnceFunc(func() {
		if !most.Stop() {
			return // others have its place
		}
		now := time.Now()
		took := now.Sub(began)
		counts := countsAs(rt, took)
		if rest := counts - took; rest > 0 && p.charge(key, began, now, counts) {
			most.Reset(rest)
			return
		}
		place.Leave()
	}), nil
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

// countsAs is for how long a request counts as taking its place. What waits for a commit
// leaves the processors to others by itself; what is work alone would never.
func countsAs(rt *Route, took time.Duration) time.Duration {
	if worksAlone(rt) {
		took *= workCounts
	}
	return max(leastTime, took)
}

// note remembers who asks, and tells whether somebody else did lately.
func (c *crowd) note(key admission.Key, now time.Time) (others bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if key != c.last {
		c.last, c.before = key, c.at
	}
	c.at = now
	return now.Sub(c.before) < lately
}

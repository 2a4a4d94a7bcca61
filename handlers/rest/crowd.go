package rest

import (
	"context"
	"maps"
	"math"
	"net/http"
	"sync"
	"time"
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
	last       callerKey
	at, before time.Time
}

// newCrowd makes one for so many processors, with credits for reads and for writes.
func newCrowd(procs int, reads, writes time.Duration) *crowd {
	return &crowd{reads: newPlaces(max(1, procs-1), reads), writes: newPlaces(max(fewAtOnce, procs), writes)}
}

// places are those of each caller for requests of one sort.
type places struct {
	*lane
	credit time.Duration

	paying sync.Mutex
	// paid is when a caller will have paid, by the time that goes by, for what it had.
	paid map[callerKey]time.Time
	most int // so many of them are looked through for those who have paid
}

func newPlaces(each int, credit time.Duration) *places {
	return &places{lane: newLane(math.MaxInt, each), credit: credit, paid: map[callerKey]time.Time{}, most: maxFlows}
}

// charge notes how long a place counts as taken by a request, and tells whether it is to
// stay taken until then.
func (p *places) charge(key callerKey, began, now time.Time, counts time.Duration) bool {
	if p.credit == 0 {
		return true
	}
	p.paying.Lock()
	defer p.paying.Unlock()
	paid := p.paid[key]
	if paid.Before(began) {
		paid = began
	}
	paid = paid.Add(counts / time.Duration(p.each))
	p.paid[key] = paid
	if len(p.paid) > p.most {
		maps.DeleteFunc(p.paid, func(_ callerKey, until time.Time) bool { return !until.After(now) })
		p.most = max(maxFlows, 2*len(p.paid))
	}
	return paid.Sub(now) > p.credit
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
	most := time.AfterFunc(mostOf(rt), end)
	return sync.OnceFunc(func() {
		if !most.Stop() {
			return // others have its place
		}
		now := time.Now()
		took := now.Sub(began)
		counts := countsAs(rt, took)
		if rest := counts - took; rest > 0 && l.charge(key, began, now, counts) {
			most.Reset(rest)
			return
		}
		end()
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
func (c *crowd) note(key callerKey, now time.Time) (others bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if key != c.last {
		c.last, c.before = key, c.at
	}
	c.at = now
	return now.Sub(c.before) < lately
}

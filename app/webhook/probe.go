package webhook

import (
	"iter"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// probes are the calls that a receiver is asked with which took nothing lately: one of each kind,
// as it may take others than it was sent, and of a kind rather one that was never attempted. They
// are looked for among those that are due first and those that are newest, so that a new call is
// found behind many others. Those that are sent already are left out.
func probes(r app.Reader, endpoint int64, h health, now time.Time, sent map[int64]bool) ([]Call, error) {
	var all []Call
	for _, walk := range []iter.Seq2[indexes.Hit[Call], error]{
		callReady.Scan(r, dueUntil(endpoint, now).Limit(maxProbed)),
		callListed.Scan(r, newestOf(endpoint).Limit(maxProbed)),
	} {
		for hit, err := range walk {
			if err != nil {
				return nil, err
			}
			c := hit.Rec
			if sent[c.ID] || c.Due.After(now) || h.rests(&c, now) {
				continue
			}
			i := slices.IndexFunc(all, func(other Call) bool { return other.Kind == c.Kind })
			switch {
			case i < 0:
				all = append(all, c)
			case c.Attempts == 0 && all[i].Attempts > 0:
				all[i] = c
			}
		}
	}
	return all, nil
}

// earliest is when an endpoint may be sent something; none, where nothing waits for it.
func earliest(r app.Reader, endpoint int64, h health) (at time.Time, some bool, err error) {
	for e, err := range callReady.Keys(r, indexes.PrefixOf[time.Time](endpoint).Limit(1)) {
		if err != nil || !h.until.After(e.Key.B) {
			return e.Key.B, err == nil, err
		}
		at, some = h.until, true
	}
	if !some || h.all {
		return at, some, nil
	}
	for hit, err := range callListed.Scan(r, newestOf(endpoint).Limit(1)) {
		if err != nil {
			return at, false, err
		}
		if c := &hit.Rec; c.Attempts == 0 && c.Due.Before(at) {
			at = *c.Due
		}
	}
	return at, true, nil
}

// dueUntil are the calls to an endpoint that are due at a time, those that are due first before
// the others.
func dueUntil(endpoint int64, now time.Time) indexes.Range[readyKey] {
	return indexes.PrefixOf[time.Time](endpoint).To(readyKey{A: endpoint, B: now.Add(time.Microsecond)})
}

// newestOf are the waiting calls to an endpoint, the newest first.
func newestOf(endpoint int64) indexes.Range[int64] {
	return indexes.Equal(groupOf(endpoint, Waiting)).Reversed()
}

// rests tells whether a call has to wait until its endpoint is asked again.
func (h *health) rests(c *Call, now time.Time) bool {
	return h.until.After(now) && (h.all || c.Attempts > 0)
}

// healthOf is how an endpoint answered lately.
func (w *worker) healthOf(key pumpKey, now time.Time) health {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.health[key]
	if h.until.After(now.Add(nth(rests, int64(len(rests))))) {
		h.until = now // the clock was set back
	}
	return h
}

// tally counts what came of some attempts.
type tally struct {
	tried, dropped int
	// answered are those to which somebody answered who is able to take others.
	answered int
	// fresh: one of them was the first of its call.
	fresh bool
}

func tallyOf(sent []Call, results []Result) (t tally) {
	for i := range results {
		switch res := &results[i]; {
		case res.Held:
		case res.Dropped:
			t.dropped++
		default:
			t.tried++
			t.fresh = t.fresh || sent[i].Attempts == 0
			if res.Problem == "" || res.refused() {
				t.answered++
			}
		}
	}
	return t
}

// judge notes how the endpoint answers; it tells whether to go on at once.
func (p *pump) judge(sent []Call, results []Result, troubled bool) (goOn bool) {
	t := tallyOf(sent, results)
	w, now := p.worker, p.app.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	switch h := w.health[p.key]; {
	case t.answered > 0:
		delete(w.health, p.key)
		return true
	case t.tried == 0 && t.dropped > 0:
		return true
	case t.tried == 0:
		h.until, h.all = now.Add(rests[0]), true
		w.health[p.key] = h
	default:
		if h.failures++; h.failures == 1 {
			h.since = now
		}
		if h.failures >= maxFailures {
			h.until = now.Add(nth(rests, h.failures-maxFailures+1))
		}
		h.all = t.fresh
		w.health[p.key] = h
		return h.failures < maxFailures && !troubled
	}
	return false
}

package bolt

import (
	"container/list"
	"sync"
	"time"
)

// readers knows who reads and since when: an old reader keeps pages from being
// used again.
type readers struct {
	mu   sync.Mutex
	open list.List // of *visit, oldest first
	slow uint64    // visits that were seen older than slowRead
}

// visit is one read in progress.
type visit struct {
	since   time.Time
	counted bool
	at      *list.Element
}

func (r *readers) begin() *visit {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := &visit{since: time.Now()}
	v.at = r.open.PushBack(v)
	return v
}

func (r *readers) end(v *visit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open.Remove(v.at)
	r.count(v, time.Now())
}

func (r *readers) count(v *visit, now time.Time) {
	if !v.counted && now.Sub(v.since) > slowRead {
		v.counted = true
		r.slow++
	}
}

// look counts the reads that have become slow.
func (r *readers) look(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for el := r.open.Front(); el != nil && now.Sub(el.Value.(*visit).since) > slowRead; el = el.Next() {
		r.count(el.Value.(*visit), now)
	}
}

// state tells how many read, how many were slow and how old the oldest is.
func (r *readers) state(now time.Time) (open int, slow uint64, oldest time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if el := r.open.Front(); el != nil {
		oldest = now.Sub(el.Value.(*visit).since)
	}
	return r.open.Len(), r.slow, oldest
}

// watch looks at the readers until stop is closed.
func (r *readers) watch(stop <-chan struct{}) {
	tick := time.NewTicker(slowRead / 2)
	defer tick.Stop()
	for {
		select {
		case now := <-tick.C:
			r.look(now)
		case <-stop:
			return
		}
	}
}

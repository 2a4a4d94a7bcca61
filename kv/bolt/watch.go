package bolt

import (
	"sync"
	"time"
)

// readers knows who reads and since when: an old reader keeps pages from being
// used again.
type readers struct {
	mu             sync.Mutex
	oldest, newest *visit // a list in order of beginning
	open           int
	slow           uint64 // visits that were seen older than slowRead
}

// visit is one read in progress.
type visit struct {
	since        time.Time
	counted      bool
	older, newer *visit
}

func (r *readers) begin(v *visit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v.since = time.Now()
	if v.older = r.newest; v.older != nil {
		v.older.newer = v
	} else {
		r.oldest = v
	}
	r.newest = v
	r.open++
}

func (r *readers) end(v *visit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v.older != nil {
		v.older.newer = v.newer
	} else {
		r.oldest = v.newer
	}
	if v.newer != nil {
		v.newer.older = v.older
	} else {
		r.newest = v.older
	}
	r.open--
	r.count(v, time.Since(v.since))
}

func (r *readers) count(v *visit, age time.Duration) {
	if !v.counted && age > slowRead {
		v.counted = true
		r.slow++
	}
}

// look counts the reads that have become slow.
func (r *readers) look(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for v := r.oldest; v != nil && now.Sub(v.since) > slowRead; v = v.newer {
		r.count(v, now.Sub(v.since))
	}
}

// state tells how many read, how many were slow and how old the oldest is.
func (r *readers) state(now time.Time) (open int, slow uint64, oldest time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.oldest != nil {
		oldest = now.Sub(r.oldest.since)
	}
	return r.open, r.slow, oldest
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

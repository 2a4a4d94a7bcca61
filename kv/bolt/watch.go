package bolt

import (
	"sync"
	"time"
)

// readers lists the running reads, because an old read keeps pages from being reused.
type readers struct {
	mu             sync.Mutex
	oldest, newest *openRead // a list in the order in which they began
	open           int
	slow           uint64 // visits that were seen older than slowRead
}

// openRead is one read in progress.
type openRead struct {
	since        time.Time
	counted      bool
	older, newer *openRead
}

func (r *readers) begin(v *openRead) {
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

func (r *readers) end(v *openRead) {
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

func (r *readers) count(v *openRead, age time.Duration) {
	if !v.counted && age > slowRead {
		v.counted = true
		r.slow++
	}
}

// look counts running reads that have become slow.
func (r *readers) look(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for v := r.oldest; v != nil && now.Sub(v.since) > slowRead; v = v.newer {
		r.count(v, now.Sub(v.since))
	}
}

// state returns the number of running and of slow reads and the age of the oldest.
func (r *readers) state(now time.Time) (open int, slow uint64, oldest time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.oldest != nil {
		oldest = now.Sub(r.oldest.since)
	}
	return r.open, r.slow, oldest
}

// watch calls look regularly until stop is closed.
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

package journal

import (
	"errors"
	"time"
)

// syncAll syncs a while after something was written, and never else.
func (j *Journal) syncAll() {
	for {
		select {
		case <-j.wake:
		case <-j.stop:
			return
		}
		select {
		case <-time.After(j.o.syncEvery):
		case <-j.stop:
			return
		}
		j.sync()
	}
}

// sync makes durable what was written so far.
func (j *Journal) sync() {
	current, closing, names := j.collect()
	var err error
	for _, c := range closing { // the older first
		err = errors.Join(err, c.end())
	}
	err = errors.Join(err, current.sync())
	if names {
		err = errors.Join(err, j.o.disk.SyncFolder(j.o.Dir))
	}
	if err != nil {
		j.fail(err)
		return
	}
	j.synced()
}

// collect takes what is to be synced.
func (j *Journal) collect() (current *openSegment, closing []*openSegment, names bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.current != nil && j.current.dirty {
		current = j.current
		current.dirty = false
	}
	closing, j.closing = j.closing, nil
	names, j.newNames = j.newNames, false
	j.flying, j.dirty = j.dirty, time.Time{}
	return current, closing, names
}

func (j *Journal) synced() {
	j.mu.Lock()
	again := j.failed != nil && !j.broken
	j.flying = time.Time{}
	if again {
		j.failed, j.retry = nil, 0
	}
	j.settle()
	generation := j.generation
	j.mu.Unlock()
	if again {
		j.o.Log.Warn("the journal goes on", "generation", generation)
	}
}

// settle forgets what was missed once a base makes up for it.
func (j *Journal) settle() {
	if j.failed == nil && !j.needsBase() {
		j.missed = time.Time{}
	}
}

func (c *openSegment) sync() error {
	if c == nil {
		return nil
	}
	return c.file.Sync()
}

// end syncs and closes a segment. Of a generation that is over nothing is hoped for.
func (c *openSegment) end() error {
	err := errors.Join(c.file.Sync(), c.file.Close())
	if c.dropped {
		return nil
	}
	return err
}

// keepHouse begins a generation after the last one failed, finishes what is old,
// and bounds the folder.
func (j *Journal) keepHouse() {
	tick := time.NewTicker(keepHouse)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			j.maintain()
		case <-j.stop:
			return
		}
	}
}

func (j *Journal) maintain() {
	j.mu.Lock()
	told, over := j.told, j.finished
	due := j.broken && !j.o.now().Before(j.retryAt)
	quiet := !j.broken && j.told.Equal(j.committed) && j.waiting.Load() == 0
	epoch := j.epoch
	j.finished = false
	j.mu.Unlock()
	switch {
	case due:
		if err := j.ask(job{kind: beginGeneration, prev: told, epoch: epoch}, j.o.timeout); errors.Is(err, errSlow) {
			j.fail(err)
		}
	case quiet:
		_ = j.ask(job{kind: finishOld, epoch: epoch}, j.o.timeout) // late is soon enough
	}
	if over {
		j.bound()
	}
}

// Renew ends the generation and begins another one, which needs a base of its own: what was
// written before can be removed once there is one.
func (j *Journal) Renew() error {
	j.mu.Lock()
	told, epoch := j.told, j.epoch
	j.mu.Unlock()
	return j.ask(job{kind: beginGeneration, prev: told, epoch: epoch}, j.o.timeout)
}

// ask has the writer do something, and waits for a while. What goes wrong, the
// writer has told already.
func (j *Journal) ask(w job, timeout time.Duration) error {
	w.reply = make(chan error, 1)
	late := time.After(timeout)
	select {
	case j.jobs <- w:
	case <-late:
		return errSlow
	}
	select {
	case err := <-w.reply:
		return err
	case <-late:
		return errSlow
	}
}

package bolt

import (
	"errors"
	"slices"
	"sync"
	"time"

	"marquee/kv"
	"marquee/kv/logfile"

	"go.etcd.io/bbolt"
)

// backlog is what the log has and the file may not have yet. Layers are added when they are
// durable in the log and removed when they are in the file: whatever a list does not have, a
// snapshot that is taken after it does. So a reader takes the list first, and then the
// snapshot; no lock is needed to take both.
type backlog struct {
	log *logfile.Log // belongs to the goroutine that commits

	mu      sync.Mutex
	changed *sync.Cond // a layer was added or removed, the engine is poisoned, or no more come
	waiting []pending  // the oldest first; copied when it changes
	file    time.Time  // the last commit in the file
	ended   bool       // no more layers come
	applied chan struct{}
}

// pending is a commit that waits for the file.
type pending struct {
	*layer
	sets  int // transactions
	bytes int // in the log
	since time.Time
}

// beginLog makes the log of a store that has none, and then notes in the file that there is
// one.
func (e *Engine) beginLog() (*backlog, error) {
	log, err := e.makeLog(e.last)
	if err != nil {
		return nil, err
	}
	w := &backlog{log: log, file: e.last, applied: make(chan struct{})}
	w.changed = sync.NewCond(&w.mu)
	return w, nil
}

func (e *Engine) makeLog(at time.Time) (*logfile.Log, error) {
	log, err := logfile.Create(e.path, e.identity, at, e.o.LogBytes)
	if err != nil {
		return nil, err
	}
	if err := goOnInLog(e.db()); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return log, nil
}

// renewLog makes the log anew after the file was: what was removed from the store is not to be
// found in it either. It runs in the goroutine that commits, while the file has everything and
// does not say that it goes on in a log.
func (e *Engine) renewLog() error {
	if e.log == nil {
		return nil
	}
	if err := errors.Join(e.log.log.Close(), logfile.Remove(e.path)); err != nil {
		return err
	}
	log, err := e.makeLog(e.followers.last)
	if err == nil {
		e.log.log = log
	}
	return err
}

// layers lists the layers that the file may not have, the oldest first.
func (w *backlog) layers() []pending {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.waiting
}

// wake has those who wait look at what has become of the engine.
func (w *backlog) wake() {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed.Broadcast()
	}
}

// room waits until the log has room for a commit.
func (w *backlog) room(e *Engine, sets []kv.WriteSet) error {
	w.log.Frame(sets)
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.waiting) >= maxLayers || !w.log.Fits(w.file) {
		if e.isPoisoned() {
			return kv.ErrPoisoned
		}
		w.changed.Wait()
	}
	return nil
}

// append makes a batch durable in the log. From then on readers see it.
func (w *backlog) append(b *batch) error {
	size := w.log.Size()
	if err := w.log.Append(b.last); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = append(slices.Clip(w.waiting), pending{&b.written, b.applied, size, time.Now()})
	w.changed.Broadcast()
	return nil
}

// next waits for layers and gives as many as one commit to the file takes; none at the end.
func (w *backlog) next(e *Engine) []pending {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.waiting) == 0 && !w.ended && !e.isPoisoned() {
		w.changed.Wait()
	}
	if e.isPoisoned() {
		return nil
	}
	n, sets := 0, 0
	for n < len(w.waiting) && (n == 0 || sets+w.waiting[n].sets <= setsPerApply) {
		sets += w.waiting[n].sets
		n++
	}
	return w.waiting[:n]
}

// took removes the oldest layers, which the file has.
func (w *backlog) took(layers []pending) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = slices.Clone(w.waiting[len(layers):])
	w.file = layers[len(layers)-1].safe
	w.changed.Broadcast()
}

// apply is the goroutine that brings the file up to the log.
func (e *Engine) apply() {
	defer close(e.log.applied)
	for {
		layers := e.log.next(e)
		if len(layers) == 0 {
			return
		}
		if err := e.applyLayers(layers); err != nil {
			e.poisonIt()
			return
		}
		e.log.took(layers)
	}
}

// applyLayers writes layers to the file in one commit. A key that several of them write is
// written once.
func (e *Engine) applyLayers(layers []pending) error {
	all := layers[0].layer
	if len(layers) > 1 {
		all = &layer{}
		for _, l := range layers {
			all.merge(l.layer)
		}
	}
	tx, err := e.db().Begin(true)
	if err != nil {
		return err
	}
	if err = e.put(tx, all); err == nil {
		err = setLoggedTime(tx, layers[len(layers)-1].safe)
	}
	if err != nil {
		tx.Rollback()
		return err
	}
	return e.commit(tx)
}

// awaitFile waits until the file has everything. It runs in the goroutine that commits, so
// nothing is added meanwhile.
func (e *Engine) awaitFile() error {
	if w := e.log; w != nil {
		w.mu.Lock()
		for len(w.waiting) > 0 && !e.isPoisoned() {
			w.changed.Wait()
		}
		w.mu.Unlock()
	}
	if e.isPoisoned() {
		return kv.ErrPoisoned
	}
	return nil
}

// goOnInLog notes in a file that the store goes on in its log.
func goOnInLog(db *bbolt.DB) error {
	return db.Update(func(tx *bbolt.Tx) error { return setLoggedTime(tx, lastTime(tx)) })
}

// readWhole begins to read a file that has everything and does not say that it goes on in a
// log: a copy of it is a whole store. It runs in the goroutine that commits.
func (e *Engine) readWhole() (tx *bbolt.Tx, done func(), err error) {
	if e.log == nil {
		return e.read()
	}
	if err := e.awaitFile(); err != nil {
		return nil, nil, err
	}
	if err = endLogged(e.db()); err == nil {
		tx, done, err = e.read()
		if again := goOnInLog(e.db()); err == nil && again != nil {
			done()
			err = again
		}
	}
	if err != nil {
		e.poisonIt()
	}
	return tx, done, err
}

// endLog puts what the log has into the file and removes the log. After an error it stays: the
// next one to open the store needs it.
func (e *Engine) endLog() error {
	w := e.log
	if w == nil {
		return nil
	}
	w.mu.Lock()
	w.ended = true
	w.changed.Broadcast()
	w.mu.Unlock()
	<-w.applied
	if err := w.log.Close(); err != nil {
		return err
	}
	if e.isPoisoned() {
		return kv.ErrPoisoned // commits were answered, and the file has not all of them
	}
	if err := endLogged(e.db()); err != nil {
		return err
	}
	return logfile.Remove(e.path)
}

// state tells how far the file is behind.
func (w *backlog) state(now time.Time) (n int, bytes int64, age time.Duration) {
	layers := w.layers()
	for _, l := range layers {
		bytes += int64(l.bytes)
	}
	if len(layers) > 0 {
		age = now.Sub(layers[0].since)
	}
	return len(layers), bytes, age
}

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

// backlog is what the log has and the file may not have yet. Commits are added when they are
// durable in the log and removed when they are in the file: whatever a list does not have, a
// snapshot that is taken after it does. So a reader takes the list first, and then the
// snapshot; no lock is needed to take both.
type backlog struct {
	log *logfile.Log // belongs to the goroutine that commits; nil where the log is the cluster's

	mu      sync.Mutex
	changed *sync.Cond   // something was added or removed, the engine is poisoned, or no more comes
	waiting []generation // the oldest first; copied when it changes
	flying  []*batch     // on their way to the cluster's log; the oldest first; copied when it changes
	telling bool         // followers are told of what became durable last
	taken   bool         // the oldest is being written to the file, and grows no more
	file    time.Time    // the last commit in the file
	ended   bool         // no more comes
	hurried int          // so many wait for the file
	applied chan struct{}
}

// generation is what one commit to the file takes: some commits in the log, a key that several of
// them write once. So a reader looks into two or three trees, however far the file is behind.
type generation struct {
	tree *kv.Tree // nothing is written to it any more: a later commit makes a copy
	last *layer   // the latest of its commits
	commits,
	sets, // transactions
	bytes int // in the log
	since time.Time // the earliest of its commits
}

// with is the generation with one more commit.
func (g generation) with(b *batch, bytes int, now time.Time) generation {
	if g.tree == nil {
		g.tree, g.since = kv.NewTree(), now
	} else {
		g.tree = g.tree.Copy()
	}
	for _, p := range b.written.parts {
		for _, w := range p.writes {
			g.tree.Set(w)
		}
	}
	g.last, g.commits, g.sets, g.bytes = &b.written, g.commits+1, g.sets+b.applied, g.bytes+bytes
	return g
}

// beginLog makes the log of a store that has none, and then notes in the file that there is
// one.
func (e *Engine) beginLog() (*backlog, error) {
	log, err := e.makeLog(e.last)
	if err != nil {
		return nil, err
	}
	return newBacklog(log, e.last), nil
}

func newBacklog(log *logfile.Log, file time.Time) *backlog {
	w := &backlog{log: log, file: file, applied: make(chan struct{})}
	w.changed = sync.NewCond(&w.mu)
	return w
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
	if e.log == nil || e.log.log == nil {
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

// generations lists what the file may not have, the oldest first.
func (w *backlog) generations() []generation {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.waiting
}

// all lists also the batches that are not durable yet: closures run on what those before them wrote.
func (w *backlog) all() ([]generation, []*batch) {
	if w == nil {
		return nil, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.waiting, w.flying
}

// wake has those who wait look at what has become of the engine.
func (w *backlog) wake() {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed.Broadcast()
	}
}

// behind is how many commits the file is behind.
func (w *backlog) behind() (n int) {
	for i := range w.waiting {
		n += w.waiting[i].commits
	}
	return n
}

// room waits until the log has room for a commit.
func (w *backlog) room(e *Engine, sets []kv.WriteSet) error {
	w.log.Frame(sets)
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.hurry(e, func() bool { return w.behind() < maxCommits && w.log.Fits(w.file) })
}

// hurry has the file written until something is so.
func (w *backlog) hurry(e *Engine, so func() bool) error {
	w.hurried++
	defer func() { w.hurried-- }()
	for !so() {
		if e.isPoisoned() {
			return kv.ErrPoisoned
		}
		w.changed.Broadcast()
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
	w.add(b, size)
	return nil
}

// add adds a batch that is durable to what waits for the file.
func (w *backlog) add(b *batch, size int) {
	all, last := w.waiting, generation{}
	if n := len(all); n > 1 || n == 1 && !w.taken {
		if all[n-1].sets+b.applied <= setsPerApply {
			all, last = all[:n-1], all[n-1]
		}
	}
	begun := last.tree == nil
	w.waiting = append(slices.Clip(all), last.with(b, size, time.Now()))
	if begun {
		time.AfterFunc(gatherTime, w.wake)
	}
	w.changed.Broadcast()
}

// enough tells whether to write to the file now. Whoever waits for the log waits for the disk
// too: so commits gather first, and pages that many of them change are written once.
func (w *backlog) enough(now time.Time) bool {
	if len(w.waiting) == 0 {
		return w.ended
	}
	oldest := &w.waiting[0]
	return w.ended || w.hurried > 0 || len(w.waiting) > 1 || oldest.commits >= gatherCommits || now.Sub(oldest.since) >= gatherTime
}

// next waits for what the next commit to the file takes, and takes it; nil at the end.
func (w *backlog) next(e *Engine) *generation {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.enough(time.Now()) && !e.isPoisoned() {
		w.changed.Wait()
	}
	if e.isPoisoned() || len(w.waiting) == 0 {
		return nil
	}
	w.taken = true
	return &w.waiting[0]
}

// took removes the oldest, which the file has.
func (w *backlog) took() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.file, w.taken = w.waiting[0].last.safe, false
	w.waiting = slices.Clone(w.waiting[1:])
	w.changed.Broadcast()
}

// apply is the goroutine that brings the file up to the log.
func (e *Engine) apply() {
	defer close(e.log.applied)
	for {
		g := e.log.next(e)
		if g == nil {
			return
		}
		if err := e.applyOne(g); err != nil {
			e.poisonIt()
			return
		}
		e.log.took()
	}
}

// applyOne writes a generation to the file in one commit.
func (e *Engine) applyOne(g *generation) error {
	tx, err := e.db().Begin(true)
	if err != nil {
		return err
	}
	to := e.target(tx)
	g.tree.Each(func(w kv.Entry) bool {
		err = to.put(w)
		return err == nil
	})
	if err == nil {
		err = e.log.mark()(tx, g.last.safe)
	}
	if err != nil {
		tx.Rollback()
		return err
	}
	return e.commit(tx)
}

// mark is what gives a file its time: one that goes on in a log beside it says so.
func (w *backlog) mark() func(*bbolt.Tx, time.Time) error {
	if w.log == nil {
		return setLastTime
	}
	return setLoggedTime
}

// awaitFile waits until the file has everything. It runs in the goroutine that commits, so
// nothing is added meanwhile.
func (e *Engine) awaitFile() error {
	if w := e.log; w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if err := w.hurry(e, func() bool { return len(w.waiting) == 0 && len(w.flying) == 0 && !w.telling }); err != nil {
			return err
		}
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
	if err := e.awaitFile(); err != nil {
		return nil, nil, err
	}
	if e.log == nil || e.log.log == nil {
		return e.read()
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
	if w.log == nil {
		return nil // the log is not beside the file, and others have it
	}
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
	all := w.generations()
	for i := range all {
		n, bytes = n+all[i].commits, bytes+int64(all[i].bytes)
	}
	if len(all) > 0 {
		age = now.Sub(all[0].since)
	}
	return n, bytes, age
}

package bolt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// ErrMember: the store belongs to a cluster, or to another one than it is opened for. What one
// node alone would write to it, no other one has.
var ErrMember = errors.New("kv: the store belongs to a cluster")

// memberBucket names the cluster that the store belongs to. It is not part of the digest.
var memberBucket, memberKey = []byte("\x00member"), []byte("of")

// memberOf is the cluster that a store belongs to; empty if it stands alone.
func memberOf(tx *bbolt.Tx) string {
	if b := tx.Bucket(memberBucket); b != nil {
		return string(b.Get(memberKey))
	}
	return ""
}

// Member is the cluster that the store belongs to; empty if it stands alone.
func (f *Frozen) Member() (of string, err error) {
	err = f.db.View(func(tx *bbolt.Tx) error { of = memberOf(tx); return nil })
	return of, err
}

// SetMember notes in a stopped store that it belongs to a cluster, or with "" that it stands
// alone. A log beside it is put into the file first: a cluster has one of its own.
func SetMember(path, of string) error {
	if _, err := checkMetas(path); err != nil {
		return err
	}
	db, err := openFile(path)
	if err != nil {
		return err
	}
	err = Guarded(func() error {
		if err := settle(path, db, Options{}.withDefaults()); err != nil {
			return err
		}
		return db.Update(func(tx *bbolt.Tx) error { return setMember(tx, of) })
	})
	if err == nil {
		err = saveFreelist(db)
	}
	return errors.Join(err, db.Close())
}

func setMember(tx *bbolt.Tx, of string) error {
	if of == "" && tx.Bucket(memberBucket) == nil {
		return nil
	}
	if of == "" {
		return tx.DeleteBucket(memberBucket)
	}
	b, err := tx.CreateBucketIfNotExists(memberBucket)
	if err != nil {
		return err
	}
	return b.Put(memberKey, []byte(of))
}

// refuseMember refuses a store of a cluster to whoever opens it for itself or for another one.
func refuseMember(tx *bbolt.Tx, path string, f *Following) error {
	of, want := memberOf(tx), ""
	if f != nil {
		want = f.Of
	}
	switch {
	case of == want:
		return nil
	case of == "":
		return fmt.Errorf("%w: %s stands alone, and is opened for %s", ErrMember, path, want)
	case want == "":
		return fmt.Errorf("%w: %s is of %s", ErrMember, path, of)
	}
	return fmt.Errorf("%w: %s is of %s, and is opened for %s", ErrMember, path, of, want)
}

// Following is how a store of a cluster is opened.
type Following struct {
	// Of is the cluster, as SetMember noted it.
	Of string
	// Leader tells whoever wants to write why it cannot be here: a kv.NotLeader.
	Leader func() error
}

// Member is an open store of a cluster. It can be read. Apply writes to it what the leader wrote,
// and Update refuses, until Lead has it take what is written itself.
type Member struct {
	*Engine
	following Following
	leads     bool // guarded by the gate of the engine

	// Owned by the goroutine that commits, which begins and ends to lead too.
	to   Log       // of the cluster; nil while it follows
	sent time.Time // Now of the last transaction that was passed to it

	flights chan flight
	failed  error // owned by the goroutine that lands
}

// OpenFollower opens a store of a cluster.
func OpenFollower(path string, o Options, f Following) (*Member, error) {
	if f.Of == "" || o.Log {
		return nil, fmt.Errorf("%w: it needs a name, and has no log of its own", ErrMember)
	}
	o.follows = &f
	e, err := Open(path, o)
	if err != nil {
		return nil, err
	}
	return e.member, nil
}

func beginFollowing(e *Engine, f Following) {
	e.member = &Member{Engine: e, following: f, flights: make(chan flight, maxFlights)}
	e.log = newBacklog(nil, e.last)
	go e.apply()
	go e.member.land()
}

// Apply adds what the leader committed and makes it durable in the file. The first must follow
// the last transaction of the store, and each the one before it; otherwise it returns ErrGap and
// adds none. It fails while the store leads.
func (m *Member) Apply(ctx context.Context, sets []kv.WriteSet) error {
	if len(sets) == 0 {
		return nil
	}
	var err error
	if failed := m.alone(ctx, func() { err = m.applyAlone(sets) }); failed != nil {
		return failed
	}
	return err
}

// applyAlone does it in the goroutine that commits.
func (m *Member) applyAlone(sets []kv.WriteSet) error {
	f := &m.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case m.isPoisoned():
		return kv.ErrPoisoned
	case m.to != nil:
		return fmt.Errorf("%w, and follows nobody", ErrMember)
	}
	last, err := chained(f.last, sets)
	if err != nil {
		return err
	}
	start := time.Now()
	err = applySets(m.db(), m.o, sets, setLastTime)
	m.figures.committed(m.o, Commit{Closures: 0, Applied: len(sets), Took: time.Since(start), Err: err})
	if err != nil {
		m.poisonIt()
		return fmt.Errorf("%w: %w", kv.ErrPoisoned, err)
	}
	m.log.fileIs(last)
	f.last = last
	f.tellAll(sets, m.o.OnPanic)
	return nil
}

// Last is the time of the last transaction that can be read.
func (m *Member) Last() time.Time {
	m.followers.mu.Lock()
	defer m.followers.mu.Unlock()
	return m.followers.last
}

// InFile is the time of the last transaction that the file has; a cluster's log need not keep
// for this store what is not later.
func (m *Member) InFile() time.Time {
	if m.log == nil {
		return m.Last()
	}
	m.log.mu.Lock()
	defer m.log.mu.Unlock()
	return m.log.file
}

func (w *backlog) fileIs(at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.file = at
}

// Lead has a store of a cluster take what is written, and commit it to the log.
func (m *Member) Lead(ctx context.Context, log Log) error {
	err := m.alone(ctx, func() {
		m.to, m.sent = log, m.followers.last
		m.last = m.followers.last // nobody writes, so the goroutine that runs closures waits
	})
	if err != nil {
		return err
	}
	return m.setLeads(true)
}

// Yield has a store that leads follow again: it refuses what comes, and waits until all that it
// took is answered and in the file.
func (m *Member) Yield(ctx context.Context) error {
	if err := m.setLeads(false); err != nil {
		return err
	}
	last := &job{ctx: ctx, fn: func(kv.Tx) error { return nil }, done: make(chan struct{})}
	if err := m.pass(last); err != nil {
		return err
	}
	select {
	case <-last.done:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	var err error
	if failed := m.alone(ctx, func() {
		if err = m.awaitFile(); err == nil {
			m.to = nil
		}
	}); failed != nil {
		return failed
	}
	return err
}

func (m *Member) setLeads(leads bool) error {
	m.gate.Lock()
	defer m.gate.Unlock()
	if m.isPoisoned() {
		return kv.ErrPoisoned
	}
	m.leads = leads
	return nil
}

// pass puts a job of the engine's own behind those that wait.
func (m *Member) pass(j *job) error {
	m.gate.RLock()
	defer m.gate.RUnlock()
	if m.closed {
		return kv.ErrClosed
	}
	select {
	case m.queue <- j:
		return nil
	case <-j.ctx.Done():
		return context.Cause(j.ctx)
	}
}

// tellAll passes to the followers what is durable.
func (f *followers) tellAll(sets []kv.WriteSet, onPanic func(any, []byte)) {
	f.sets = sets
	f.before(onPanic)
	f.after(onPanic)
	f.sets = nil
}

// Fork lets fn read what the store has now, beside the caller and without a time limit. Called by
// a follower in After, it reads what the store has behind that commit.
func (m *Member) Fork(fn func(kv.Reader)) error {
	behind := m.log.generations()
	tx, done, err := m.read()
	if err != nil {
		return err
	}
	r := &reader{ctx: kv.Alone(context.Background())}
	r.stable = true
	r.begin(tx)
	m.readers.begin(&r.openRead)
	go func() {
		defer done()
		defer m.readers.end(&r.openRead)
		fn(over(&r.snapshot, r, behind))
	}()
	return nil
}

// Spaces lists the spaces of the file.
func (m *Member) Spaces() (all []kv.Space, err error) {
	tx, done, err := m.read()
	if err != nil {
		return nil, err
	}
	defer done()
	return spacesOf(tx)
}

package kv

import (
	"bytes"
	"errors"
	"iter"
	"time"
)

// Overlay is the write set of one attempt at a transaction, over an engine's
// snapshot: writes go to the overlay, reads look there first, scans merge both. An
// engine passes it to the closure as its Tx and applies or discards it afterwards.
// It is not safe for concurrent use.
type Overlay struct {
	base    Reader
	now     time.Time
	wall    time.Time
	nowRead bool
	ticks   int64 // number of calls of Tick
	writes  writes
	guards  []Entry
	hooks   []func()
	refused error
}

var _ Tx = (*Overlay)(nil)

// NewOverlay starts an attempt on a snapshot: now is its time in the order of
// transactions, wall what the clock shows.
func NewOverlay(base Reader, now, wall time.Time) *Overlay {
	return &Overlay{base: base, now: now, wall: wall.UTC().Truncate(time.Microsecond)}
}

// Get implements [Reader].
func (o *Overlay) Get(s Space, key []byte) ([]byte, error) {
	if e, ok := o.writes.get(s, key); ok {
		if e.Value == nil {
			return nil, ErrNotFound
		}
		return e.Value, nil
	}
	return o.base.Get(s, key)
}

// GetMany implements [Reader].
func (o *Overlay) GetMany(s Space, keys [][]byte) ([][]byte, error) {
	if o.writes.empty() {
		return o.base.GetMany(s, keys)
	}
	return GetEach(o, s, keys)
}

// GetEach implements GetMany by one Get per key, for engines that have no faster way.
func GetEach(r Reader, s Space, keys [][]byte) ([][]byte, error) {
	values := make([][]byte, len(keys))
	for i, key := range keys {
		v, err := r.Get(s, key)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

// Scan implements [Reader].
func (o *Overlay) Scan(s Space, r Range) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		if o.writes.empty() {
			o.base.Scan(s, r)(yield)
			return
		}
		ScanOver(o.base, o.writes.tree().Copy(), s, r)(yield)
	}
}

// ScanOver walks a range of a snapshot merged with the writes of a tree. The tree must
// not change during the walk.
func ScanOver(base Reader, own *Tree, s Space, r Range) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		m := merge{own: own.Cursor(s, r), r: r, yield: yield}
		below := r
		below.Limit = 0
		for p, err := range base.Scan(s, below) {
			if err != nil {
				yield(Pair{}, err)
				return
			}
			if !m.ownBefore(p.Key) || !m.settle(p) {
				return
			}
		}
		m.ownBefore(nil)
	}
}

// merge inserts own writes between the pairs of a snapshot.
type merge struct {
	own     *Cursor
	r       Range
	yield   func(Pair, error) bool
	emitted int
}

// ownBefore emits the own writes that come before key in the direction of the
// range, all of them when key is nil.
func (m *merge) ownBefore(key []byte) bool {
	for {
		e, ok := m.own.Entry()
		if !ok || (key != nil && !m.precedes(e.Key, key)) {
			return true
		}
		m.own.Next()
		if e.Value != nil && !m.emit(Pair{e.Key, e.Value}) {
			return false
		}
	}
}

// settle emits a pair of the snapshot, or the own write that replaces it.
func (m *merge) settle(p Pair) bool {
	if e, ok := m.own.Entry(); ok && bytes.Equal(e.Key, p.Key) {
		m.own.Next()
		if e.Value == nil {
			return true
		}
		p = Pair{e.Key, e.Value}
	}
	return m.emit(p)
}

func (m *merge) precedes(a, b []byte) bool {
	if m.r.Reverse {
		return bytes.Compare(a, b) > 0
	}
	return bytes.Compare(a, b) < 0
}

func (m *merge) emit(p Pair) bool {
	m.emitted++
	return m.yield(p, nil) && m.emitted != m.r.Limit
}

// SafeTime implements [Reader].
func (o *Overlay) SafeTime() time.Time { return o.base.SafeTime() }

// Put implements [Tx].
func (o *Overlay) Put(s Space, key, value []byte) error {
	if err := CheckWrite(s, key, value); err != nil {
		return o.refuse(err)
	}
	o.writes.set(s, key, o.writes.copy(value))
	return nil
}

// Delete implements [Tx].
func (o *Overlay) Delete(s Space, key []byte) error {
	if err := CheckKey(s, key); err != nil {
		return o.refuse(err)
	}
	o.writes.set(s, key, nil)
	return nil
}

// Guard implements [Tx].
func (o *Overlay) Guard(s Space, keys ...[]byte) error {
	for _, key := range keys {
		if err := CheckKey(s, key); err != nil {
			return o.refuse(err)
		}
		o.guards = append(o.guards, Entry{Space: s, Key: bytes.Clone(key)})
	}
	return nil
}

// Now implements [Tx].
func (o *Overlay) Now() time.Time {
	o.nowRead = true
	return o.now
}

// Wall implements [Tx].
func (o *Overlay) Wall() time.Time { return o.wall }

// Tick implements [Tx].
func (o *Overlay) Tick() time.Time {
	o.nowRead = true
	o.ticks++
	return o.Last()
}

// Last is the latest time that the closure may have read.
func (o *Overlay) Last() time.Time {
	return o.now.Add(time.Duration(max(o.ticks-1, 0)) * time.Microsecond)
}

// AfterCommit implements [Tx].
func (o *Overlay) AfterCommit(fn func()) { o.hooks = append(o.hooks, fn) }

// refuse records the first refused write: a closure that ignores the error must not
// commit the rest.
func (o *Overlay) refuse(err error) error {
	if o.refused == nil {
		o.refused = err
	}
	return err
}

// Refused returns the error of the first write outside the limits, or nil. An engine
// must not commit a write set with a refused write.
func (o *Overlay) Refused() error { return o.refused }

// Empty reports that there is nothing to apply.
func (o *Overlay) Empty() bool { return o.writes.empty() }

// NowRead reports whether the closure called Now.
func (o *Overlay) NowRead() bool { return o.nowRead }

// Writes calls fn for each write, by space, then by key, until it returns false.
func (o *Overlay) Writes(fn func(Entry) bool) { o.writes.each(fn) }

// Guards are the guarded keys, without values.
func (o *Overlay) Guards() []Entry { return o.guards }

// RunHooks runs the functions passed to AfterCommit, in order.
func (o *Overlay) RunHooks() {
	for _, fn := range o.hooks {
		fn()
	}
}

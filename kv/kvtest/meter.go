package kvtest

import (
	"context"
	"iter"
	"sync"

	"marquee/kv"
)

// Counts is what passed through a Meter. Every run of a closure counts.
type Counts struct {
	Views, Updates int // runs of closures
	Gets           int // keys looked up
	Scans, Pairs   int // scans, and the pairs they yielded
	Puts, Deletes  int
	Guards         int // keys guarded
	BytesRead      int // keys and values returned
	BytesWritten   int // keys and values put, keys deleted
}

// Metered is an engine that counts. It is safe for concurrent use.
type Metered struct {
	kv.Engine
	mu     sync.Mutex
	counts Counts
}

// Meter wraps an engine so that a test can compare an operation with its budget.
func Meter(e kv.Engine) *Metered { return &Metered{Engine: e} }

// Counts returns the counts since the last Reset.
func (m *Metered) Counts() Counts {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.counts
}

// Reset sets the counts to zero and returns their previous values.
func (m *Metered) Reset() Counts {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.counts
	m.counts = Counts{}
	return c
}

func (m *Metered) add(change func(*Counts)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(&m.counts)
}

// View implements kv.Engine.
func (m *Metered) View(ctx context.Context, fn func(kv.Reader) error) error {
	return m.Engine.View(ctx, func(r kv.Reader) error {
		m.add(func(c *Counts) { c.Views++ })
		return fn(meteredReader{r, m})
	})
}

// Update implements kv.Engine.
func (m *Metered) Update(ctx context.Context, fn func(kv.Tx) error) error {
	return m.Engine.Update(ctx, func(t kv.Tx) error {
		m.add(func(c *Counts) { c.Updates++ })
		return fn(meteredTx{t, meteredReader{t, m}})
	})
}

type meteredReader struct {
	kv.Reader
	m *Metered
}

func (r meteredReader) Get(s kv.Space, key []byte) ([]byte, error) {
	v, err := r.Reader.Get(s, key)
	r.m.add(func(c *Counts) { c.Gets++; c.BytesRead += len(v) })
	return v, err
}

func (r meteredReader) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) {
	values, err := r.Reader.GetMany(s, keys)
	n := 0
	for _, v := range values {
		n += len(v)
	}
	r.m.add(func(c *Counts) { c.Gets += len(keys); c.BytesRead += n })
	return values, err
}

func (r meteredReader) Scan(s kv.Space, rg kv.Range) iter.Seq2[kv.Pair, error] {
	return func(yield func(kv.Pair, error) bool) {
		r.m.add(func(c *Counts) { c.Scans++ })
		for p, err := range r.Reader.Scan(s, rg) {
			if err == nil {
				r.m.add(func(c *Counts) { c.Pairs++; c.BytesRead += len(p.Key) + len(p.Value) })
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// Count counts as a scan without pairs.
func (r meteredReader) Count(s kv.Space, rg kv.Range) (int64, error) {
	r.m.add(func(c *Counts) { c.Scans++ })
	return kv.Count(r.Reader, s, rg)
}

// Nth counts as a scan without pairs.
func (r meteredReader) Nth(s kv.Space, rg kv.Range, n int64) ([]byte, error) {
	r.m.add(func(c *Counts) { c.Scans++ })
	return kv.Nth(r.Reader, s, rg, n)
}

type meteredTx struct {
	kv.Tx
	r meteredReader
}

func (t meteredTx) Get(s kv.Space, key []byte) ([]byte, error) { return t.r.Get(s, key) }

func (t meteredTx) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) { return t.r.GetMany(s, keys) }

func (t meteredTx) Scan(s kv.Space, r kv.Range) iter.Seq2[kv.Pair, error] { return t.r.Scan(s, r) }

func (t meteredTx) Put(s kv.Space, key, value []byte) error {
	t.r.m.add(func(c *Counts) { c.Puts++; c.BytesWritten += len(key) + len(value) })
	return t.Tx.Put(s, key, value)
}

func (t meteredTx) Delete(s kv.Space, key []byte) error {
	t.r.m.add(func(c *Counts) { c.Deletes++; c.BytesWritten += len(key) })
	return t.Tx.Delete(s, key)
}

func (t meteredTx) Guard(s kv.Space, keys ...[]byte) error {
	t.r.m.add(func(c *Counts) { c.Guards += len(keys) })
	return t.Tx.Guard(s, keys...)
}

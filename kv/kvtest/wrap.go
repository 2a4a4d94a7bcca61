package kvtest

import (
	"bytes"
	"iter"

	"marquee/kv"
)

// expiring returns copies of what is read and overwrites them when the closure has ended,
// so that code which keeps the bytes fails in tests.
type expiring struct {
	kv.Reader
	lent [][]byte
}

func (m *expiring) lend(b []byte) []byte {
	if b == nil {
		return nil
	}
	c := bytes.Clone(b)
	m.lent = append(m.lent, c)
	return c
}

func (m *expiring) spoil() {
	for _, b := range m.lent {
		for i := range b {
			b[i] = 0xDB
		}
	}
}

func (m *expiring) Get(s kv.Space, key []byte) ([]byte, error) {
	v, err := m.Reader.Get(s, key)
	return m.lend(v), err
}

func (m *expiring) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) {
	values, err := m.Reader.GetMany(s, keys)
	for i := range values {
		values[i] = m.lend(values[i])
	}
	return values, err
}

// Count lends nothing.
func (m *expiring) Count(s kv.Space, r kv.Range) (int64, error) { return kv.Count(m.Reader, s, r) }

func (m *expiring) Nth(s kv.Space, r kv.Range, n int64) ([]byte, error) {
	key, err := kv.Nth(m.Reader, s, r, n)
	return m.lend(key), err
}

func (m *expiring) Scan(s kv.Space, r kv.Range) iter.Seq2[kv.Pair, error] {
	return func(yield func(kv.Pair, error) bool) {
		for p, err := range m.Reader.Scan(s, r) {
			if !yield(kv.Pair{Key: m.lend(p.Key), Value: m.lend(p.Value)}, err) {
				return
			}
		}
	}
}

// expiringTx is a transaction that reads expiring bytes.
type expiringTx struct {
	kv.Tx
	m expiring
}

func (t *expiringTx) Get(s kv.Space, key []byte) ([]byte, error) { return t.m.Get(s, key) }

func (t *expiringTx) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) {
	return t.m.GetMany(s, keys)
}

func (t *expiringTx) Scan(s kv.Space, r kv.Range) iter.Seq2[kv.Pair, error] { return t.m.Scan(s, r) }

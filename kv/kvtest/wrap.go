package kvtest

import (
	"bytes"
	"iter"

	"marquee/kv"
)

// mortal hands out copies and spoils them when the closure has ended: bytes die
// with the closure, and code that keeps them must notice in a test.
type mortal struct {
	kv.Reader
	lent [][]byte
}

func (m *mortal) lend(b []byte) []byte {
	if b == nil {
		return nil
	}
	c := bytes.Clone(b)
	m.lent = append(m.lent, c)
	return c
}

func (m *mortal) spoil() {
	for _, b := range m.lent {
		for i := range b {
			b[i] = 0xDB
		}
	}
}

func (m *mortal) Get(s kv.Space, key []byte) ([]byte, error) {
	v, err := m.Reader.Get(s, key)
	return m.lend(v), err
}

func (m *mortal) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) {
	values, err := m.Reader.GetMany(s, keys)
	for i := range values {
		values[i] = m.lend(values[i])
	}
	return values, err
}

func (m *mortal) Scan(s kv.Space, r kv.Range) iter.Seq2[kv.Pair, error] {
	return func(yield func(kv.Pair, error) bool) {
		for p, err := range m.Reader.Scan(s, r) {
			if !yield(kv.Pair{Key: m.lend(p.Key), Value: m.lend(p.Value)}, err) {
				return
			}
		}
	}
}

// mortalTx is a transaction that reads mortal bytes.
type mortalTx struct {
	kv.Tx
	m mortal
}

func (t *mortalTx) Get(s kv.Space, key []byte) ([]byte, error) { return t.m.Get(s, key) }

func (t *mortalTx) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) { return t.m.GetMany(s, keys) }

func (t *mortalTx) Scan(s kv.Space, r kv.Range) iter.Seq2[kv.Pair, error] { return t.m.Scan(s, r) }

package bench

import (
	"bytes"
	"context"
	"iter"
	"sync/atomic"

	"marquee/kv"
)

// recorder is an engine that writes down what one caller's requests do to the store,
// so that the same can be done without anything above it.
type recorder struct {
	kv.Engine
	on  atomic.Bool
	txs recording
}

// recording is what one request does, in order.
type recording []recordedTx

// recordedTx is one transaction.
type recordedTx struct {
	write bool
	ops   []op
}

// op is one thing done to a space. A walk has a range and the pairs it took.
type op struct {
	kind       byte // 'g'et, 's'can, 'p'ut, 'd'elete
	space      string
	key, value []byte
	walk       kv.Range
	pairs      int
}

// record gives what do does to the store. Nobody else may use it meanwhile.
func (t *recorder) record(do func()) recording {
	t.txs = nil
	t.on.Store(true)
	defer t.on.Store(false)
	do()
	return t.txs
}

func (t *recorder) View(ctx context.Context, fn func(kv.Reader) error) error {
	if !t.on.Load() {
		return t.Engine.View(ctx, fn)
	}
	return t.Engine.View(ctx, func(r kv.Reader) error {
		one := &recordedTx{}
		defer func() { t.txs = append(t.txs, *one) }()
		return fn(recordingReader{r, one})
	})
}

func (t *recorder) Update(ctx context.Context, fn func(kv.Tx) error) error {
	if !t.on.Load() {
		return t.Engine.Update(ctx, fn)
	}
	return t.Engine.Update(ctx, func(tx kv.Tx) error {
		one := &recordedTx{write: true}
		defer func() { t.txs = append(t.txs, *one) }()
		return fn(recordingTx{tx, recordingReader{tx, one}})
	})
}

type recordingReader struct {
	kv.Reader
	to *recordedTx
}

func (r recordingReader) Get(s kv.Space, key []byte) ([]byte, error) {
	v, err := r.Reader.Get(s, key)
	r.to.ops = append(r.to.ops, op{kind: 'g', space: string(s), key: bytes.Clone(key), value: bytes.Clone(v)})
	return v, err
}

func (r recordingReader) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) {
	return kv.GetEach(r, s, keys)
}

func (r recordingReader) Scan(s kv.Space, rg kv.Range) iter.Seq2[kv.Pair, error] {
	return func(yield func(kv.Pair, error) bool) {
		n := 0
		defer func() { r.to.ops = append(r.to.ops, op{kind: 's', space: string(s), walk: rg, pairs: n}) }()
		for p, err := range r.Reader.Scan(s, rg) {
			n++
			if !yield(p, err) {
				return
			}
		}
	}
}

// Count is not recorded: it touches no pair.
func (r recordingReader) Count(s kv.Space, rg kv.Range) (int64, error) {
	return kv.Count(r.Reader, s, rg)
}

func (r recordingReader) Nth(s kv.Space, rg kv.Range, n int64) ([]byte, error) {
	return kv.Nth(r.Reader, s, rg, n)
}

type recordingTx struct {
	kv.Tx
	r recordingReader
}

func (t recordingTx) Get(s kv.Space, key []byte) ([]byte, error) { return t.r.Get(s, key) }

func (t recordingTx) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) {
	return t.r.GetMany(s, keys)
}

func (t recordingTx) Scan(s kv.Space, rg kv.Range) iter.Seq2[kv.Pair, error] { return t.r.Scan(s, rg) }

func (t recordingTx) Put(s kv.Space, key, value []byte) error {
	t.r.to.ops = append(t.r.to.ops, op{kind: 'p', space: string(s), key: bytes.Clone(key), value: bytes.Clone(value)})
	return t.Tx.Put(s, key, value)
}

func (t recordingTx) Delete(s kv.Space, key []byte) error {
	t.r.to.ops = append(t.r.to.ops, op{kind: 'd', space: string(s), key: bytes.Clone(key)})
	return t.Tx.Delete(s, key)
}

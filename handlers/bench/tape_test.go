package bench

import (
	"bytes"
	"context"
	"iter"
	"sync/atomic"

	"marquee/kv"
)

// tape is an engine that writes down what one caller's requests do to the store,
// so that the same can be done without anything above it.
type tape struct {
	kv.Engine
	on  atomic.Bool
	txs []taped
}

// taped is one transaction.
type taped struct {
	write bool
	moves []move
}

// move is one thing done to a space. A walk has a range and the pairs it took.
type move struct {
	kind       byte // 'g'et, 's'can, 'p'ut, 'd'elete
	space      string
	key, value []byte
	walk       kv.Range
	pairs      int
}

// record gives what do does to the store. Nobody else may use it meanwhile.
func (t *tape) record(do func()) []taped {
	t.txs = nil
	t.on.Store(true)
	defer t.on.Store(false)
	do()
	return t.txs
}

func (t *tape) View(ctx context.Context, fn func(kv.Reader) error) error {
	if !t.on.Load() {
		return t.Engine.View(ctx, fn)
	}
	return t.Engine.View(ctx, func(r kv.Reader) error {
		one := &taped{}
		defer func() { t.txs = append(t.txs, *one) }()
		return fn(tapedReader{r, one})
	})
}

func (t *tape) Update(ctx context.Context, fn func(kv.Tx) error) error {
	if !t.on.Load() {
		return t.Engine.Update(ctx, fn)
	}
	return t.Engine.Update(ctx, func(tx kv.Tx) error {
		one := &taped{write: true}
		defer func() { t.txs = append(t.txs, *one) }()
		return fn(tapedTx{tx, tapedReader{tx, one}})
	})
}

type tapedReader struct {
	kv.Reader
	to *taped
}

func (r tapedReader) Get(s kv.Space, key []byte) ([]byte, error) {
	v, err := r.Reader.Get(s, key)
	r.to.moves = append(r.to.moves, move{kind: 'g', space: string(s), key: bytes.Clone(key), value: bytes.Clone(v)})
	return v, err
}

func (r tapedReader) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) {
	return kv.GetEach(r, s, keys)
}

func (r tapedReader) Scan(s kv.Space, rg kv.Range) iter.Seq2[kv.Pair, error] {
	return func(yield func(kv.Pair, error) bool) {
		n := 0
		defer func() { r.to.moves = append(r.to.moves, move{kind: 's', space: string(s), walk: rg, pairs: n}) }()
		for p, err := range r.Reader.Scan(s, rg) {
			n++
			if !yield(p, err) {
				return
			}
		}
	}
}

type tapedTx struct {
	kv.Tx
	r tapedReader
}

func (t tapedTx) Get(s kv.Space, key []byte) ([]byte, error) { return t.r.Get(s, key) }

func (t tapedTx) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) { return t.r.GetMany(s, keys) }

func (t tapedTx) Scan(s kv.Space, rg kv.Range) iter.Seq2[kv.Pair, error] { return t.r.Scan(s, rg) }

func (t tapedTx) Put(s kv.Space, key, value []byte) error {
	t.r.to.moves = append(t.r.to.moves, move{kind: 'p', space: string(s), key: bytes.Clone(key), value: bytes.Clone(value)})
	return t.Tx.Put(s, key, value)
}

func (t tapedTx) Delete(s kv.Space, key []byte) error {
	t.r.to.moves = append(t.r.to.moves, move{kind: 'd', space: string(s), key: bytes.Clone(key)})
	return t.Tx.Delete(s, key)
}

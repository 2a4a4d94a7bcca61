package indexes_test

import (
	"iter"
	"time"

	"marquee/kv"
)

// nobody is a reader that finds nothing.
type nobody struct{}

func (nobody) Company() int64                       { return 1 }
func (nobody) Get(kv.Space, []byte) ([]byte, error) { return nil, kv.ErrNotFound }
func (nobody) GetMany(_ kv.Space, keys [][]byte) ([][]byte, error) {
	return make([][]byte, len(keys)), nil
}
func (nobody) SafeTime() time.Time { return time.Unix(0, 0) }
func (nobody) Scan(kv.Space, kv.Range) iter.Seq2[kv.Pair, error] {
	return func(func(kv.Pair, error) bool) {}
}

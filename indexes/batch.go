package indexes

import "marquee/kv"

// Batch is memory for the records of several reads, one after another: those of a read
// stand there until the next one. What they point to, their texts and lists, is never used
// again. The zero Batch is empty.
type Batch[T any] struct {
	recs []T
	keys batchKeys
}

// batchKeys is memory for the keys of a read.
type batchKeys struct {
	keys [][]byte
	text []byte // the keys, one behind the other
}

// room makes room for n records, all of them zero.
func (b *Batch[T]) room(n int) []T {
	if cap(b.recs) < n {
		b.recs = make([]T, n)
		return b.recs
	}
	recs := b.recs[:n]
	clear(recs)
	return recs
}

// of returns the keys of records, and the length of the company prefix in them.
func (b *batchKeys) of(c *core, company int64, ids []int64) (keys [][]byte, front int) {
	head := c.head(company, 0)
	if most := len(ids) * (len(head) + longestID); cap(b.text) < most {
		b.keys, b.text = make([][]byte, 0, len(ids)), make([]byte, 0, most)
	}
	b.keys, b.text = b.keys[:0], b.text[:0]
	for _, id := range ids {
		from := len(b.text)
		b.text = kv.Int.Append(append(b.text, head...), id)
		b.keys = append(b.keys, b.text[from:len(b.text):len(b.text)])
	}
	return b.keys, len(head)
}

// GetManyInto is GetMany for whoever is done with the records of a read before the next:
// they stand in memory that is used again.
func (t *Table[T]) GetManyInto(r Reader, ids []int64, b *Batch[T]) ([]T, error) {
	recs := b.room(len(ids))
	n, err := t.core.getMany(r, ids, &b.keys, func(i int) any { return &recs[i] })
	if err != nil {
		return nil, err
	}
	return recs[:n], nil
}

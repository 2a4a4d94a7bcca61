package report

import (
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// beside are records of one table that are read beside a page of others, by id. Those of the
// next page stand in the same memory.
type beside[T any] struct {
	mem  indexes.Batch[T]
	recs []T
	ids  []int64 // of recs, ascending
	at   int     // of the record that was asked for last
}

// load reads records, each once.
func (b *beside[T]) load(r app.Reader, t *indexes.Table[T], ids []int64) error {
	recs, err := t.GetManyInto(r, distinct(ids), &b.mem)
	b.put(recs, t.IDOf)
	return err
}

// put takes records in the order of their ids.
func (b *beside[T]) put(recs []T, idOf func(*T) int64) {
	b.recs, b.ids, b.at = recs, b.ids[:0], 0
	for i := range recs {
		b.ids = append(b.ids, idOf(&recs[i]))
	}
}

// place is where a record stands; -1 for one that there is not. Rows ask for the same one
// several times, and then mostly for the one behind it.
func (b *beside[T]) place(id int64) int {
	for at := b.at; at < min(b.at+2, len(b.ids)); at++ {
		if b.ids[at] == id {
			b.at = at
			return at
		}
	}
	at, found := slices.BinarySearch(b.ids, id)
	if !found {
		return -1
	}
	b.at = at
	return at
}

// of is the record with an id; nil where there is none.
func (b *beside[T]) of(id int64) *T {
	at := b.place(id)
	if at < 0 {
		return nil
	}
	return &b.recs[at]
}

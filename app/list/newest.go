package list

import (
	"iter"

	"marquee/app"
	"marquee/indexes"
)

// Newest plans a walk over all records of a table, the newest first. Whoever narrows it
// looks at each record, so it is for tables that nothing narrows by an index.
func Newest[T any](r app.Reader, t *indexes.Table[T]) Plan[T] {
	return Plan[T]{
		Descending: true,
		Walk: func(after indexes.Position) iter.Seq2[Row[T], error] {
			return func(yield func(Row[T], error) bool) {
				for h, err := range t.Scan(r, indexes.All[int64]().Reversed().After(after)) {
					if !yield(Row[T]{ID: t.IDOf(&h.Rec), At: h.At, Rec: &h.Rec}, err) {
						return
					}
				}
			}
		},
		Key: func(rec *T) indexes.Position { return AtID(t.IDOf(rec)) },
	}
}

package app

import (
	"time"

	"marquee/indexes"
)

// FeedWalk walks what changed under one key of a feed since a moment.
func FeedWalk[T any](r Reader, feed *indexes.Feed[T, int64], key int64, since time.Time) Walk[T] {
	return Walk[T]{Count: -1, Rows: func(at indexes.Position) Rows[T] {
		return func(yield func(Row[T], error) bool) {
			var h indexes.Hit[T] // one for the whole walk: a row's record lasts until the next
			for hit, err := range feed.Since(r, key, since, at) {
				h = hit
				if !yield(Row[T]{ID: h.ID, Rec: &h.Rec, At: h.At}, err) {
					return
				}
			}
		}
	}}
}

// KeyWalk walks the entries of an index under one key.
func KeyWalk[T, K any](r Reader, by *indexes.By[T, K], rg indexes.Range[K], count int64) Walk[T] {
	return Walk[T]{Count: count, Rows: func(at indexes.Position) Rows[T] {
		return func(yield func(Row[T], error) bool) {
			for e, err := range by.Keys(r, rg.After(at)) {
				if !yield(Row[T]{ID: e.ID, At: e.At}, err) {
					return
				}
			}
		}
	}}
}

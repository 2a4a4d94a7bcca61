package order

import (
	"iter"
	"strings"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// partitionWalk is one range of an index of orders by (key, date).
type partitionWalk struct {
	index *indexes.By[Order, partitionTime]
	key   int64
	count int64
}

// partitions plans the list, newest first: an event's own index, else the sold
// partition; reservations and deleted orders beside them when asked for, merged by
// date.
func (f *Filter) partitions(r app.Reader, m *matcher) (app.Plan[Order], error) {
	if plan, found, err := f.wholeReference(r, m); found || err != nil {
		return plan, err
	}
	var (
		walks []partitionWalk
		total int64
	)
	plain := !f.selective()
	add := func(index *indexes.By[Order, partitionTime], key int64, allFit bool) error {
		n, err := index.CountOf(r, partitionRange(key))
		walks = append(walks, partitionWalk{index, key, n})
		plain = plain && (allFit || n == 0)
		total += n
		return err
	}
	if err := f.eachPartition(add); err != nil {
		return app.Plan[Order]{}, err
	}
	plan := app.Plan[Order]{Walks: []app.Walk[Order]{partitionWalks(r, walks, total)}}
	if !plain {
		plan.Fits = func(o *Order) (bool, error) { return m.fits(r, o) }
		plan.Part = f.part()
		plan.Prepare = func(orders []Order) error { return m.prepare(r, orders) }
	}
	return plan, nil
}

// partitionWalks is one walk over all partitions; the common case, a single partition, needs
// no merging.
func partitionWalks(r app.Reader, walks []partitionWalk, total int64) app.Walk[Order] {
	if len(walks) == 1 {
		return app.KeyWalk(r, walks[0].index, partitionRange(walks[0].key).Reversed(), total)
	}
	sources := make([]source, len(walks))
	for i, w := range walks {
		if w.count > 0 {
			sources[i] = w.source(r)
		}
	}
	newestFirst := func(a, b *dated) bool {
		if d := a.time.Compare(b.time); d != 0 {
			return d > 0
		}
		return a.row.ID > b.row.ID
	}
	return app.Walk[Order]{Count: total, Rows: func(at indexes.Position) app.Rows[Order] { return merge(sources, at, newestFirst) }}
}

// source walks one partition, newest first.
func (w partitionWalk) source(r app.Reader) source {
	return func(at indexes.Position) iter.Seq2[dated, error] {
		return func(yield func(dated, error) bool) {
			for e, err := range w.index.Keys(r, partitionRange(w.key).Reversed().After(at)) {
				if !yield(dated{app.Row[Order]{ID: e.ID, At: e.At}, e.Key.B}, err) {
					return
				}
			}
		}
	}
}

// wholeReference plans the search for a whole reference, which finds its order
// alone without looking at any other.
func (f *Filter) wholeReference(r app.Reader, m *matcher) (p app.Plan[Order], found bool, err error) {
	if len(f.Reference) != ReferenceLength {
		return p, false, nil
	}
	o, found, err := orderByReference.Find(r, strings.ToUpper(f.Reference))
	if err != nil || !found {
		return p, false, err
	}
	one := func(at indexes.Position) app.Rows[Order] {
		return func(yield func(app.Row[Order], error) bool) {
			if at == nil {
				yield(app.Row[Order]{ID: o.ID, Rec: &o, At: offsetPosition(1)}, nil)
			}
		}
	}
	p.Walks = []app.Walk[Order]{{Count: -1, Rows: one}}
	p.Fits = func(o *Order) (bool, error) { return m.fits(r, o) }
	return p, true, nil
}

// eachPartition names the partitions of the list, always in the same order, and whether
// every order on them fits as far as state and event go.
func (f *Filter) eachPartition(add func(index *indexes.By[Order, partitionTime], key int64, allFit bool) error) error {
	anyEvent := f.EventID == nil
	var err error
	if anyEvent {
		err = add(orderByPartition, soldPartition, true)
	} else {
		err = add(orderByEvent, *f.EventID, true)
	}
	if err == nil && f.WithReservations {
		err = add(orderByPartition, reservedPartition, anyEvent)
	}
	if err == nil && f.WithTrashed {
		err = add(orderByPartition, trashedPartition, anyEvent && f.WithReservations)
	}
	return err
}

func partitionRange(key int64) indexes.Range[partitionTime] { return indexes.PrefixOf[time.Time](key) }

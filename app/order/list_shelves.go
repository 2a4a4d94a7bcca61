package order

import (
	"iter"
	"strings"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// shelfWalk is one stretch of an index of orders by (key, date).
type shelfWalk struct {
	index *indexes.By[Order, shelfTime]
	key   int64
	count int64
}

// shelves plans the list, newest first: an event's own index, else the sold
// shelf; reservations and deleted orders beside them when asked for, merged by
// date.
func (f *Filter) shelves(r app.Reader, m *matcher) (app.Plan[Order], error) {
	if plan, found, err := f.wholeReference(r, m); found || err != nil {
		return plan, err
	}
	var (
		walks []shelfWalk
		total int64
	)
	plain := !f.selective()
	add := func(index *indexes.By[Order, shelfTime], key int64, allFit bool) error {
		n, err := index.CountOf(r, shelfRange(key))
		walks = append(walks, shelfWalk{index, key, n})
		plain = plain && (allFit || n == 0)
		total += n
		return err
	}
	if err := f.eachShelf(add); err != nil {
		return app.Plan[Order]{}, err
	}
	plan := app.Plan[Order]{Walks: []app.Walk[Order]{shelfWalks(r, walks, total)}}
	if !plain {
		plan.Fits = func(o *Order) (bool, error) { return m.fits(r, o) }
		plan.Part = f.part()
		plan.Prepare = func(orders []Order) error { return m.prepare(r, orders) }
	}
	return plan, nil
}

// shelfWalks is one walk over all shelves; the common case, a single shelf, needs
// no merging.
func shelfWalks(r app.Reader, walks []shelfWalk, total int64) app.Walk[Order] {
	if len(walks) == 1 {
		return app.KeyWalk(r, walks[0].index, shelfRange(walks[0].key).Reversed(), total)
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

// source walks one shelf, newest first.
func (w shelfWalk) source(r app.Reader) source {
	return func(at indexes.Position) iter.Seq2[dated, error] {
		return func(yield func(dated, error) bool) {
			for e, err := range w.index.Keys(r, shelfRange(w.key).Reversed().After(at)) {
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
				yield(app.Row[Order]{ID: o.ID, Rec: &o, At: place(1)}, nil)
			}
		}
	}
	p.Walks = []app.Walk[Order]{{Count: -1, Rows: one}}
	p.Fits = func(o *Order) (bool, error) { return m.fits(r, o) }
	return p, true, nil
}

// eachShelf names the shelves of the list, always in the same order, and whether
// every order on them fits as far as state and event go.
func (f *Filter) eachShelf(add func(index *indexes.By[Order, shelfTime], key int64, allFit bool) error) error {
	anyEvent := f.EventID == nil
	var err error
	if anyEvent {
		err = add(orderByShelf, soldShelf, true)
	} else {
		err = add(orderByEvent, *f.EventID, true)
	}
	if err == nil && f.WithReservations {
		err = add(orderByShelf, reservedShelf, anyEvent)
	}
	if err == nil && f.WithTrashed {
		err = add(orderByShelf, trashedShelf, anyEvent && f.WithReservations)
	}
	return err
}

func shelfRange(key int64) indexes.Range[shelfTime] { return indexes.PrefixOf[time.Time](key) }

package sales

import (
	"encoding/binary"
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
func (f *OrderFilter) shelves(r app.Reader, m *matcher) (app.Plan[Order], error) {
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
	}
	return plan, nil
}

// shelfWalks is one walk over all shelves; the common case, a single shelf, needs
// no merging.
func shelfWalks(r app.Reader, walks []shelfWalk, total int64) app.Walk[Order] {
	if len(walks) == 1 {
		return app.KeyWalk(r, walks[0].index, shelfRange(walks[0].key).Reversed(), total)
	}
	return app.Walk[Order]{Count: total, Rows: func(at indexes.Position) app.Rows[Order] { return merge(r, walks, at) }}
}

// wholeReference plans the search for a whole reference, which finds its order
// alone without looking at any other.
func (f *OrderFilter) wholeReference(r app.Reader, m *matcher) (p app.Plan[Order], found bool, err error) {
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
func (f *OrderFilter) eachShelf(add func(index *indexes.By[Order, shelfTime], key int64, allFit bool) error) error {
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

// merge walks shelves together, newest first. Its position holds one of each.
func merge(r app.Reader, walks []shelfWalk, at indexes.Position) app.Rows[Order] {
	return func(yield func(app.Row[Order], error) bool) {
		places, err := splitPositions(at, len(walks))
		if err != nil {
			yield(app.Row[Order]{}, err)
			return
		}
		var heads []*head
		for i, w := range walks {
			if w.count == 0 {
				continue
			}
			h := &head{walk: i}
			var stop func()
			h.next, stop = iter.Pull2(w.index.Keys(r, shelfRange(w.key).Reversed().After(places[i])))
			defer stop()
			h.pull()
			heads = append(heads, h)
		}
		for h := pick(heads); h != nil; h = pick(heads) {
			places[h.walk] = h.entry.At
			row := app.Row[Order]{ID: h.entry.ID, At: joinPositions(places)}
			if !yield(row, h.err) || h.err != nil {
				return
			}
			h.pull()
		}
	}
}

// head is the next entry of one of several walks.
type head struct {
	walk  int
	next  func() (indexes.Entry[shelfTime], error, bool)
	entry indexes.Entry[shelfTime]
	err   error
	live  bool
}

func (h *head) pull() { h.entry, h.err, h.live = h.next() }

// pick finds the newest head; an error comes first.
func pick(heads []*head) *head {
	var newest *head
	for _, h := range heads {
		if !h.live {
			continue
		}
		if h.err != nil {
			return h
		}
		if newest == nil || h.newer(newest) {
			newest = h
		}
	}
	return newest
}

func (h *head) newer(than *head) bool {
	if d := h.entry.Key.B.Compare(than.entry.Key.B); d != 0 {
		return d > 0
	}
	return h.entry.ID > than.entry.ID
}

// joinPositions makes one position of several.
func joinPositions(places []indexes.Position) indexes.Position {
	var b indexes.Position
	for _, p := range places {
		b = binary.AppendUvarint(b, uint64(len(p)))
		b = append(b, p...)
	}
	return b
}

// splitPositions undoes joinPositions; nil is the beginning of all.
func splitPositions(at indexes.Position, n int) ([]indexes.Position, error) {
	places := make([]indexes.Position, n)
	if at == nil {
		return places, nil
	}
	for i := range places {
		length, size := binary.Uvarint(at)
		if size <= 0 || length > uint64(len(at)-size) {
			return nil, indexes.ErrPosition
		}
		places[i], at = at[size:size+int(length)], at[size+int(length):]
	}
	if len(at) > 0 {
		return nil, indexes.ErrPosition
	}
	return places, nil
}

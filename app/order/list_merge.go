package order

import (
	"encoding/binary"
	"iter"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// source is a walk behind a position; a nil source has nothing.
type source func(at indexes.Position) iter.Seq2[dated, error]

// dated is a row with the time it is ordered by.
type dated struct {
	row  app.Row[Order]
	time time.Time
}

// merge walks sources together in an order they all keep. Its position holds one
// of each.
func merge(sources []source, at indexes.Position, before func(a, b *dated) bool) app.Rows[Order] {
	return func(yield func(app.Row[Order], error) bool) {
		positions, err := splitPositions(at, len(sources))
		if err != nil {
			yield(app.Row[Order]{}, err)
			return
		}
		heads := make([]*head, 0, len(sources))
		for i, rows := range sources {
			if rows == nil {
				continue
			}
			next, stop := iter.Pull2(rows(positions[i]))
			defer stop()
			h := &head{walk: i, next: next}
			h.pull()
			heads = append(heads, h)
		}
		for h := first(heads, before); h != nil; h = first(heads, before) {
			row, err := h.row(positions)
			if !yield(row, err) || err != nil {
				return
			}
			h.pull()
		}
	}
}

// head is the next row of one of several sources.
type head struct {
	walk int
	next func() (dated, error, bool)
	dated
	err  error
	live bool
}

func (h *head) pull() { h.dated, h.err, h.live = h.next() }

// row hands the head out, at the position where all sources then are. A source
// that pauses makes the whole walk pause there.
func (h *head) row(positions []indexes.Position) (app.Row[Order], error) {
	if at, paused := indexes.Paused(h.err); paused {
		positions[h.walk] = at
		return app.Row[Order]{}, &indexes.Pause{At: joinPositions(positions)}
	}
	positions[h.walk] = h.dated.row.At
	row := h.dated.row
	row.At = joinPositions(positions)
	return row, h.err
}

// first finds the head that comes first; an error comes before all.
func first(heads []*head, before func(a, b *dated) bool) *head {
	var found *head
	for _, h := range heads {
		if !h.live {
			continue
		}
		if h.err != nil {
			return h
		}
		if found == nil || before(&h.dated, &found.dated) {
			found = h
		}
	}
	return found
}

// joinPositions makes one position of several.
func joinPositions(positions []indexes.Position) indexes.Position {
	var b indexes.Position
	for _, p := range positions {
		b = binary.AppendUvarint(b, uint64(len(p)))
		b = append(b, p...)
	}
	return b
}

// splitPositions undoes joinPositions; nil is the beginning of all.
func splitPositions(at indexes.Position, n int) ([]indexes.Position, error) {
	positions := make([]indexes.Position, n)
	if at == nil {
		return positions, nil
	}
	for i := range positions {
		length, size := binary.Uvarint(at)
		if size <= 0 || length > uint64(len(at)-size) {
			return nil, indexes.ErrPosition
		}
		positions[i], at = at[size:size+int(length)], at[size+int(length):]
	}
	if len(at) > 0 {
		return nil, indexes.ErrPosition
	}
	return positions, nil
}

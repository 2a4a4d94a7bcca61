package app

import (
	"slices"

	"marquee/indexes"
)

// readTogether is how many rows are looked at in one go while a list looks for
// those that fit: what lies beside each other is then found without a search.
const readTogether = 32

// reads makes the walks of entries read what Fits looks at, some rows in one go
// and none beyond the budget.
func (g *gathering[T]) reads(r Reader, p *Plan[T]) {
	if p.Part == nil {
		return
	}
	left := ScanBudget
	for i := range p.Walks {
		rows := p.Walks[i].Rows
		p.Walks[i].Rows = func(at indexes.Position) Rows[T] {
			b := batch[T]{r: r, plan: p, table: g.list.Table, left: &left}
			return b.read(rows(at))
		}
	}
}

// batch is some rows of a walk, and the parts that were read of them.
type batch[T any] struct {
	r     Reader
	plan  *Plan[T]
	table *indexes.Table[T]
	left  *int // rows that may still be read
	rows  []Row[T]
	ids   []int64
	parts []T
}

func (b *batch[T]) read(rows Rows[T]) Rows[T] {
	return func(yield func(Row[T], error) bool) {
		for row, err := range rows {
			if err == nil && row.Rec == nil && *b.left > 0 {
				*b.left--
				b.rows, b.ids = append(b.rows, row), append(b.ids, row.ID)
				if len(b.rows) < readTogether && *b.left > 0 {
					continue
				}
				if !b.hand(yield) {
					return
				}
				continue
			}
			if !b.hand(yield) || !yield(row, err) {
				return
			}
		}
		b.hand(yield)
	}
}

// hand reads the rows gathered and hands them on; one whose record is gone, as it
// came.
func (b *batch[T]) hand(yield func(Row[T], error) bool) bool {
	if len(b.rows) == 0 {
		return true
	}
	found, err := b.table.Look(b.r, b.ids)
	b.parts = slices.Grow(b.parts[:0], len(found))[:len(found)]
	for i := range found {
		if err == nil {
			err = b.plan.Part.Read(&found[i], &b.parts[i])
		}
	}
	if err == nil && b.plan.Prepare != nil && len(found) > 0 {
		err = b.plan.Prepare(b.parts)
	}
	n := 0
	for _, row := range b.rows {
		if err == nil && n < len(found) && found[n].ID() == row.ID {
			row.Rec, row.stored = &b.parts[n], &found[n]
			n++
		}
		if !yield(row, err) || err != nil {
			return false
		}
	}
	b.rows, b.ids = b.rows[:0], b.ids[:0]
	return true
}

package list

import (
	"bytes"
	"runtime"
	"slices"
	"sort"

	"marquee/app"
	"marquee/indexes"
)

// reading is a page being put together.
type reading[T any] struct {
	r     app.Reader
	table *indexes.Table[T]
	plan  Plan[T]
	joint Joint[T] // nil: all rows are the reader's company's
	progress
	rows []T
	room *indexes.Batch[T]
}

// get reads records for as long as they are looked at, page those of the page.
func (g *reading[T]) get(ids []int64) ([]T, error) {
	if g.joint != nil {
		return g.joint.get(ids)
	}
	return g.table.GetMany(g.r, ids)
}

func (g *reading[T]) page(ids []int64) ([]T, error) {
	if g.joint != nil {
		return g.joint.get(ids)
	}
	return g.table.GetManyInto(g.r, ids, g.room)
}

// progress is what has come of it, apart from the rows.
type progress struct {
	q    Request
	from *cursor

	skipped int64
	at      indexes.Position // of the last row of the page
	more    bool             // a row follows the page
	total   int64
	atLeast bool

	uncounted bool // nobody asks for the total
	byOffset  bool // nobody can go on by a cursor
}

func (g *reading[T]) read() error {
	g.at = g.from.at
	n, ids := g.fewest()
	if gathers, err := g.gathers(n); err != nil || gathers {
		if err == nil {
			err = g.gather(ids())
		}
		return err
	}
	if g.plan.Exact && len(g.plan.Sets)+len(g.plan.Marks) == 0 && g.plan.Total != nil {
		return g.pick()
	}
	return g.sift()
}

// fewest is how many ids the smallest set has, and which; -1 when there are no sets.
func (g *reading[T]) fewest() (n int, ids func() IDs) {
	n = -1
	for _, set := range g.plan.Sets {
		if n < 0 || len(set) < n {
			n, ids = len(set), func() IDs { return set }
		}
	}
	for i := range g.plan.Marks {
		if m := &g.plan.Marks[i]; n < 0 || m.Len() < n {
			n, ids = m.Len(), func() IDs { return m.IDs() }
		}
	}
	return n, ids
}

// gathers tells whether so many records are read and sorted, rather than looked for along the
// walk. Where nobody asks for the total that is what costs less: the walk is followed only as
// far as the page is, which the part of all that the set is tells about.
func (g *reading[T]) gathers(n int) (bool, error) {
	switch {
	case n < 0 || g.plan.Key == nil:
		return false, nil
	case g.uncounted && g.plan.Total == nil: // nobody knows how long the walk is
		return n*(1+g.plan.Cost) <= fewGathered, nil
	case !g.uncounted || !g.plan.Exact:
		return n*(1+g.plan.Cost) <= maxGathered, nil
	}
	all, _, err := g.plan.Total()
	walked := float64(all) * float64(g.q.Offset+g.q.Limit) / float64(max(n, 1))
	return n <= 3*maxGathered && float64(n*readWorth) <= min(walked, float64(all)), err
}

// pick fills the page from index entries alone.
func (g *reading[T]) pick() (err error) {
	if g.from.resumed {
		return g.pickOn()
	}
	if g.total, g.atLeast, err = g.plan.Total(); err != nil {
		return err
	}
	if g.q.Offset > 0 && g.q.Offset >= g.total && !g.atLeast {
		return nil
	}
	if g.q.Offset > 0 && g.plan.Seek != nil {
		if g.from.at, err = g.plan.Seek(g.q.Offset - 1); err != nil || g.from.at == nil {
			return err
		}
		g.at, g.skipped = g.from.at, g.q.Offset
	}
	return g.pickForward()
}

// pickOn is pick behind a cursor, which knows the total from before.
func (g *reading[T]) pickOn() error {
	if err := g.pickForward(); err != nil {
		return err
	}
	g.recall()
	return nil
}

// recall takes the total from the cursor, but for what was handed out beyond it.
func (g *reading[T]) recall() {
	seen := g.from.seen + int64(len(g.rows))
	if g.more {
		seen++
	}
	g.total, g.atLeast = max(g.from.total, seen), g.from.atLeast && g.more
}

func (g *reading[T]) pickForward() (err error) {
	ids := make([]int64, 0, g.q.Limit)
	for row, err := range g.plan.Walk(g.from.at) {
		if err != nil {
			return err
		}
		if int64(len(ids)) == g.q.Limit {
			g.more = true
			break
		}
		if g.at = row.At; g.skipped < g.q.Offset {
			g.skipped++
			continue
		}
		ids = append(ids, row.ID)
	}
	g.rows, err = g.page(ids)
	return err
}

// placed is a row beside its position.
type placed struct {
	at indexes.Position
	id int64
}

// gather reads the records that a set names, decides about each and sorts them. Those
// of the page are read again: to hold all of them would take too much memory.
func (g *reading[T]) gather(ids IDs) error {
	var found []placed
	err := g.fitting(ids, func(rec *T) { found = append(found, placed{g.plan.Key(rec), g.table.IDOf(rec)}) })
	if err != nil {
		return err
	}
	slices.SortFunc(found, func(a, b placed) int { return g.compare(a.at, b.at) })
	g.total = int64(len(found))
	first := min(g.q.Offset, g.total)
	if g.from.at != nil {
		first = int64(sort.Search(len(found), func(i int) bool { return g.compare(g.from.at, found[i].at) < 0 }))
	} else {
		g.skipped = first
	}
	last := min(first+g.q.Limit, g.total)
	var page []int64
	for _, f := range found[first:last] {
		page, g.at = append(page, f.id), f.at
	}
	g.more = last < g.total
	g.rows, err = g.page(page)
	return err
}

// compare gives two positions the order of the list.
func (g *reading[T]) compare(a, b indexes.Position) int {
	if g.plan.Descending {
		a, b = b, a
	}
	return bytes.Compare(a, b)
}

// fitting reads those of some records that are in every set, and hands fn what fits, in the
// order of their ids.
func (g *reading[T]) fitting(ids IDs, fn func(*T)) error {
	for _, set := range g.plan.Sets {
		ids = ids.Both(set)
	}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return !g.plan.marked(id) })
	for part := range slices.Chunk(ids, together) {
		runtime.Gosched() // somebody may be at a gate
		recs, err := g.get(part)
		if err != nil {
			return err
		}
		for i := range recs {
			fits := true
			if g.plan.Fits != nil {
				if fits, err = g.plan.Fits(&recs[i]); err != nil {
					return err
				}
			}
			if fits {
				fn(&recs[i])
			}
		}
	}
	return nil
}

// Held is one page of a list that is short enough to be in memory as a whole: a table
// of the program, the zones of one event.
func Held[T any](all []T, q Request) Page[T] {
	total := int64(len(all))
	first := min(max(q.Offset, 0), total)
	last := total
	if q.Limit > 0 {
		last = min(first+q.Limit, total)
	}
	return Page[T]{all[first:last], Info{Total: total, HasMore: last < total, answered: true}}
}

// Empty is a list that has nothing, whatever is asked for.
func Empty() Info { return Info{answered: true} }

// narrow leaves out what is hidden from the reader: index entries and counters know
// nothing of that, so that each record is looked at.
func (g *reading[T]) narrow() {
	if !g.table.Narrows(g.r) {
		return
	}
	fits := g.plan.Fits
	g.plan.Exact = false
	g.plan.Cost++ // what a record hangs on is read too
	g.plan.Fits = func(rec *T) (bool, error) {
		if fits != nil {
			if ok, err := fits(rec); err != nil || !ok {
				return false, err
			}
		}
		return g.table.Shows(g.r, rec)
	}
}

package list

import (
	"bytes"
	"iter"

	"marquee/app"
	"marquee/indexes"
)

// Joint is the rows of several companies as one list. Ids are unique in the installation, and
// a position means the same in each company, so that one cursor goes on in all of them.
type Joint[T any] interface {
	plan() Plan[T]
	get(ids []int64) ([]T, error)
	each(rows []T, fn func(app.Reader, []T) error) error
}

// Join plans the list of each company and joins them; without any it has nothing.
func Join[T any](table *indexes.Table[T], companies []app.Reader, plan func(app.Reader) (Plan[T], error)) (Joint[T], error) {
	j := &joint[T]{table: table, side: map[int64]int{}}
	for _, r := range companies {
		p, err := plan(r)
		if err != nil {
			return nil, err
		}
		j.readers, j.plans = append(j.readers, r), append(j.plans, p)
	}
	return j, nil
}

// joint has, for each company, its snapshot and its plan. side is where a row that was walked
// came from.
type joint[T any] struct {
	table   *indexes.Table[T]
	readers []app.Reader
	plans   []Plan[T]
	side    map[int64]int
}

// plan walks the rows of all. What the sets of a company leave out is no part of the walk.
func (j *joint[T]) plan() Plan[T] {
	out := Plan[T]{Exact: true, Walk: j.walk, Total: j.total}
	for i := range j.plans {
		p := &j.plans[i]
		out.Exact = out.Exact && p.Exact
		out.Cost, out.Descending = max(out.Cost, p.Cost), p.Descending
		if p.Total == nil || len(p.Sets) > 0 {
			out.Total = nil
		}
		if p.Fits != nil {
			out.Fits = j.fits
		}
	}
	return out
}

func (j *joint[T]) fits(rec *T) (bool, error) {
	p := &j.plans[j.side[j.table.IDOf(rec)]]
	if p.Fits == nil {
		return true, nil
	}
	return p.Fits(rec)
}

func (j *joint[T]) total() (all int64, atLeast bool, err error) {
	for i := range j.plans {
		n, more, err := j.plans[i].Total()
		if err != nil {
			return 0, false, err
		}
		all, atLeast = all+n, atLeast || more
	}
	return all, atLeast, nil
}

// walking is a company's rows, and the next of them.
type walking[T any] struct {
	side int
	next func() (Row[T], error, bool)
	row  Row[T]
}

// walk merges the rows of all companies by their positions.
func (j *joint[T]) walk(after indexes.Position) iter.Seq2[Row[T], error] {
	return func(yield func(Row[T], error) bool) {
		var open []*walking[T]
		for i := range j.plans {
			next, stop := iter.Pull2(j.plans[i].Walk(after))
			defer stop()
			open = append(open, &walking[T]{side: i, next: next})
		}
		left := open[:0:0]
		for _, w := range open {
			ok, err := j.step(w)
			if err != nil {
				yield(Row[T]{}, err)
				return
			}
			if ok {
				left = append(left, w)
			}
		}
		j.merge(left, yield)
	}
}

func (j *joint[T]) merge(left []*walking[T], yield func(Row[T], error) bool) {
	for len(left) > 0 {
		first := 0
		for i := range left {
			if order := bytes.Compare(left[i].row.At, left[first].row.At); order < 0 != j.plans[left[i].side].Descending && order != 0 {
				first = i
			}
		}
		w := left[first]
		if j.side[w.row.ID] = w.side; !yield(w.row, nil) {
			return
		}
		ok, err := j.step(w)
		if err != nil {
			yield(Row[T]{}, err)
			return
		}
		if !ok {
			left = append(left[:first], left[first+1:]...)
		}
	}
}

// step goes to the next row of a company that is in all of its sets.
func (j *joint[T]) step(w *walking[T]) (bool, error) {
	for {
		row, err, ok := w.next()
		if err != nil || !ok {
			return false, err
		}
		within := true
		for _, set := range j.plans[w.side].Sets {
			within = within && set.Has(row.ID)
		}
		if within {
			w.row = row
			return true, nil
		}
	}
}

// get reads records that were walked, in the order of their ids' list.
func (j *joint[T]) get(ids []int64) ([]T, error) {
	found := make(map[int64]T, len(ids))
	for i, r := range j.readers {
		var own []int64
		for _, id := range ids {
			if j.side[id] == i {
				own = append(own, id)
			}
		}
		recs, err := j.table.GetMany(r, own)
		if err != nil {
			return nil, err
		}
		for k := range recs {
			found[j.table.IDOf(&recs[k])] = recs[k]
		}
	}
	all := make([]T, 0, len(ids))
	for _, id := range ids {
		if rec, ok := found[id]; ok {
			all = append(all, rec)
		}
	}
	return all, nil
}

// each calls fn for every company that has some of the rows, with these.
func (j *joint[T]) each(rows []T, fn func(app.Reader, []T) error) error {
	for i, r := range j.readers {
		var own []T
		for k := range rows {
			if j.side[j.table.IDOf(&rows[k])] == i {
				own = append(own, rows[k])
			}
		}
		if len(own) == 0 {
			continue
		}
		if err := fn(r, own); err != nil {
			return err
		}
	}
	return nil
}

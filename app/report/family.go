package report

import (
	"context"
	"runtime"
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// family is where rows come from.
type family interface {
	// columns are all that its rows can have; the first ones of them are shown if none are
	// asked for.
	columns() []Column
	// shown is how many.
	shown() int
	// takes names the filters that it knows.
	takes() []string
	// needs is what the caller must hold.
	needs() app.Requirement
	// whole tells that all rows are put together for any page of them.
	whole() bool
	// page reads some rows.
	page(ctx context.Context, a *app.App, c *app.Caller, q *query) ([]Row, list.Info, error)
}

// query is one request for rows.
type query struct {
	filter Filter
	// columns are those chosen, as places among the columns of the family.
	columns []int
	list.Request
	// by and interval group sums.
	by       []string
	interval Interval
	// pieces is there where the rows are those of a file, which is written piece by piece;
	// nil for a page.
	pieces *pieces
}

// pieces is what one piece of a file leaves to the next. Nobody asks how many rows a file
// has, and those of a piece are written before the next one is read: it stands in the same
// memory.
type pieces struct {
	room any // an indexes.Batch of the records
	near near
	rows []Row
}

// room is for so many rows.
func (q *query) room(n int) []Row {
	wide := len(q.columns)
	p := q.pieces
	if p == nil {
		p = &pieces{}
	}
	if len(p.rows) < n {
		cells := make([]any, n*wide)
		p.rows = make([]Row, n)
		for i := range p.rows {
			p.rows[i] = cells[i*wide : (i+1)*wide : (i+1)*wide]
		}
	}
	return p.rows[:n]
}

// col is a column of records of type T. Around is what was read beside a page of them.
type col[T any] struct {
	Column
	value func(n *near, rec *T) any
}

// records is a family whose rows are records of a table.
type records[T any] struct {
	list  *list.List[T, Filter]
	cols  []col[T]
	first int
	knows []string
	load  func(n *near, rows []T) error
}

func (f records[T]) shown() int      { return f.first }
func (f records[T]) takes() []string { return f.knows }
func (records[T]) whole() bool       { return false }

func (f records[T]) needs() app.Requirement { return f.list.Needs }

func (f records[T]) columns() []Column { return columnsOf(f.cols) }

func (f records[T]) page(ctx context.Context, a *app.App, c *app.Caller, q *query) ([]Row, list.Info, error) {
	var rows []Row
	l, n := *f.list, &near{}
	if q.pieces != nil {
		l.Uncounted, l.Room, n = true, roomOf[T](q.pieces), &q.pieces.near
	}
	n.c, n.rates, n.byRate = c, q.filter.TaxRates, q.asksForRates(f.columns())
	page, err := l.Read(ctx, a, c, q.filter, q.Request, func(r app.Reader, _ *Filter, recs []T) error {
		n.begin(r)
		if err := f.load(n, recs); err != nil {
			return err
		}
		rows = q.room(len(recs))
		for i := range recs {
			if i%fewRows == 0 {
				runtime.Gosched() // somebody may be at a gate
			}
			for j, at := range q.columns {
				rows[i][j] = f.cols[at].value(n, &recs[i])
			}
		}
		return nil
	})
	return rows, page.Info, err
}

// roomOf is where the records of pieces stand.
func roomOf[T any](p *pieces) *indexes.Batch[T] {
	if p.room == nil {
		p.room = new(indexes.Batch[T])
	}
	return p.room.(*indexes.Batch[T])
}

// narrowed adds what records must fulfil beside what a plan walks over.
func narrowed[T any](p list.Plan[T], fits func(*T) (bool, error)) list.Plan[T] {
	before := p.Fits
	p.Exact = false
	p.Fits = func(rec *T) (bool, error) {
		if before != nil {
			if ok, err := before(rec); err != nil || !ok {
				return false, err
			}
		}
		return fits(rec)
	}
	return p
}

// oneOf tells whether a filter that names values takes one; without any it takes all.
func oneOf[T comparable](named []T, v T) bool { return len(named) == 0 || slices.Contains(named, v) }

// agrees tells whether a filter that is true or false takes a value.
func agrees(asked *bool, v bool) bool { return asked == nil || *asked == v }

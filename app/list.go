package app

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
	"time"

	"marquee/indexes"
)

// Limits of every list.
const (
	// ScanBudget is how many records one read transaction looks at for a list
	// whose filters no index answers.
	ScanBudget = 1_000
	// ScanRounds is how many such transactions one request makes while its page
	// is not full; then the page ends early, with HasMore and a cursor.
	ScanRounds = 5
)

// List describes one request for a page of records: which indexes answer it,
// what they leave to decide, and where to go on.
//
// A page costs what it holds: where the plan leaves nothing to decide, rows are
// picked from index entries alone and the total comes from counters; else
// records are looked at within a budget, and a page whose budget is spent says
// that more may follow.
type List[T any] struct {
	Table *indexes.Table[T]
	// Plan picks the walks. since is not nil for a change feed: it is Since, or
	// what the cursor remembers of it. Plan may run several times.
	Plan func(r Reader, since *time.Time) (Plan[T], error)
	// Filters is everything that decides which rows are listed, but Since, as
	// text. A cursor goes on only with the filters and company it came from.
	Filters string
	Since   *time.Time
	Cursor  string
	// Offset rows are skipped; a cursor beats it.
	Offset, Limit int64
	// Uncounted ends the walk with the page: Total is then no more than how far the
	// list reaches so far. It is for lists whose length is known otherwise.
	Uncounted bool
	// Changed is the moment of a row's last change, for ListEndTime; nil when the
	// list tells none.
	Changed func(*T) time.Time
	// Load reads what the page's rows show, in the snapshot that completed it.
	Load func(r Reader, rows []T) error
}

// Plan is how a list is answered: walks, one after another, and what must be
// decided about each row.
type Plan[T any] struct {
	Walks []Walk[T]
	// Fits decides about a row; nil when all rows of all walks fit.
	Fits func(*T) (bool, error)
	// Part is what Fits looks at of a row that the walk did not read; nil is the
	// whole record, which is read of rows in the page anyhow.
	Part *indexes.Part[T, T]
	// Prepare is shown some rows before Fits decides about each, so that it can
	// read in one go what it needs of other tables. It may be nil.
	Prepare func(rows []T) error
	// Ahead counts the rows behind a position of the last walk without reading
	// them, as far as ScanBudget reaches; more tells that there are others. It
	// may be nil, and counts only when Fits is nil.
	Ahead func(at indexes.Position) (n int64, more bool, err error)
}

// Walk is one stretch of rows.
type Walk[T any] struct {
	// Rows walks behind a position, nil at first.
	Rows func(at indexes.Position) Rows[T]
	// Count is the number of its rows; below 0 when no counter knows.
	Count int64
}

// Rows is a walk under way.
type Rows[T any] = iter.Seq2[Row[T], error]

// Row is one row of a walk. Rec is nil where the walk reads entries alone; it
// lasts until the next row.
type Row[T any] struct {
	ID  int64
	Rec *T
	At  indexes.Position
	// stored is what a part was read of, which Rec then is.
	stored *indexes.Stored[T]
}

// ListPage is one page of a list.
type ListPage[T any] struct {
	Rows []T
	// Total is how many rows there are. It is exact where counters know it and
	// where the filters could be decided within the budget; else it is what is
	// known so far, at least as many as were handed out.
	Total int64
	// ListEndTime is the newest change in the page; of an empty one, where the
	// feed stands; nil when there is neither.
	ListEndTime *time.Time
	// Cursor goes on behind this page; empty when there is nothing to go on from.
	Cursor string
	// HasMore false means: nothing follows now. In a change feed the same cursor
	// finds what changes later.
	HasMore bool
}

// Read gathers the page.
func (l *List[T]) Read(ctx context.Context, a *App, c *Caller) (ListPage[T], error) {
	g, err := l.begin(c.CompanyID)
	if err != nil {
		return ListPage[T]{}, err
	}
	var page ListPage[T]
	for round, done := 1, false; !done; round++ {
		err := a.View(ctx, c, func(r Reader) (err error) {
			if done, err = g.scan(r); err != nil {
				return err
			}
			if done = done || round == ScanRounds; !done {
				return nil
			}
			page = g.page()
			if l.Load == nil {
				return nil
			}
			return l.Load(r, page.Rows)
		})
		if errors.Is(err, indexes.ErrPosition) {
			err = badCursor()
		}
		if err != nil {
			return ListPage[T]{}, err
		}
	}
	return page, nil
}

// begin resumes the cursor of the request, or starts afresh.
func (l *List[T]) begin(company int64) (*gathering[T], error) {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d|%T|%s", company, *new(T), l.Filters)
	from := cursor{binding: h.Sum64(), since: moment(l.Since)}
	g := &gathering[T]{list: l, resumed: l.Cursor != ""}
	if !g.resumed {
		g.from, g.skip = from, l.Offset
		return g, nil
	}
	c, err := parseCursor(l.Cursor)
	if err != nil {
		return nil, err
	}
	if c.binding != from.binding || l.Since != nil && c.since != from.since {
		return nil, Field("cursor", "belongs to a list with other filters")
	}
	g.from, g.walk, g.at = *c, int(c.walk), c.at
	return g, nil
}

// gathering is a page being put together, over several snapshots if need be.
type gathering[T any] struct {
	list    *List[T]
	from    cursor
	resumed bool
	// walk and at are how far the page reaches.
	walk int
	at   indexes.Position
	skip int64 // rows still to skip

	rows    []T
	matched int64 // rows that fit: skipped, in the page, and seen behind it
	counted bool  // matched is the total, from counters
	ended   bool  // nothing is left to look at
	more    bool  // a row that fits follows the page
}

func (g *gathering[T]) full() bool { return int64(len(g.rows)) >= g.list.Limit }

// scan looks at the next rows and tells whether the page is done.
func (g *gathering[T]) scan(r Reader) (bool, error) {
	p, err := g.list.Plan(r, g.from.since.time())
	if err != nil {
		return false, err
	}
	if g.walk > len(p.Walks) {
		return false, indexes.ErrPosition
	}
	if total, known := p.total(); known && p.Fits == nil {
		return true, g.pick(r, &p, total)
	}
	err = g.sift(r, &p)
	return g.ended || g.full(), err
}

// total adds up what counters know.
func (p *Plan[T]) total() (n int64, known bool) {
	for _, w := range p.Walks {
		if w.Count < 0 {
			return 0, false
		}
		n += w.Count
	}
	return n, true
}

// pick fills the page from index entries and reads its records in one go.
func (g *gathering[T]) pick(r Reader, p *Plan[T], total int64) error {
	g.matched, g.counted, g.ended = total, true, true
	if g.skip > 0 && g.skip >= total {
		return nil
	}
	ids := make([]int64, 0, g.list.Limit)
	err := g.each(p, func(row Row[T]) (bool, error) {
		if int64(len(ids)) == g.list.Limit {
			g.more = true
			return false, nil
		}
		if g.at = row.At; g.skip > 0 {
			g.skip--
		} else {
			ids = append(ids, row.ID)
		}
		return true, nil
	}, func() bool { return int64(len(ids)) < g.list.Limit })
	if err != nil {
		return err
	}
	g.rows, err = g.list.Table.GetMany(r, ids)
	return err
}

// sift looks at records until the page is full, and then only to count, as far
// as the budget reaches.
func (g *gathering[T]) sift(r Reader, p *Plan[T]) error {
	budget := ScanBudget
	g.reads(r, p)
	counts := p.Fits == nil && p.Ahead != nil && !g.resumed
	g.ended = true
	err := g.each(p, func(row Row[T]) (bool, error) {
		if budget--; budget < 0 {
			g.ended = false
			return false, nil
		}
		on, err := g.look(r, p, row)
		return on && !(counts && g.full()), err
	}, func() bool { return !g.full() })
	if err != nil || !counts || !g.full() {
		return err
	}
	return g.ahead(p)
}

// ahead counts what follows a full page by its index entries.
func (g *gathering[T]) ahead(p *Plan[T]) error {
	n, more, err := p.Ahead(g.at)
	g.matched, g.more, g.ended = g.matched+n, n > 0, !more
	return err
}

// each goes through what is left of the walks. moves tells whether the page
// still reaches further: only then is the walk noted.
func (g *gathering[T]) each(p *Plan[T], do func(Row[T]) (bool, error), moves func() bool) error {
	for i, at := g.walk, g.at; i < len(p.Walks); i, at = i+1, nil {
		if i > g.walk && moves() {
			g.walk, g.at = i, nil
		}
		for row, err := range p.Walks[i].Rows(at) {
			if pause, ok := indexes.Paused(err); ok {
				return g.pause(pause, moves())
			}
			if err != nil {
				return err
			}
			if on, err := do(row); !on || err != nil {
				return err
			}
		}
	}
	return nil
}

// pause ends a round in which a feed met too many stale entries.
func (g *gathering[T]) pause(at indexes.Position, moves bool) error {
	g.ended = false
	if moves {
		g.at = at
	}
	return nil
}

// look decides about one row; false means that no more need be looked at.
func (g *gathering[T]) look(r Reader, p *Plan[T], row Row[T]) (bool, error) {
	rec := row.Rec
	if rec == nil {
		found, err := g.list.Table.Get(r, row.ID)
		if err != nil {
			return false, err
		}
		rec = &found
	}
	fits, err := true, error(nil)
	if p.Fits != nil {
		fits, err = p.Fits(rec)
	}
	if err != nil {
		return false, err
	}
	if !g.full() {
		g.at = row.At
	}
	if fits {
		err = g.take(rec, row.stored)
	}
	return err == nil && (!g.more || !g.resumed && !g.list.Uncounted), err
}

// take puts a row that fits where it belongs. The page gets whole records.
func (g *gathering[T]) take(rec *T, stored *indexes.Stored[T]) error {
	g.matched++
	switch {
	case g.full():
		g.more = true
	case g.skip > 0:
		g.skip--
	case stored != nil:
		var whole T
		if err := stored.Read(&whole); err != nil {
			return err
		}
		g.rows = append(g.grown(), whole)
	default:
		g.rows = append(g.grown(), *rec)
	}
	return nil
}

// grown makes room for one row more: for a few at first, then for a full page, as
// pages hold either.
func (g *gathering[T]) grown() []T {
	const few = 8
	switch n := len(g.rows); {
	case n < cap(g.rows):
		return g.rows
	case n < few:
		return slices.Grow(g.rows, int(min(few, g.list.Limit)))
	default:
		return slices.Grow(g.rows, int(g.list.Limit)-n)
	}
}

func (g *gathering[T]) page() ListPage[T] {
	p := ListPage[T]{Rows: g.rows, HasMore: g.more || !g.ended}
	next := g.from
	if g.list.Changed != nil {
		for i := range g.rows {
			if t := g.list.Changed(&g.rows[i]); !next.end.set || t.UnixMicro() > next.end.micros {
				next.end = moment(&t)
			}
		}
		p.ListEndTime = next.end.time()
	}
	if p.ListEndTime == nil {
		p.ListEndTime = next.since.time()
	}
	next.seen += int64(len(g.rows))
	if !g.resumed {
		next.seen += g.list.Offset - g.skip
	}
	p.Total = g.total(next.seen, p.HasMore)
	if next.walk, next.at, next.total = int64(g.walk), g.at, p.Total; g.walk > 0 || g.at != nil || next.since.set {
		p.Cursor = next.encode()
	}
	return p
}

// total is what the page says of the whole list. Behind a cursor the rows before
// it are not counted again.
func (g *gathering[T]) total(seen int64, more bool) int64 {
	if g.counted || !g.resumed {
		return g.matched
	}
	if more {
		seen++
	}
	return max(seen, g.from.total)
}

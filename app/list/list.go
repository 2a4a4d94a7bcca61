package list

import (
	"context"
	"errors"
	"strconv"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// List declares a list of records of type T, narrowed by filters of type F. The
// fields of F that decide which rows are listed carry a tag with their name; one
// that is called "since" asks for changes from that time on, in their order.
type List[T, F any] struct {
	// Name is what cursors call the list. It never changes.
	Name string
	// Max is the largest page, and the usual one.
	Max int64
	// Needs is what whoever asks for the list must hold.
	Needs app.Requirement
	Table *indexes.Table[T]
	Plan  func(r app.Reader, f *F) (Plan[T], error)
	// Joint, which may be nil, is the list where it has rows of other companies too; it gives
	// nil where it has not.
	Joint func(r app.Reader, f *F) (Joint[T], error)
	// Changed is the time of a row's last change, for ListEndTime; nil when the list
	// tells none.
	Changed func(*T) time.Time
	// ByChange lists are in the order of changes whatever is asked for.
	ByChange bool
	// ByOffset lists are those of routes that take no cursor. Nobody could go on from where one
	// request has looked at enough, so that a page of them is looked for to the end.
	ByOffset bool
	// Uncounted lists tell no total, so that nothing is looked at beyond the page.
	Uncounted bool
	// Room is where the rows of a page stand until the next page is read, for whoever is
	// done with them then; nil: each page has memory of its own.
	Room *indexes.Batch[T]
}

// Request is which part of a list is asked for.
type Request struct {
	// Cursor goes on behind an earlier page; it beats Offset.
	Cursor        string
	Offset, Limit int64
}

// Page is one page of a list.
type Page[T any] struct {
	Rows []T
	Info
}

// Info is what a page says of its list. Only this package can make one that counts:
// that is how a list that was answered in another way is found out.
type Info struct {
	// Total is how many rows there are; TotalIsLowerBound, that there may be more.
	Total             int64
	TotalIsLowerBound bool
	// ListEndTime is the newest change in the page; of an empty one the time that was
	// asked for, else the store's. Nil when the list tells none.
	ListEndTime *time.Time
	// Cursor goes on behind this page; empty when there is nothing to go on from.
	Cursor string
	// HasMore false means: nothing follows now. In a list of changes the same cursor
	// finds what changes later.
	HasMore bool
	// Feed: the page is of a list of changes. Resumed: it was asked for by cursor.
	Feed, Resumed bool

	answered bool
}

// Answered tells whether this package put the page together.
func (i Info) Answered() bool { return i.answered }

// LongPages is how many times as long pages may be for callers who do not wait.
const LongPages = 10

type longContext struct{}

// WithLongPages reads for somebody who does not wait for the answer.
func WithLongPages(ctx context.Context) context.Context {
	return context.WithValue(ctx, longContext{}, true)
}

// longest is the largest page of a list whose usual one is so long.
func longest(ctx context.Context, usual int64) int64 {
	if ctx.Value(longContext{}) != nil {
		return usual * LongPages
	}
	return usual
}

// Read gives one page. Load, which may be nil, reads what is shown beside the rows,
// in the same snapshot; where several companies have rows it is called for each of them. A record that cannot be read is left out of the page, and
// reported.
func (l *List[T, F]) Read(ctx context.Context, a *app.App, c *app.Caller, f F, q Request, load func(r app.Reader, f *F, rows []T) error) (Page[T], error) {
	q = q.within(ctx, l.Max)
	from, err := resume(l.Name, c.CompanyID, &f, q.Cursor)
	if err != nil {
		return Page[T]{}, err
	}
	var page Page[T]
	err = a.Browse(ctx, c, l.Needs, func(r app.Reader) error {
		g := &reading[T]{r: r, table: l.Table, room: l.Room, progress: progress{q: q, from: from, uncounted: l.Uncounted, byOffset: l.ByOffset}}
		if g.room == nil {
			g.room = new(indexes.Batch[T])
		}
		if err := l.plan(g, &f); err != nil {
			return err
		}
		from.filters = namesOf(&f) // the plan may note in them what the cursor must remember
		if err := g.read(); err != nil {
			return err
		}
		page = Page[T]{g.rows, g.info(l.say(g.rows, r), c.CompanyID)}
		if load == nil {
			return nil
		}
		if g.joint != nil {
			return g.joint.each(page.Rows, func(r app.Reader, rows []T) error { return load(r, &f, rows) })
		}
		return load(r, &f, page.Rows)
	})
	if errors.Is(err, indexes.ErrPosition) {
		err = badCursor()
	}
	return page, err
}

// plan says how the page is put together.
func (l *List[T, F]) plan(g *reading[T], f *F) (err error) {
	if l.Joint != nil {
		if g.joint, err = l.Joint(g.r, f); err != nil {
			return err
		}
	}
	if g.joint != nil {
		g.plan = g.joint.plan()
		return nil
	}
	g.plan, err = l.Plan(g.r, f)
	g.narrow()
	return err
}

// within is a request for no more rows than a page may have; what goes on by a cursor has no
// offset.
func (q Request) within(ctx context.Context, usual int64) Request {
	if most := longest(ctx, usual); q.Limit < 1 {
		q.Limit = usual
	} else if q.Limit > most {
		q.Limit = most
	}
	if q.Cursor != "" {
		q.Offset = 0
	}
	return q
}

// resume takes the filters, which f points to, and the place out of the cursor of a list;
// without one the list begins.
func resume(list string, company int64, f any, text string) (*cursor, error) {
	sent := namesOf(f)
	if text == "" {
		return &cursor{list: list, filters: sent}, nil
	}
	if since, ok := former(text); ok {
		sent["since"] = strconv.FormatInt(since.UnixMicro(), 10)
		if err := sent.fill(f); err != nil {
			return nil, badCursor()
		}
		return &cursor{list: list, filters: sent}, nil
	}
	c, err := decode(text, company)
	if err != nil {
		return nil, badCursor()
	}
	if c.list != list || !c.filters.agrees(sent) {
		return nil, otherCursor()
	}
	if err := c.filters.fill(f); err != nil {
		return nil, badCursor()
	}
	c.resumed = true
	return c, nil
}

// saying is what a list adds to what is known of a page.
type saying struct {
	rows     int
	byChange bool
	timed    bool // it tells an end
	newest   int64
	safe     time.Time
}

func (l *List[T, F]) say(rows []T, r app.Reader) saying {
	s := saying{rows: len(rows), byChange: l.ByChange}
	if l.Changed != nil {
		s.timed, s.safe = true, r.SafeTime()
		for i := range rows {
			s.newest = max(s.newest, l.Changed(&rows[i]).UnixMicro())
		}
	}
	return s
}

// info says what is known of the list behind a page.
func (g *progress) info(s saying, company int64) Info {
	since, feed := g.from.filters["since"]
	next := *g.from
	next.seen += g.skipped + int64(s.rows)
	next.total, next.atLeast, next.at = g.total, g.atLeast, g.at
	info := Info{
		Total: g.total, TotalIsLowerBound: g.atLeast, HasMore: g.more,
		Feed: feed || s.byChange, Resumed: g.from.resumed, answered: true,
	}
	if s.timed {
		if s.newest != 0 {
			next.end = s.newest
		}
		info.ListEndTime = endTime(next.end, since, s.safe)
	}
	if (feed || g.at != nil) && !g.byOffset {
		info.Cursor = next.encode(company)
	}
	return info
}

// endTime is the newest change, else the time asked for, else the store's.
func endTime(newest int64, since string, safe time.Time) *time.Time {
	if newest == 0 {
		micros, err := strconv.ParseInt(since, 10, 64)
		if since == "" || err != nil {
			return &safe
		}
		newest = micros
	}
	t := time.UnixMicro(newest).UTC()
	return &t
}

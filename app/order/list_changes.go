package order

import (
	"iter"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// changes plans the change feed: those of the shelves asked for, merged, oldest
// change first.
func (f *Filter) changes(r app.Reader, m *matcher, since time.Time) app.Plan[Order] {
	feed := changeFeed{r: r, since: since, shelves: []int64{soldShelf}}
	if f.WithReservations {
		feed.shelves = append(feed.shelves, reservedShelf)
	}
	if f.WithTrashed {
		feed.shelves = append(feed.shelves, trashedShelf)
	}
	plan := app.Plan[Order]{Walks: []app.Walk[Order]{feed.walk()}, Ahead: feed.ahead}
	if f.selective() || f.EventID != nil || f.WithTrashed && !f.WithReservations {
		plan.Fits = func(o *Order) (bool, error) { return m.fits(r, o) }
	}
	return plan
}

// changeFeed is what changed on some shelves since a moment.
type changeFeed struct {
	r       app.Reader
	since   time.Time
	shelves []int64
}

func (c *changeFeed) walk() app.Walk[Order] {
	if len(c.shelves) == 1 {
		return app.FeedWalk(c.r, orderFeed, c.shelves[0], c.since)
	}
	sources := make([]source, len(c.shelves))
	for i, shelf := range c.shelves {
		sources[i] = c.source(shelf)
	}
	oldestFirst := func(a, b *dated) bool {
		if d := a.time.Compare(b.time); d != 0 {
			return d < 0
		}
		return a.row.ID < b.row.ID
	}
	return app.Walk[Order]{Count: -1, Rows: func(at indexes.Position) app.Rows[Order] { return merge(sources, at, oldestFirst) }}
}

func (c *changeFeed) source(shelf int64) source {
	return func(at indexes.Position) iter.Seq2[dated, error] {
		return func(yield func(dated, error) bool) {
			for h, err := range orderFeed.Since(c.r, shelf, c.since, at) {
				if !yield(dated{app.Row[Order]{ID: h.ID, Rec: &h.Rec, At: h.At}, h.Rec.ChangedAt}, err) {
					return
				}
			}
		}
	}
}

// ahead counts the orders behind a position by the entries of their changes: an
// order that changed twice has two, and counts once.
func (c *changeFeed) ahead(at indexes.Position) (n int64, more bool, err error) {
	places := []indexes.Position{at}
	if len(c.shelves) > 1 {
		if places, err = splitPositions(at, len(c.shelves)); err != nil {
			return 0, false, err
		}
	}
	ids := make([]int64, 0, app.ScanBudget)
	for i, shelf := range c.shelves {
		for id, err := range orderFeed.IDs(c.r, shelf, c.since, places[i]) {
			if err != nil || len(ids) == app.ScanBudget {
				return int64(len(distinct(ids))), true, err
			}
			ids = append(ids, id)
		}
	}
	return int64(len(distinct(ids))), false, nil
}

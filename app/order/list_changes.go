package order

import (
	"iter"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// changes plans the change feed: those of the partitions asked for, merged, oldest
// change first.
func (f *Filter) changes(r app.Reader, m *matcher, since time.Time) app.Plan[Order] {
	feed := changeFeed{r: r, since: since, partitions: []int64{soldPartition}}
	if f.WithReservations {
		feed.partitions = append(feed.partitions, reservedPartition)
	}
	if f.WithTrashed {
		feed.partitions = append(feed.partitions, trashedPartition)
	}
	plan := app.Plan[Order]{Walks: []app.Walk[Order]{feed.walk()}, Ahead: feed.ahead}
	if f.selective() || f.EventID != nil || f.WithTrashed && !f.WithReservations {
		plan.Fits = func(o *Order) (bool, error) { return m.fits(r, o) }
	}
	return plan
}

// changeFeed is what changed on some partitions since a moment.
type changeFeed struct {
	r          app.Reader
	since      time.Time
	partitions []int64
}

func (c *changeFeed) walk() app.Walk[Order] {
	if len(c.partitions) == 1 {
		return app.FeedWalk(c.r, orderFeed, c.partitions[0], c.since)
	}
	sources := make([]source, len(c.partitions))
	for i, partition := range c.partitions {
		sources[i] = c.source(partition)
	}
	oldestFirst := func(a, b *dated) bool {
		if d := a.time.Compare(b.time); d != 0 {
			return d < 0
		}
		return a.row.ID < b.row.ID
	}
	return app.Walk[Order]{Count: -1, Rows: func(at indexes.Position) app.Rows[Order] { return merge(sources, at, oldestFirst) }}
}

func (c *changeFeed) source(partition int64) source {
	return func(at indexes.Position) iter.Seq2[dated, error] {
		return func(yield func(dated, error) bool) {
			for h, err := range orderFeed.Since(c.r, partition, c.since, at) {
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
	positions := []indexes.Position{at}
	if len(c.partitions) > 1 {
		if positions, err = splitPositions(at, len(c.partitions)); err != nil {
			return 0, false, err
		}
	}
	ids := make([]int64, 0, app.ScanBudget)
	for i, partition := range c.partitions {
		for id, err := range orderFeed.IDs(c.r, partition, c.since, positions[i]) {
			if err != nil || len(ids) == app.ScanBudget {
				return int64(len(distinct(ids))), true, err
			}
			ids = append(ids, id)
		}
	}
	return int64(len(distinct(ids))), false, nil
}

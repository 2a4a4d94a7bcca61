package list

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// Each hands the rows of a list to fn, in one snapshot and in any order, and tells whether these
// were all. It stops where that would be more than most, or more than a few pages have to look at.
func (l *List[T, F]) Each(ctx context.Context, a *app.App, c *app.Caller, f F, most int64, fn func(*T)) (all bool, err error) {
	err = a.Browse(ctx, c, l.Needs, func(r app.Reader) error {
		g := &reading[T]{r: r, table: l.Table, room: new(indexes.Batch[T]), progress: progress{
			q: Request{Limit: atOnce}, from: &cursor{resumed: true}, uncounted: true,
		}}
		if err := l.plan(g, &f); err != nil {
			return err
		}
		if many, err := g.plan.moreThan(most); err != nil || many {
			return err
		}
		n, ids := g.fewest()
		gathers, err := g.gathers(n)
		switch {
		case err != nil:
		case gathers:
			seen := int64(0)
			err = g.fitting(ids(), func(rec *T) { seen++; fn(rec) })
			all = seen <= most
		default:
			all, err = g.inPages(most, fn)
		}
		return err
	})
	return all, err
}

// inPages is Each where no set tells which records to read.
func (g *reading[T]) inPages(most int64, fn func(*T)) (all bool, err error) {
	for pages, seen := most/atOnce+fewPages, int64(0); pages > 0 && seen <= most; pages-- {
		g.rows, g.more = nil, false
		if err := g.read(); err != nil {
			return false, err
		}
		for i := range g.rows {
			fn(&g.rows[i])
		}
		if seen += int64(len(g.rows)); !g.more {
			return seen <= most, nil
		}
		g.from.at = g.at
	}
	return false, nil
}

// moreThan tells whether a list is known to have more rows than that.
func (p *Plan[T]) moreThan(n int64) (bool, error) {
	if !p.Exact || len(p.Sets)+len(p.Marks) > 0 || p.Total == nil {
		return false, nil
	}
	all, _, err := p.Total()
	return all > n, err
}

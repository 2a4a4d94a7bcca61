package ledger

import (
	"context"
	"sort"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Period is a span of time with its beginning and without its end; nil is open.
type Period struct{ From, Until *time.Time }

// holds tells whether a moment lies in the period.
func (p Period) holds(t time.Time) bool {
	return (p.From == nil || !t.Before(*p.From)) && (p.Until == nil || t.Before(*p.Until))
}

// Walk gives the entries of a period by their numbers, behind one of them, until look says
// that it has seen enough. It never holds a snapshot for long: what was read is never
// changed, so the batches belong together. What is posted meanwhile is not seen.
func Walk(ctx context.Context, a *app.App, c *app.Caller, p Period, behind int64, look func(*Entry) bool) error {
	var until int64
	at := behind
	for more := true; more; {
		err := a.View(ctx, c, app.ViewReports, func(r app.Reader) (err error) {
			if until == 0 {
				if err := mayRead(r); err != nil {
					return err
				}
				if at, until, err = p.bounds(r, behind); err != nil {
					return err
				}
			}
			at, more, err = p.some(r, at, until, look)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// mayRead refuses the journal of the company to those who do not see all of it.
func mayRead(r app.Reader) error {
	if app.VisibilityOf(r) != nil {
		return app.Refuse(app.Forbidden, "What the company took in is told to those who see all of its events.")
	}
	return nil
}

// some gives the entries of the period among the next ones up to a number.
func (p Period) some(r app.Reader, behind, until int64, look func(*Entry) bool) (at int64, more bool, err error) {
	at = behind
	for hit, err := range entries.Scan(r, indexes.Between(behind+1, until+1).Limit(maxRead)) {
		if err != nil {
			return at, false, err
		}
		at = hit.Rec.Seq
		if p.holds(hit.Rec.At) && !look(&hit.Rec) {
			return at, false, nil
		}
	}
	return at, at < until && at-behind == maxRead, nil
}

// first tells the entries that begin the journal of an older store: they are not in the order of
// their times.
func (e *Entry) first() bool { return e.Former && e.Event != Parted }

// bounds are the numbers between which the entries of the period lie: behind the first one
// and up to the other. Entries are posted in the order of their times, but for those that
// an upgrade wrote: these are the first ones, and are all looked at.
func (p Period) bounds(r app.Reader, behind int64) (from, until int64, err error) {
	h, err := HeadOf(r)
	if err != nil {
		return 0, 0, err
	}
	until = h.Seq
	find := func(is func(*Entry) bool) int64 {
		return int64(sort.Search(int(h.Seq), func(i int) bool {
			e, found := Entry{}, false
			if err == nil {
				e, found, err = entries.Find(r, int64(i)+1)
			}
			return found && is(&e)
		}))
	}
	if p.Until != nil {
		until = find(func(e *Entry) bool { return !e.first() && !e.At.Before(*p.Until) })
	}
	from = behind
	if p.From == nil || err != nil {
		return from, until, err
	}
	if former := find(func(e *Entry) bool { return !e.first() }); former == 0 || behind >= former {
		from = max(behind, find(func(e *Entry) bool { return !e.first() && !e.At.Before(*p.From) }))
	}
	return from, until, err
}

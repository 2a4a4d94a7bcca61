package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// take leases the entries that a company was granted. An entry that was taken too often
// without a result is a dead letter. Entries that cannot be read are left alone, and
// told.
func take(tx app.Tx, kinds map[string]wired, g grant, busy func(id int64) bool) (taken []Entry, damaged map[int64]error, err error) {
	damaged = map[int64]error{}
	for _, l := range g.lanes {
		ids, err := headOf(tx, laneKey{g.company, l.lane})
		if err != nil {
			return nil, nil, err
		}
		for n := 0; n < l.n && len(ids) > 0; ids = ids[1:] {
			if busy(ids[0]) {
				continue
			}
			e, err := entries.Get(tx, ids[0])
			if errors.Is(err, indexes.ErrDamaged) {
				damaged[ids[0]] = err
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			if e.Due.After(tx.Wall()) {
				break // so are those behind it
			}
			if e, err = lease(tx, kinds[e.Kind].the(), e.ID); err != nil {
				return nil, nil, err
			}
			if e.State == Leased {
				taken = append(taken, e)
				n++
			} else if err := lose(tx, &e, e.Problem); err != nil {
				return nil, nil, err
			}
		}
	}
	return taken, damaged, nil
}

// headOf lists the first entries of a lane.
func headOf(r app.Reader, l laneKey) (ids []int64, err error) {
	return indexes.Gather(entryByQueue.IDs(r, indexes.PrefixOf2[time.Time](l.company, l.lane).Limit(maxLook)))
}

// lease takes one entry.
func lease(tx app.Tx, r *rules, id int64) (Entry, error) {
	return entries.Update(tx, id, func(e *Entry) error {
		if e.Attempts >= r.attempts {
			if e.Problem == "" {
				e.Problem = fmt.Sprintf("taken %d times, and no result was ever stored", e.Attempts)
			}
			e.become(Dead, nil, tx.Wall())
			return nil
		}
		until := tx.Wall().Add(r.timeout + hangGrace + leaseSlack)
		e.Attempts++
		e.Lease++
		e.become(Leased, &until, tx.Wall())
		return nil
	})
}

// mendTimes makes entries due whose times were reckoned by a clock that has been set
// back since. It looks at the start, and whenever the clock shows less than before. At the start
// work inside is due, too, that a process had which is gone: what it did not store is undone.
func (w *worker) mendTimes(ctx context.Context, work *app.Work, kinds map[string]wired) error {
	now := work.App.Now()
	w.mu.Lock()
	start := w.shown.IsZero()
	looked := !start && !now.Before(w.shown)
	w.mu.Unlock()
	if !looked {
		wrong := func(e *Entry) bool {
			k, ok := kinds[e.Kind]
			left := start && e.State == Leased && ok && k.the().inside && !w.isSending(e.ID)
			return e.State.open() && (left || e.SetAt.After(work.App.Now()) && !w.isSending(e.ID))
		}
		if err := w.mendAll(ctx, work, wrong); err != nil {
			return err
		}
	}
	w.mu.Lock()
	w.shown = now
	w.mu.Unlock()
	return nil
}

func (w *worker) mendAll(ctx context.Context, work *app.Work, wrong func(*Entry) bool) error {
	var at indexes.Position
	for more := true; more && ctx.Err() == nil; {
		var ids []int64
		err := work.View(ctx, func(r app.Reader) error {
			ids, more = nil, false
			next := at
			for e, err := range entryByQueue.Keys(r, indexes.All[queueKey]().After(at).Limit(batch)) {
				if err != nil {
					return err
				}
				ids, next, more = append(ids, e.ID), e.At, true
			}
			at = next
			return nil
		})
		if err == nil {
			err = work.Records(ctx, ids, func(ids []int64) error { return mend(ctx, work, ids, wrong) })
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// mend makes those of the entries due whose times are wrong. It looks in a snapshot
// first: most of the time none is.
func mend(ctx context.Context, work *app.Work, ids []int64, wrong func(*Entry) bool) error {
	var some []int64
	err := work.View(ctx, func(r app.Reader) error {
		some = nil
		all, err := entries.GetMany(r, ids)
		for i := range all {
			if wrong(&all[i]) {
				some = append(some, all[i].ID)
			}
		}
		return err
	})
	if err != nil || len(some) == 0 {
		return err
	}
	return work.Update(ctx, func(tx app.Tx) error {
		for _, id := range some {
			_, err := entries.Update(tx, id, func(e *Entry) error {
				if wall := tx.Wall(); wrong(e) {
					e.become(e.State, &wall, wall)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

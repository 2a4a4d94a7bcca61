package webhook

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// clearOld gives up what is too old, forgets what ended long ago and what belongs to
// deleted endpoints, and mends times that a clock which was set back since had reckoned.
func clearOld(ctx context.Context, w *app.Work) error {
	var all []Endpoint
	err := w.View(ctx, func(r app.Reader) error {
		all = nil
		for h, err := range endpoints.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			all = append(all, h.Rec)
		}
		return nil
	})
	for i := range all {
		if err == nil {
			err = w.Record(ctx, all[i].ID, func() error { return clearEndpoint(ctx, w, &all[i]) })
		}
	}
	return err
}

func clearEndpoint(ctx context.Context, w *app.Work, e *Endpoint) error {
	if e.DeletedAt != nil {
		return forgetEndpoint(ctx, w, e.ID)
	}
	now := w.App.Now()
	steps := []struct {
		state State
		old   func(c *Call) bool
		do    func(tx app.Tx, c *Call) error
	}{
		{Waiting, func(c *Call) bool { return now.Sub(c.since()) > giveUpAfter }, giveUp},
		{Behind, func(c *Call) bool { return now.Sub(c.since()) > giveUpAfter }, giveUp},
		{Sent, func(c *Call) bool { return now.Sub(*c.EndedAt) > keepSent }, forget},
		{Dead, func(c *Call) bool { return now.Sub(*c.EndedAt) > keepDead }, forget},
	}
	for _, s := range steps {
		if err := eachOld(ctx, w, e.ID, s.state, s.old, s.do); err != nil {
			return err
		}
	}
	return mendTimes(ctx, w, e.ID)
}

// eachOld does something about the calls in a state that are too old. What is done takes a
// call out of the state, and may bring another one into it.
func eachOld(ctx context.Context, w *app.Work, endpoint int64, s State, old func(*Call) bool, do func(app.Tx, *Call) error) error {
	for did := 1; did > 0 && ctx.Err() == nil; {
		did = 0
		for from, more := indexes.Position(nil), true; more && ctx.Err() == nil; {
			some, next := 0, from
			err := w.Update(ctx, func(tx app.Tx) (err error) {
				some, next, err = someOld(tx, endpoint, s, from, old, do)
				return err
			})
			if err != nil {
				return err
			}
			did, from, more = did+some, next, next != nil
		}
	}
	return ctx.Err()
}

// someOld goes through some calls, the oldest first; next is where to go on. Behind one that
// is not too old there is none that is, unless it counts from later on than it was made.
func someOld(tx app.Tx, endpoint int64, s State, from indexes.Position, old func(*Call) bool, do func(app.Tx, *Call) error) (did int, next indexes.Position, err error) {
	all, err := oldestOf(tx, endpoint, s, from)
	if err != nil {
		return 0, nil, err
	}
	for _, e := range all {
		c, err := calls.Get(tx, e.ID)
		switch {
		case err != nil:
			return 0, nil, err
		case c.State != s:
			continue
		case old(&c):
			if err := do(tx, &c); err != nil {
				return 0, nil, err
			}
			did++
			continue
		}
		mended, err := mend(tx, &c)
		if err != nil {
			return 0, nil, err
		}
		if !mended && c.RetriedAt == nil && c.Since == nil {
			return did, nil, nil
		}
	}
	if len(all) == clearBatch {
		next = all[clearBatch-1].At
	}
	return did, next, nil
}

// mend lets a call count from now on whose time lies ahead: it would be tried, or kept, until
// that time has come. It tells whether there was anything to mend.
func mend(tx app.Tx, c *Call) (did bool, err error) {
	now := tx.Wall()
	last := c.since()
	if !c.State.open() {
		last = *c.EndedAt
	}
	if !last.After(now.Add(clockSlack)) {
		return false, nil
	}
	_, err = calls.Update(tx, c.ID, func(c *Call) error {
		if c.State.open() {
			c.Since = &now
		} else {
			c.EndedAt = &now
		}
		return nil
	})
	return true, err
}

// giveUp ends a call that was not delivered in its time. Behind one that waited the next moves
// up; one that was behind others made way for nobody.
func giveUp(tx app.Tx, c *Call) error {
	ended, err := calls.Update(tx, c.ID, func(c *Call) error {
		if c.Problem == "" {
			c.Problem = "it could not be delivered in three days"
		}
		c.end(Dead, tx.Wall())
		return nil
	})
	if err != nil || c.State != Waiting {
		return err
	}
	return moveUp(tx, &ended)
}

func forget(tx app.Tx, c *Call) error { return calls.Delete(tx, c.ID) }

// forgetEndpoint deletes the calls of a deleted endpoint, those that are behind others before
// these, and then itself.
func forgetEndpoint(ctx context.Context, w *app.Work, id int64) error {
	any := func(*Call) bool { return true }
	for _, s := range []State{Behind, Waiting, Sent, Dead} {
		if err := eachOld(ctx, w, id, s, any, forget); err != nil {
			return err
		}
	}
	return w.Update(ctx, func(tx app.Tx) error {
		for _, s := range States { // one may have been made by a transaction that ran beside its deletion
			if n, err := callListed.CountOf(tx, indexes.Equal(groupOf(id, s))); err != nil || n > 0 {
				return err
			}
		}
		return ignoreMissing(endpoints.Delete(tx, id))
	})
}

// mendTimes makes calls due that wait longer than any pause: the clock was set back since.
func mendTimes(ctx context.Context, w *app.Work, endpoint int64) error {
	far := w.App.Now().Add(maxWait + time.Minute)
	return w.Update(ctx, func(tx app.Tx) error {
		var wrong []int64
		late := indexes.PrefixOf[time.Time](endpoint).From(readyKey{A: endpoint, B: far})
		for id, err := range callReady.IDs(tx, late.Limit(clearBatch)) {
			if err != nil {
				return err
			}
			wrong = append(wrong, id)
		}
		for _, id := range wrong {
			if _, err := calls.Update(tx, id, func(c *Call) error { c.wait(tx.Wall()); return nil }); err != nil {
				return err
			}
		}
		return nil
	})
}

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

// eachOld does something about the oldest calls in a state that are too old, and stops at
// the first that is not. What is done takes a call out of the state.
func eachOld(ctx context.Context, w *app.Work, endpoint int64, s State, old func(*Call) bool, do func(app.Tx, *Call) error) error {
	for n := clearBatch; n == clearBatch && ctx.Err() == nil; {
		err := w.Update(ctx, func(tx app.Tx) error {
			n = 0
			ids, err := oldestOf(tx, endpoint, s)
			if err != nil {
				return err
			}
			for _, id := range ids {
				c, err := calls.Get(tx, id)
				if err != nil {
					return err
				}
				if c.State != s || !old(&c) {
					return nil
				}
				if err := do(tx, &c); err != nil {
					return err
				}
				n++
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// giveUp ends a call that was not delivered in its time.
func giveUp(tx app.Tx, c *Call) error {
	ended, err := calls.Update(tx, c.ID, func(c *Call) error {
		if c.Problem == "" {
			c.Problem = "the receiver did not answer well for three days"
		}
		c.end(Dead, tx.Wall())
		return nil
	})
	if err != nil {
		return err
	}
	return moveUp(tx, &ended)
}

func forget(tx app.Tx, c *Call) error { return calls.Delete(tx, c.ID) }

// forgetEndpoint deletes the calls of a deleted endpoint, and then itself.
func forgetEndpoint(ctx context.Context, w *app.Work, id int64) error {
	any := func(*Call) bool { return true }
	for _, s := range States {
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

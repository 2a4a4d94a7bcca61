package webhook

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/indexes"
)

// TestCall sends a call about nothing to an endpoint, as soon as any other.
func TestCall(ctx context.Context, a *app.App, c *app.Caller, id int64) (made Call, err error) {
	err = a.Update(ctx, c, app.EditWebhooks, func(tx app.Tx) error {
		e, err := find(tx, id)
		if err != nil {
			return err
		}
		if e.Disabled {
			return app.Field("id", "is switched off")
		}
		one := &Call{EndpointID: id, Kind: Test, At: tx.Now()}
		if err := queue(tx, one, map[laneKey]bool{}); err != nil {
			return err
		}
		nudgeAfter(tx)
		if err := insert(tx, []*Call{one}); err != nil {
			return err
		}
		made = *one
		return nil
	})
	return made, err
}

// SendAgain sends a dead call again, or at once one that waits for its next attempt.
func SendAgain(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.EditWebhooks, func(tx app.Tx) error {
		one, err := calls.Get(tx, id)
		if errors.Is(err, indexes.ErrNotFound) {
			return app.Missing("call")
		}
		if err != nil {
			return err
		}
		if _, err := find(tx, one.EndpointID); err != nil {
			if app.KindOf(err) == app.NotFound {
				return app.Missing("call")
			}
			return err
		}
		if one.State != Dead && one.State != Waiting {
			return app.Field("id", "is %s, and only what is dead or waiting is sent again", one.State)
		}
		workers.Of(a).forgive(pumpKey{tx.Company(), one.EndpointID})
		nudgeAfter(tx)
		return again(tx, id)
	})
}

// again makes a call due at once, with all its time before it.
func again(tx app.Tx, id int64) error {
	_, err := calls.Update(tx, id, func(c *Call) error {
		now := tx.Wall()
		c.Attempts, c.RetriedAt = 0, &now
		if c.State == Waiting {
			c.wait(tx.Wall())
			return nil
		}
		return queue(tx, c, map[laneKey]bool{})
	})
	return err
}

// SendDead sends the dead calls of an endpoint again, the oldest first, and tells how many.
func SendDead(ctx context.Context, a *app.App, c *app.Caller, id int64) (n int, err error) {
	for more := true; more; {
		some := 0
		err := a.Update(ctx, c, app.EditWebhooks, func(tx app.Tx) error {
			some = 0
			if _, err := find(tx, id); err != nil {
				return err
			}
			dead, err := oldestOf(tx, id, Dead)
			if err != nil {
				return err
			}
			for _, one := range dead {
				if err := again(tx, one); err != nil {
					return err
				}
			}
			some = len(dead)
			workers.Of(a).forgive(pumpKey{tx.Company(), id})
			nudgeAfter(tx)
			return nil
		})
		if err != nil {
			return n, err
		}
		n += some
		more = some == clearBatch
	}
	return n, nil
}

// oldestOf are the oldest calls of an endpoint in a state.
func oldestOf(r app.Reader, endpoint int64, s State) (ids []int64, err error) {
	for id, err := range callListed.IDs(r, indexes.Equal(groupOf(endpoint, s)).Limit(clearBatch)) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// forgive asks an endpoint again at once that did not answer.
func (w *worker) forgive(key pumpKey) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if h, ok := w.health[key]; ok {
		h.until = h.since
		w.health[key] = h
	}
}

package webhook

import (
	"context"
	"errors"
	"fmt"

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
		if err := enqueue(tx, one, map[laneKey]bool{}); err != nil {
			return err
		}
		nudgeAfter(tx)
		app.Note(tx, "webhooks", id, "a test call")
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
	return a.Update(ctx, c, app.EditWebhooks, func(tx app.Tx) error { return sendAgain(tx, id) })
}

func sendAgain(tx app.Tx, id int64) error {
	one, err := calls.Get(tx, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing("call")
	}
	if err != nil {
		return err
	}
	e, err := find(tx, one.EndpointID)
	switch {
	case app.KindOf(err) == app.NotFound:
		return app.Missing("call")
	case err != nil:
		return err
	case one.State != Dead && one.State != Waiting:
		return app.Field("id", "is %s, and only what is dead or waiting is sent again", one.State)
	case !e.asks(one.Kind):
		return app.Field("id", "is about something that its webhook does not ask for any more")
	}
	workers.Of(app.Of(tx)).forgive(pumpKey{tx.Company(), one.EndpointID})
	nudgeAfter(tx)
	app.Note(tx, "webhooks", one.EndpointID, fmt.Sprintf("call %d sent again", id))
	return again(tx, id)
}

// again makes a call due at once, with all its time before it.
func again(tx app.Tx, id int64) error {
	_, err := calls.Update(tx, id, func(c *Call) error {
		now := tx.Wall()
		c.Attempts, c.RetriedAt, c.Since = 0, &now, nil
		if c.State == Waiting {
			c.wait(tx.Wall())
			return nil
		}
		return enqueue(tx, c, map[laneKey]bool{})
	})
	return err
}

// SendDead sends the dead calls of an endpoint again, the oldest first, and tells how many.
// More tells that it left some for another time: it sends only so many at once.
func SendDead(ctx context.Context, a *app.App, c *app.Caller, id int64) (n int, more bool, err error) {
	return sendDead(id, maxAgain, func(do func(tx app.Tx) error) error { return a.Update(ctx, c, app.EditWebhooks, do) })
}

// sendDead sends at most so many dead calls of an endpoint again, some in each update.
func sendDead(id int64, most int, update func(func(app.Tx) error) error) (n int, more bool, err error) {
	var from indexes.Position
	for range most / clearBatch {
		some, next := 0, from
		err := update(func(tx app.Tx) (err error) {
			some, next, err = sendSome(tx, id, from)
			return err
		})
		if err != nil {
			return n, false, err
		}
		if n += some; next == nil {
			return n, false, nil
		}
		from = next
	}
	return n, true, nil
}

// sendSome sends some dead calls of an endpoint again; next is where to go on, nil at the
// end.
func sendSome(tx app.Tx, id int64, from indexes.Position) (n int, next indexes.Position, err error) {
	e, err := find(tx, id)
	if err != nil {
		return 0, nil, err
	}
	dead, err := oldestOf(tx, id, Dead, from)
	if err != nil {
		return 0, nil, err
	}
	for _, one := range dead {
		c, err := calls.Get(tx, one.ID)
		if err != nil {
			return 0, nil, err
		}
		if !e.asks(c.Kind) {
			continue
		}
		if err := again(tx, one.ID); err != nil {
			return 0, nil, err
		}
		n++
	}
	if n > 0 {
		workers.Of(app.Of(tx)).forgive(pumpKey{tx.Company(), id})
		nudgeAfter(tx)
		app.Note(tx, "webhooks", id, fmt.Sprintf("dead calls sent again: %d", n))
	}
	if len(dead) == clearBatch {
		next = dead[clearBatch-1].At
	}
	return n, next, nil
}

// oldestOf are the oldest calls of an endpoint in a state, behind a position among them.
func oldestOf(r app.Reader, endpoint int64, s State, from indexes.Position) (all []indexes.Entry[int64], err error) {
	for e, err := range callListed.Keys(r, indexes.Equal(groupOf(endpoint, s)).After(from).Limit(clearBatch)) {
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
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

package massrefund

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/queue"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// Start begins to refund what was sold of a cancelled event, in the background. A dry run does at once
// what would be done then, and tells what that came to: of the first orders where there are many.
func Start(ctx context.Context, a *app.App, c *app.Caller, eventID int64, t Terms) (Run, error) {
	n, err := begun(ctx, a, c, eventID, t)
	if err != nil || !app.Dry(a) {
		return n, err
	}
	try := &turn{app: a, company: c.CompanyID, id: n.ID, next: walk}
	for range maxTried {
		p, err := try.step(ctx)
		if err != nil {
			return n, err
		}
		if p != queue.More {
			break
		}
	}
	return Read(ctx, a, c, n.ID)
}

// begun stores a run.
func begun(ctx context.Context, a *app.App, c *app.Caller, eventID int64, t Terms) (n Run, err error) {
	ask := t.refund("")
	if err := ask.CheckTerms(c); err != nil {
		return n, err
	}
	if t.Kind == rules.Void {
		t.Online = false
	}
	err = a.Update(ctx, c, app.Refund, func(tx app.Tx) error {
		e, err := catalog.EventByID(tx, eventID)
		switch {
		case err != nil:
			return err
		case e.DeletedAt != nil:
			return app.Missing("event")
		case e.CancelledAt == nil:
			return app.Field("eventId", "is not cancelled")
		}
		if _, found, err := runByOpen.Find(tx, eventID); err != nil || found {
			if err == nil {
				err = app.Field("eventId", "is being refunded already")
			}
			return err
		}
		n = Run{EventID: eventID, State: Running, Terms: t, UserID: c.UserID}
		if err := runs.Insert(tx, &n); err != nil {
			return err
		}
		if err := goesOn.Put(tx, &n); err != nil {
			return err
		}
		return ports(tx).Begun(tx, &n)
	})
	return n, err
}

// Stop ends a run before all orders had their turn.
func Stop(ctx context.Context, a *app.App, c *app.Caller, id int64) (n Run, err error) {
	err = a.Update(ctx, c, app.Refund, func(tx app.Tx) error {
		if n, err = RunByID(tx, id); err != nil {
			return err
		}
		if n.State != Running {
			return app.Field("id", "is not running any more")
		}
		if n, err = runs.Update(tx, id, func(n *Run) error { n.end(Stopped, tx.Now()); return nil }); err != nil {
			return err
		}
		return ports(tx).Ended(tx, &n)
	})
	return n, err
}

// RunByID finds a run of the company.
func RunByID(r app.Reader, id int64) (Run, error) {
	n, err := runs.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		err = app.Missing("event refund")
	}
	return n, err
}

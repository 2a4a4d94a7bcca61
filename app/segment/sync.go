package segment

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
)

const (
	// SyncJob is the name of the job that fills groups.
	SyncJob = "automatic customer groups"
	// syncEvery is the pause between two rounds, syncBatch how many changed orders one
	// transaction takes, and maxOrders how many orders of a customer count.
	syncEvery = 2 * time.Minute
	syncBatch = 200
	maxOrders = 2_000
)

// Jobs fill automatic groups.
func Jobs() []app.Job {
	return []app.Job{{Name: SyncJob, Every: syncEvery, Each: syncAll}}
}

func syncAll(ctx context.Context, w *app.Work) error {
	var all []customer.Group
	err := w.View(ctx, func(r app.Reader) (err error) { all, err = customer.Automatic(r, w.App.Now()); return err })
	for i := range all {
		if err == nil {
			err = w.Record(ctx, all[i].ID, func() error { return sync(ctx, w, &all[i]) })
		}
	}
	return err
}

// sync looks at the buyers of what changed since the last round.
func sync(ctx context.Context, w *app.Work, g *customer.Group) error {
	for ctx.Err() == nil {
		var changes order.Changes
		fit := map[int64]bool{}
		err := w.View(ctx, func(r app.Reader) (err error) {
			clear(fit)
			if changes, err = order.ChangedAfter(r, g.SyncedTo, syncBatch); err != nil {
				return err
			}
			orders, err := order.Orders.GetMany(r, changes.OrderIDs)
			for i := range orders {
				id := orders[i].CustomerID
				if _, seen := fit[id]; seen || id == 0 || err != nil {
					continue
				}
				fit[id], err = fits(r, g.Rule, id)
			}
			return err
		})
		if err != nil {
			return err
		}
		var next *customer.Group
		err = w.Update(ctx, func(tx app.Tx) (err error) {
			next, err = customer.Sync(tx, g, fit, changes.Until)
			return err
		})
		if err != nil || next == nil || !changes.More {
			return err
		}
		g = next
	}
	return ctx.Err()
}

package segment

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
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

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Jobs: []app.Job{{Name: SyncJob, Every: syncEvery, Each: syncAll}},
	}
}

// BeginAgain looks at all orders again: in another mode others of them count.
func BeginAgain(tx app.Tx, _ *company.Company) error { return customer.BeginRules(tx) }

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

// sync looks at the buyers of what changed since the last round, and at those who bought it
// before somebody else was given it.
func sync(ctx context.Context, w *app.Work, g *customer.Group) error {
	for ctx.Err() == nil {
		changes, buyers, err := changed(ctx, w, g)
		if err != nil {
			return err
		}
		fit := make(map[int64]bool, len(buyers))
		for _, id := range buyers {
			if fit[id], err = fitsNow(ctx, w, g, id); err != nil {
				return err
			}
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

// changed finds the next changes of orders, and whose they are.
func changed(ctx context.Context, w *app.Work, g *customer.Group) (changes order.Changes, buyers []int64, err error) {
	err = w.View(ctx, func(r app.Reader) (err error) {
		buyers = nil
		if changes, err = order.ChangedAfter(r, g.SyncedTo, syncBatch); err != nil {
			return err
		}
		orders, err := order.Orders.GetMany(app.Lenient(r), changes.OrderIDs)
		if err != nil {
			return err
		}
		for i := range orders {
			for _, id := range append(slices.Clip(orders[i].Former), orders[i].CustomerID) {
				if id, err = customer.Standing(r, id); err != nil { // who has the former one's place in the group
					return err
				}
				if id != 0 && !slices.Contains(buyers, id) {
					buyers = append(buyers, id)
				}
			}
		}
		return nil
	})
	return changes, buyers, err
}

// fitsNow decides about one customer, in a snapshot of its own: somebody may have bought
// thousands of things. What cannot be read does not count.
func fitsNow(ctx context.Context, w *app.Work, g *customer.Group, id int64) (in bool, err error) {
	err = w.View(ctx, func(r app.Reader) (err error) {
		in, err = fits(app.Lenient(r), g.Rule, id)
		return err
	})
	return in, err
}

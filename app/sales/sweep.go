package sales

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// sweep expires the overdue baskets and reservations of a company, in transactions
// of bounded size. Nothing waits for it: whoever looks counts an overdue basket as
// gone already. Its use is that lists and counters say so too.
//
// It looks in a snapshot first: most of the time there is nothing to do, and then
// the writer is left alone.
func sweep(ctx context.Context, w *app.Work) error {
	for ctx.Err() == nil {
		due, err := dueOf(ctx, w)
		if err != nil {
			return err
		}
		if err := w.Records(ctx, due, func(ids []int64) error { return expireAll(ctx, w, ids) }); err != nil {
			return err
		}
		if len(due) < sweepBatch {
			return nil
		}
	}
	return ctx.Err()
}

// dueOf lists the next overdue orders that were not skipped.
func dueOf(ctx context.Context, w *app.Work) (due []int64, err error) {
	err = w.View(ctx, func(r app.Reader) (err error) {
		due, err = order.OverdueIDs(r, w.App.Now(), sweepBatch+w.Skips())
		return err
	})
	due = slices.DeleteFunc(due, w.Skipped)
	return due[:min(len(due), sweepBatch)], err
}

// expireAll expires those of the orders that are still overdue.
func expireAll(ctx context.Context, w *app.Work, due []int64) error {
	return w.Update(ctx, func(tx app.Tx) error {
		s := catalog.NewCache(tx)
		for _, id := range due {
			if err := expireOne(tx, s, id); err != nil {
				return err
			}
		}
		return nil
	})
}

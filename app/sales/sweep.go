package sales

import (
	"context"

	"marquee/app"
	"marquee/app/company"
)

func init() { app.Every("expire baskets", SweepEvery, Sweep) }

// Sweep expires the overdue baskets and reservations of every company, in
// transactions of bounded size. Nothing waits for it: whoever looks counts an
// overdue basket as gone already (domain 5.3). Its use is that lists and
// counters say so too.
func Sweep(ctx context.Context, a *app.App) error {
	companies, err := company.IDs(ctx, a)
	if err != nil {
		return err
	}
	for _, id := range companies {
		if err := sweepCompany(ctx, a, id); err != nil {
			return err
		}
	}
	return nil
}

// sweepCompany looks in a snapshot first: most of the time there is nothing to
// do, and then the writer is left alone.
func sweepCompany(ctx context.Context, a *app.App, id int64) error {
	for ctx.Err() == nil {
		var due int
		err := a.ViewCompany(ctx, id, func(r app.Reader) error {
			ids, err := overdue(r, a.Now(), sweepBatch)
			due = len(ids)
			return err
		})
		if err != nil || due == 0 {
			return err
		}
		var done int
		err = a.UpdateCompany(ctx, id, func(tx app.Tx) (err error) {
			done, err = expireOverdue(tx, newShelf(tx), sweepBatch)
			return err
		})
		if err != nil || done < sweepBatch {
			return err
		}
	}
	return ctx.Err()
}

package sales

import (
	"context"
	"errors"
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
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
		due, err := dueOf(ctx, a, id)
		if err != nil || len(due) == 0 {
			return err
		}
		if err := expireAll(ctx, a, id, due); err != nil {
			return expireSingly(ctx, a, id, due)
		}
		if len(due) < sweepBatch {
			return nil
		}
	}
	return ctx.Err()
}

func dueOf(ctx context.Context, a *app.App, id int64) (due []int64, err error) {
	err = a.ViewCompany(ctx, id, func(r app.Reader) (err error) {
		due, err = order.OverdueIDs(r, a.Now(), sweepBatch)
		return err
	})
	return due, err
}

// expireAll expires those of the orders that are still overdue.
func expireAll(ctx context.Context, a *app.App, id int64, due []int64) error {
	return a.UpdateCompany(ctx, id, func(tx app.Tx) error {
		s := catalog.NewCache(tx)
		for _, id := range due {
			o, err := order.Orders.Get(tx, id)
			if err != nil {
				return err
			}
			if !o.Overdue(tx.Now()) {
				continue
			}
			if err := expire(tx, s, &o); err != nil {
				return fmt.Errorf("order %d: %w", id, err)
			}
		}
		return nil
	})
}

// expireSingly goes on after a batch failed, so that one damaged order does not
// keep the stock of all the others.
func expireSingly(ctx context.Context, a *app.App, id int64, due []int64) error {
	var failed error
	for _, order := range due {
		failed = errors.Join(failed, expireAll(ctx, a, id, []int64{order}))
	}
	return failed
}

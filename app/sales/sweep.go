package sales

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
)

// Sweep expires the overdue baskets and reservations of every company, in
// transactions of bounded size. Nothing waits for it: whoever looks counts an
// overdue basket as gone already. Its use is that lists and
// counters say so too.
func Sweep(ctx context.Context, a *app.App) error {
	companies, err := company.IDs(ctx, a)
	if err != nil {
		return err
	}
	var failed error
	for _, id := range companies {
		if err := sweepCompany(ctx, a, id); err != nil {
			failed = errors.Join(failed, fmt.Errorf("company %d: %w", id, err))
		}
	}
	return failed
}

// sweepCompany looks in a snapshot first: most of the time there is nothing to
// do, and then the writer is left alone. Orders that fail are told in the end and
// keep no other from its turn.
func sweepCompany(ctx context.Context, a *app.App, id int64) error {
	failed := map[int64]error{}
	for ctx.Err() == nil {
		due, err := dueOf(ctx, a, id, failed)
		if err != nil {
			return err
		}
		if err := expireAll(ctx, a, id, due); err != nil {
			if err := expireSingly(ctx, a, id, due, failed); err != nil {
				return err
			}
		}
		if len(due) < sweepBatch {
			return errors.Join(slices.Collect(maps.Values(failed))...)
		}
	}
	return ctx.Err()
}

// dueOf lists the next overdue orders that did not fail before.
func dueOf(ctx context.Context, a *app.App, id int64, failed map[int64]error) (due []int64, err error) {
	err = a.ViewCompany(ctx, id, func(r app.Reader) (err error) {
		due, err = order.OverdueIDs(r, a.Now(), sweepBatch+len(failed))
		return err
	})
	due = slices.DeleteFunc(due, func(id int64) bool { return failed[id] != nil })
	return due[:min(len(due), sweepBatch)], err
}

// expireAll expires those of the orders that are still overdue.
func expireAll(ctx context.Context, a *app.App, id int64, due []int64) error {
	if len(due) == 0 {
		return nil
	}
	return a.UpdateCompany(ctx, id, func(tx app.Tx) error {
		s := catalog.NewCache(tx)
		for _, id := range due {
			if err := expireOne(tx, s, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// expireSingly goes on after a batch failed, and notes which orders failed. It
// stops when it is the store that cannot work.
func expireSingly(ctx context.Context, a *app.App, id int64, due []int64, failed map[int64]error) error {
	for _, order := range due {
		err := expireAll(ctx, a, id, []int64{order})
		if kind := app.KindOf(err); kind == app.TooMany || kind == app.Unavailable {
			return err
		}
		if err != nil {
			failed[order] = err
		}
	}
	return nil
}

package report

import (
	"bytes"
	"context"
	"time"

	"marquee/app"
	"marquee/app/order"
)

// FoldFigures is the name of the job that follows the changes.
const FoldFigures = "fold figures"

// fold brings the figures of a company up to date, in small steps. It rests after each as
// long as the step took, so that it never takes more than half a processor from those who
// sell.
func fold(ctx context.Context, w *app.Work) error {
	for {
		began := time.Now()
		more, err := step(ctx, w)
		if err != nil || !more {
			return err
		}
		rest := time.NewTimer(time.Since(began))
		select {
		case <-ctx.Done():
			rest.Stop()
			return ctx.Err()
		case <-rest.C:
		}
	}
}

// CatchUp brings the figures of a company up to date for somebody who waits for them. It
// gives up when that takes too long, or when the store takes no writes: the figures are
// then as old as they are.
func CatchUp(ctx context.Context, a *app.App, company int64) error {
	until := time.Now().Add(maxCatchUp)
	w := &app.Work{App: a, Company: company}
	for time.Now().Before(until) {
		more, err := step(app.Background(ctx), w)
		if app.StoreRefused(err) {
			return nil
		}
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// step folds some changes; more tells that others wait.
func step(ctx context.Context, w *app.Work) (more bool, err error) {
	more, err = stepFeeds(ctx, w)
	if healed, err := heal(ctx, w, err); err != nil || healed {
		return healed, err
	}
	return more, nil
}

// stepFeeds is a step without a look at whether the figures can be read.
func stepFeeds(ctx context.Context, w *app.Work) (more bool, err error) {
	stale, err := clearStale(ctx, w)
	if err != nil || stale {
		return stale, err
	}
	changed, err := stepOrders(ctx, w)
	if err != nil {
		return false, err
	}
	scanned, err := stepScans(ctx, w)
	return changed || scanned, err
}

// stepOrders counts the next orders that changed. They are read in a snapshot, and only
// written down in a transaction: what changes in between comes with a later step. Where a
// timezone changed in between, the days are not the ones that were counted, and nothing is
// written down.
func stepOrders(ctx context.Context, w *app.Work) (more bool, err error) {
	var (
		from    mark
		changes order.Changes
		counted map[int64][]byte
		clocks  *zones
	)
	err = w.View(ctx, func(r app.Reader) (err error) {
		if from, _, err = marks.Find(r, orderFeed); err != nil {
			return err
		}
		if changes, err = order.ChangedAfter(app.Lenient(r), from.Until, foldOrders); err != nil {
			return err
		}
		clocks = zonesOf(app.Lenient(r))
		counted, err = countOrders(clocks, changes.OrderIDs)
		return err
	})
	if err != nil {
		return false, err
	}
	taken := true
	if len(changes.OrderIDs) > 0 || changes.More {
		err = w.Update(ctx, func(tx app.Tx) (err error) {
			if taken, err = clocks.stand(tx); err != nil || !taken {
				return err
			}
			taken, err = takeOrders(tx, from, changes, counted)
			return err
		})
	}
	if err == nil && taken && !changes.More {
		syncedOf.Of(w.App).note(w.Company, changes.Until)
	}
	return changes.More || !taken, err
}

// countOrders counts orders as they are now. One that cannot be read counts nothing.
func countOrders(z *zones, ids []int64) (map[int64][]byte, error) {
	counted := make(map[int64][]byte, len(ids))
	all, err := order.Orders.GetMany(z.r, ids)
	if err != nil {
		return nil, err
	}
	for i := range all {
		counts, err := countStored(z, &all[i])
		if err != nil {
			return nil, err
		}
		counted[all[i].ID] = pack(counts)
	}
	return counted, nil
}

// countStored counts an order with what is stored of it.
func countStored(z *zones, o *order.Order) ([]count, error) {
	payments, err := order.Transactions.GetMany(z.r, o.TransactionIDs)
	if err != nil || !o.Moves() {
		return countOrder(z, o, nil, payments), err
	}
	items, err := order.Items.GetMany(z.r, o.ItemIDs)
	return countOrder(z, o, items, payments), err
}

// takeOrders puts new counts of orders in place of those before. Where somebody else has
// folded meanwhile, or figures are to be made anew, nothing is taken: the changes may lie
// behind others that are not in the figures.
func takeOrders(tx app.Tx, from mark, changes order.Changes, counted map[int64][]byte) (taken bool, err error) {
	now, _, err := marks.Find(tx, orderFeed)
	if err != nil || now != from {
		return false, err
	}
	delta := deltas{}
	for _, id := range changes.OrderIDs {
		if err := replaceCounts(tx, delta, id, counted[id]); err != nil {
			return false, err
		}
	}
	if err := delta.store(tx); err != nil {
		return false, err
	}
	return true, putMark(tx, mark{Feed: orderFeed, Until: changes.Until})
}

// replaceCounts remembers what an order counts now, and notes the difference.
func replaceCounts(tx app.Tx, delta deltas, id int64, now []byte) error {
	before, known, err := foldedOrders.Find(tx, id)
	if err != nil || bytes.Equal(before.Counts, now) {
		return err
	}
	if err := delta.addPacked(before.Counts, -1); err != nil {
		return err
	}
	if err := delta.addPacked(now, 1); err != nil {
		return err
	}
	if len(now) > 0 {
		return foldedOrders.Put(tx, &folded{OrderID: id, Counts: now})
	}
	if known {
		return foldedOrders.Delete(tx, id)
	}
	return nil
}

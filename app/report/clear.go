package report

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
)

// Refold makes all figures of a company anew, from the records. The fold does it in the
// background; until it is done the figures are too small.
func Refold(ctx context.Context, a *app.App, companyID int64) error {
	return a.UpdateCompany(app.Background(ctx), companyID, markStale)
}

// clearStale removes some figures that were counted in another way; stale tells that there
// were any.
func clearStale(ctx context.Context, w *app.Work) (stale bool, err error) {
	err = w.View(ctx, func(r app.Reader) (err error) {
		stale, err = isStale(r)
		return err
	})
	if err != nil || !stale {
		return stale, err
	}
	return true, w.Update(ctx, func(tx app.Tx) error {
		n, err := clearCounted(tx)
		if err != nil || n == clearCells {
			return err
		}
		for _, feed := range []int64{orderFeed, scanFeed} {
			if err := marks.Delete(tx, feed); err != nil && !isMissing(err) {
				return err
			}
		}
		return nil
	})
}

// isStale tells whether any feed was counted in another way, or for days of another
// timezone. One that was never folded is not stale.
func isStale(r app.Reader) (bool, error) {
	settings, err := company.SettingsOf(r)
	if err != nil {
		return false, err
	}
	for _, feed := range []int64{orderFeed, scanFeed} {
		m, known, err := marks.Find(r, feed)
		if err != nil || known && (m.Version != countVersion || m.Zone != settings.Timezone) {
			return true, err
		}
	}
	return false, nil
}

// MoveDays makes the figures anew when an event gets another timezone: its days begin at
// other times.
func MoveDays(tx app.Tx, _ catalog.ZoneMove) error { return markStale(tx) }

// markStale has the fold begin anew, where it has begun.
func markStale(tx app.Tx) error {
	for _, feed := range []int64{orderFeed, scanFeed} {
		if _, known, err := marks.Find(tx, feed); err != nil || !known {
			return err
		}
		if err := marks.Put(tx, &mark{Feed: feed}); err != nil {
			return err
		}
	}
	return nil
}

// clearCounted removes sums, and then what is remembered of orders.
func clearCounted(tx app.Tx) (n int, err error) {
	var sums []storedKey
	for h, err := range cells.Scan(tx, indexes.All[storedKey]().Limit(clearCells)) {
		if err != nil {
			return n, err
		}
		sums = append(sums, h.Key)
	}
	for _, k := range sums {
		if err := cells.Delete(tx, k); err != nil {
			return n, err
		}
	}
	n = len(sums)
	if n == clearCells {
		return n, nil
	}
	var counted []int64
	for h, err := range foldedOrders.Scan(tx, indexes.All[int64]().Limit(clearCells-n)) {
		if err != nil {
			return n, err
		}
		counted = append(counted, h.Key)
	}
	for _, id := range counted {
		if err := foldedOrders.Delete(tx, id); err != nil {
			return n, err
		}
	}
	return n + len(counted), nil
}

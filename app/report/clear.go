package report

import (
	"context"
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
)

// feeds are all that is folded.
var feeds = []int64{orderFeed, scanFeed}

// Refold makes all figures of a company anew, from the records. The fold does it in the
// background; until it is done the figures are too small.
func Refold(ctx context.Context, a *app.App, companyID int64) error {
	return a.UpdateCompany(app.Background(ctx), companyID, markStale)
}

// heal makes the figures anew when some of what is stored of them cannot be read: all of
// it follows from the records. Any other error is not its business.
func heal(ctx context.Context, w *app.Work, err error) (healed bool, _ error) {
	if err != nil && !unreadable(err) {
		return false, err
	}
	if !syncedOf.Of(w.App).takeBroken(w.Company) && err == nil {
		return false, nil
	}
	w.App.Log().Warn("figures that cannot be read are made anew", "company", w.Company, "error", err)
	return true, Refold(ctx, w.App, w.Company)
}

// unreadable tells that figures cannot be read, and not what they are made of.
func unreadable(err error) bool {
	damage, ok := errors.AsType[*indexes.DamagedError](err)
	return errors.Is(err, errCounts) || ok && slices.Contains([]string{cellTable, orderTable, markTable}, damage.Table)
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
	syncedOf.Of(w.App).forget(w.Company)
	return true, w.Update(ctx, func(tx app.Tx) error {
		if stale, err := isStale(tx); err != nil || !stale {
			return err // somebody else was faster
		}
		// What is half gone stays stale, even if the timezone is again what it was.
		if err := markStale(tx); err != nil {
			return err
		}
		n, err := clearCounted(tx)
		if err != nil || n == clearCells {
			return err
		}
		_, err = marks.Discard(tx, indexes.All[int64]())
		return err
	})
}

// isStale tells whether any feed was counted in another way, or for days of another
// timezone. One that was never folded is not stale.
func isStale(r app.Reader) (bool, error) {
	settings, err := company.SettingsOf(r)
	if err != nil {
		return false, err
	}
	for _, feed := range feeds {
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

// markStale has the fold begin anew, also one that is at its first step just now. Marks
// that cannot be read are replaced like the others.
func markStale(tx app.Tx) error {
	if _, err := marks.Discard(tx, indexes.All[int64]()); err != nil {
		return err
	}
	for _, feed := range feeds {
		if err := marks.Put(tx, &mark{Feed: feed}); err != nil {
			return err
		}
	}
	return nil
}

// clearCounted removes sums, and then what is remembered of orders, by their keys: what
// cannot be read goes with the others.
func clearCounted(tx app.Tx) (n int, err error) {
	if n, err = cells.Discard(tx, indexes.All[storedKey]().Limit(clearCells)); err != nil || n == clearCells {
		return n, err
	}
	orders, err := foldedOrders.Discard(tx, indexes.All[int64]().Limit(clearCells-n))
	return n + orders, err
}

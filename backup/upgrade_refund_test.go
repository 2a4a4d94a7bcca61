package backup

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/indexes"
	"marquee/kv/bolt"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// TestOldOrdersAreRefunded: an order that an older program sold is refunded as one of today,
// and the store stays sound, its ledger too.
func TestOldOrdersAreRefunded(t *testing.T) {
	kvtest.SingleGoroutine(t)
	for _, f := range allFixtures(t) {
		t.Run(fmt.Sprintf("schema-%d", f.number), func(t *testing.T) {
			is := is.New(t)
			store := filepath.Join(t.TempDir(), "marquee.db")
			_, err := here(t).Restore(t.Context(), Restoring{Source: fixturePath(f.number, ".tar.zst"), Store: store, Upgrade: upgrade})
			is.NoErr(err)
			e, err := bolt.Open(store, bolt.Options{FreePages: -1, Clock: func() time.Time { return f.Made.Add(time.Minute) }})
			is.NoErr(err)
			a := app.New(e, business, app.Options{})
			c := callerOf(t, a, f.Replays[0])
			old := paidOrder(t, a, c)
			all, err := refund.Orders(t.Context(), a, c, rules.Refund{Order: order.Key{ID: old.ID}, Kind: rules.MoneyBack})
			is.NoErr(err)
			is.Equal(all[0].Amount(), old.Totals.Paid)
			is.NoErr(e.Close())
			report, err := Inspect(t.Context(), business, store, Full, func(f Finding) { t.Error(f) })
			is.NoErr(err)
			is.True(report.Good())
		})
	}
}

// paidOrder is the first complete order that somebody paid for, and nothing of which was
// given back.
func paidOrder(t *testing.T, a *app.App, c *app.Caller) (o order.Order) {
	t.Helper()
	err := a.View(t.Context(), c, app.Authenticated, func(r app.Reader) error {
		for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if hit.Rec.Status == order.Complete && hit.Rec.Totals.Paid > 0 && hit.Rec.Totals.Refunded == 0 {
				o = hit.Rec
				return nil
			}
		}
		return nil
	})
	if err != nil || o.ID == 0 {
		t.Fatal(err, o.ID)
	}
	return o
}

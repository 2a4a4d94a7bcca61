package demo

import (
	"flag"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/imported"
	"marquee/indexes"

	"github.com/matryer/is"
)

var demoOrders = flag.Int("demo.orders", 300, "how many orders the festival under test has")

func TestFestival(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Calm())
	f, err := Load(t.Context(), w.App, w.A.Owner, Options{Orders: *demoOrders, Seed: 1})
	is.NoErr(err)
	is.Equal(len(f.SaleItems), 12)
	is.Equal(f.Orders, *demoOrders)
	is.True(f.Entries > 0)

	t.Run("has orders in every state of sales", func(t *testing.T) {
		is := is.New(t)
		seen := map[order.Status]int{}
		err := w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error {
			for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
				if err != nil {
					return err
				}
				seen[hit.Rec.Status]++
			}
			return nil
		})
		is.NoErr(err)
		for _, s := range []order.Status{order.Active, order.Complete, order.Expired, order.AwaitingApproval} {
			is.True(seen[s] > 0) // every state is there
		}
	})
}

func TestReferenceThatIsTaken(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Calm())
	l := &loader{ctx: t.Context(), app: w.App, caller: w.A.Owner}
	now := w.App.Now()
	for range 2 {
		is.NoErr(l.take([]imported.PastOrder{{
			Reference: "TWICE222", Status: order.Expired, CurrencyID: w.A.Company.CurrencyID, Channel: catalog.APIChannel,
			CreatedAt: now.Add(-time.Hour), ExpiresAt: now.Add(-time.Minute),
		}}))
	}
	is.NoErr(w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error {
		n, err := order.Orders.Count(r)
		is.Equal(n, int64(2))
		return err
	}))
}

func TestDraw(t *testing.T) {
	is := is.New(t)
	d, err := readData()
	is.NoErr(err)
	one, two := newDrawer(7, d.items, 100), newDrawer(7, d.items, 100)
	for range 1000 {
		a, b := one.next(), two.next()
		is.Equal(a, b) // the same seed draws the same orders
		for _, l := range a.lines {
			it := d.items[l.item]
			is.True(l.n >= max(it.min, 1))
			is.True(it.multiple == 0 || l.n%it.multiple == 0)
			is.True(it.max == 0 || l.n <= it.max)
		}
	}
}

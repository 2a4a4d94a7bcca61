package report_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/report"

	"github.com/matryer/is"
)

// TestLately: what is sold stands in its minute and in today's figures; of yesterday there is
// nothing in either.
func TestLately(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t, apptest.Calm())
	lately := func(counts bool) (l report.Lately) {
		t.Helper()
		is.NoErr(report.CatchUp(p.ctx, p.App, p.A.Owner.CompanyID))
		p.must(p.App.View(p.ctx, p.A.Owner, app.ViewReports, func(r app.Reader) (err error) {
			l, err = report.LatelyAt(r, p.event.ID, p.Clock.Now(), 10, func(int64) bool { return counts })
			return err
		}))
		return l
	}
	p.sell(order.Cash, 1)
	p.Clock.Jump(24 * time.Hour)
	is.Equal(lately(true).Today, int64(0))

	p.sell(order.Cash, 2)
	p.Clock.Jump(3 * time.Minute)
	p.sell(order.Cash, 1)
	l := lately(true)
	is.Equal(l.Minutes, []int64{0, 0, 0, 0, 0, 0, 2, 0, 0, 1})
	is.Equal(l.In(3), int64(1))
	is.Equal(l.In(100), int64(3))
	is.Equal(l.Today, int64(3))
	is.True(!l.From.Add(9 * time.Minute).After(p.Clock.Now()))
	other := lately(false) // what lets nobody in
	is.Equal(other.Today, int64(0))
	is.Equal(other.Net, l.Net)
	is.True(len(l.Net) == 1)
}

package report_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/report"

	"github.com/matryer/is"
)

// TestADayAtTheDoors: what each token did today, and why it turned somebody away. Yesterday is none
// of it.
func TestADayAtTheDoors(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t, apptest.Calm())
	units := p.unitsOf(p.sell(order.Cash, 2).Order.ID)
	p.Clock.Jump(p.event.Start.Sub(p.Clock.Now()))
	p.scan(units[0].Barcode, "in")
	p.Clock.Jump(time.Minute)
	p.scan(units[0].Barcode, "in")
	p.scan("NOBODY", "in")
	today := func() report.DoorDay {
		is.NoErr(report.CatchUp(p.ctx, p.App, p.A.Owner.CompanyID))
		d, err := report.DoorToday(p.ctx, p.App, p.A.Owner, p.event.ID)
		is.NoErr(err)
		return d
	}
	d := today()
	is.Equal(d.By, map[int64]entry.Passed{p.A.Owner.TokenID: {In: 1, Refused: 2}})
	is.Equal(d.Refused[entry.Denied], int64(1))
	is.Equal(len(d.Refused), 2)
	p.must(p.App.View(p.ctx, p.A.Owner, app.ViewEvents, func(r app.Reader) error {
		zone, err := entry.EntryZoneOf(r, p.event.ID)
		is.NoErr(err)
		minutes, err := report.EnteredLately(r, p.event.ID, zone, p.Clock.Now(), 3)
		is.Equal(minutes, []int64{0, 1, 0})
		return err
	}))
	p.Clock.Jump(24 * time.Hour)
	is.Equal(len(today().By), 0)
	_, err := report.DoorToday(p.ctx, p.App, p.B.Owner, p.event.ID)
	is.True(err != nil)
}

package report_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/report"
	"marquee/kv"

	"github.com/matryer/is"
)

// interrupted is an engine on which something else happens before some of the writes.
type interrupted struct {
	kv.Engine
	before func(write int64)
	writes atomic.Int64
}

func (e *interrupted) Update(ctx context.Context, fn func(kv.Tx) error) error {
	e.before(e.writes.Add(1))
	return e.Engine.Update(ctx, fn)
}

// foldWhile folds until everything is folded. Before each of its writes, counted from 1,
// the rest of the box office does something.
func (p *promoter) foldWhile(before func(write int64)) {
	e := &interrupted{Engine: p.App.Engine(), before: before}
	slow := app.New(e, p.App.Definition(), app.Options{Clock: p.Clock.Now})
	for range 4 {
		p.must(slow.RunJob(p.ctx, report.FoldFigures))
	}
}

func (p *promoter) moveCompany(zone string) {
	_, err := company.ChangeSettings(p.ctx, p.App, p.A.Owner, company.SettingsChange{Timezone: &zone})
	p.must(err)
}

func (p *promoter) moveEvent(zone string) {
	_, _, err := catalog.UpdateEvent(p.ctx, p.App, p.A.Owner, p.event.ID, catalog.EventChange{Timezone: &zone, OnlineOnly: new(true)}, nil)
	p.must(err)
}

// Two timezones whose days are hardly ever the same.
const (
	east = "Pacific/Auckland"
	west = "America/Los_Angeles"
)

// TestTimezonesThatChangeMeanwhile: whenever a timezone changes while figures are folded,
// the days that are counted are those of the timezone that it has then. The invariants,
// which the clean-up checks as well, compare them with a recount.
func TestTimezonesThatChangeMeanwhile(t *testing.T) {
	for name, c := range map[string]struct{ begin, meanwhile func(*promoter) }{
		"of the company, at the first fold": {func(*promoter) {}, func(p *promoter) { p.moveCompany(west) }},
		"of the company, at a later one":    {(*promoter).fold, func(p *promoter) { p.moveCompany(west) }},
		"of the event, at the first fold":   {func(*promoter) {}, func(p *promoter) { p.moveEvent(west) }},
		"of the event, at a later one":      {(*promoter).fold, func(p *promoter) { p.moveEvent(west) }},
		"of the company, to and fro":        {(*promoter).fold, func(p *promoter) { p.moveCompany(west); p.moveCompany(east) }},
	} {
		for write := int64(1); write <= 3; write++ {
			t.Run(name, func(t *testing.T) {
				p := newPromoter(t, apptest.Calm())
				p.moveCompany(east)
				p.moveEvent(east)
				p.scan(p.unitsOf(p.sell(order.Cash, 2, 1).Order.ID)[0].Barcode, "in")
				c.begin(p)
				p.Clock.Jump(time.Hour)
				p.scan(p.unitsOf(p.sell(order.Bank, 1).Order.ID)[0].Barcode, "in")
				p.foldWhile(func(n int64) {
					if n == write {
						c.meanwhile(p)
					}
				})
				apptest.CheckApp(p.ctx, t, p.App)
				is.New(t).Equal(p.statistics(report.AskStatistics{}).Tickets.Quantity, int64(4))
			})
		}
	}
}

// TestATimezoneThatComesBack: figures that are half cleared away are made anew, although
// the timezone is again the one that they were counted in.
func TestATimezoneThatComesBack(t *testing.T) {
	p := newPromoter(t, apptest.Calm())
	p.moveCompany(east)
	for range 200 { // more sums than one write clears
		p.sell(order.Cash, 1)
		p.Clock.Jump(time.Hour)
	}
	p.fold()
	p.moveCompany(west)
	p.foldWhile(func(n int64) {
		if n == 2 {
			p.moveCompany(east)
		}
	})
	apptest.CheckApp(p.ctx, t, p.App)
	is.New(t).Equal(p.statistics(report.AskStatistics{}).Tickets.Quantity, int64(200))
}

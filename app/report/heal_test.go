package report_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/report"
	"marquee/indexes"
	"marquee/kv"
)

// damage spoils every record of a space.
func (p *promoter) damage(space kv.Space) {
	p.must(p.App.Engine().Update(context.Background(), func(tx kv.Tx) error {
		var all []kv.Pair
		for pair, err := range tx.Scan(space, kv.Range{}) {
			if err != nil {
				return err
			}
			all = append(all, kv.Pair{Key: bytes.Clone(pair.Key), Value: bytes.Clone(pair.Value)})
		}
		if len(all) == 0 {
			p.t.Fatalf("%s has no records", space)
		}
		for _, pair := range all {
			pair.Value[len(pair.Value)-1] ^= 0xff
			if err := tx.Put(space, pair.Key, pair.Value); err != nil {
				return err
			}
		}
		return nil
	}))
}

// TestDamagedFiguresAreMadeAnew: nothing of the figures is the only place where something
// is known, so that what cannot be read is made anew, without anybody's help.
func TestDamagedFiguresAreMadeAnew(t *testing.T) {
	for _, space := range []kv.Space{"report_cells", "report_orders", "report_marks"} {
		t.Run(string(space), func(t *testing.T) {
			is := is.New(t)
			p := newPromoter(t, apptest.Calm())
			p.sell(order.Cash, 2, 1)
			p.fold()
			began := p.Clock.Now().Add(-time.Hour)
			p.damage(space)
			p.Clock.Jump(time.Minute)
			p.must(p.refund(p.sold[0], p.unitsOf(p.sold[0])[0].ID)) // the order is counted again
			p.statistics(report.AskStatistics{})                    // an answer, whatever it says
			for range 3 {
				p.fold()
			}
			have := p.statistics(report.AskStatistics{})
			volume, tickets, _ := p.recount(began, p.Clock.Now())
			is.True(volume > 0)
			is.Equal(have.Volume, volume)
			is.Equal(have.Tickets.Quantity, tickets)
			p.sell(order.Cash, 1)
			is.Equal(p.statistics(report.AskStatistics{}).Tickets.Quantity, tickets+1)
			p.fold()
			p.statistics(report.AskStatistics{}) // and nothing is made anew again and again
		})
	}
}

// TestExportSlots: no company keeps the others from files.
func TestExportSlots(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t)
	var leave func()
	for range report.MaxOwnExports {
		var err error
		leave, err = report.TakeExport(p.App, p.A.Company.ID)
		is.NoErr(err)
	}
	_, err := report.TakeExport(p.App, p.A.Company.ID)
	is.Equal(app.KindOf(err), app.TooMany)
	_, err = report.TakeExport(p.App, p.B.Company.ID)
	is.NoErr(err)
	leave()
	_, err = report.TakeExport(p.App, p.A.Company.ID)
	is.NoErr(err)
}

// TestSimulatedMoney: a company that takes real money sees nothing of what was simulated
// before, wherever it looks.
func TestSimulatedMoney(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t, apptest.Unchecked())
	id := p.sell(order.Cash, 2).Order.ID
	p.update(func(tx app.Tx) error {
		o, err := indexes.Forge(order.Orders).Update(tx, id, func(o *order.Order) error { o.Demo = true; return nil })
		if err != nil {
			return err
		}
		_, err = indexes.Forge(order.Transactions).Update(tx, o.TransactionIDs[0], func(t *order.Transaction) error { t.Gateway = order.SimulatedGateway; return nil })
		return err
	})
	p.Clock.Jump(time.Minute)
	rows := func(preset int64) int {
		res, err := report.Run(p.ctx, p.App, p.A.Owner, report.Ask{ID: preset, Refresh: true})
		is.NoErr(err)
		return len(res.Rows)
	}
	is.Equal(rows(1), 0)
	is.Equal(rows(15), 0) // orders
	is.Equal(rows(19), 0) // transactions
	stats := p.statistics(report.AskStatistics{})
	is.Equal(stats.Volume, int64(0))
	is.Equal(stats.Orders, int64(0))
	taken, err := report.SalesReport(p.ctx, p.App, p.A.Owner, report.AskTakings{})
	is.NoErr(err)
	is.Equal(taken[0].AllTime.Count, int64(0))
	is.Equal(taken[0].Today.Count, int64(0))
}

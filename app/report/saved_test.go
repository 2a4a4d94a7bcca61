package report_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/report"

	"github.com/matryer/is"
)

// shelf is a folder for reports in memory.
type shelf struct {
	files  map[string]string
	writes int
	fails  int // so many writes fail
}

func (p *promoter) shelf() *shelf {
	s := &shelf{files: map[string]string{}}
	report.KeepIn(p.App, func(name string, write func(io.Writer) error) error {
		s.writes++
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return err
		}
		if s.fails > 0 {
			s.fails--
			return errors.New("no space left")
		}
		s.files[name] = b.String()
		return nil
	})
	return s
}

func (p *promoter) save(in report.Save) report.Saved {
	p.t.Helper()
	s, err := report.SaveReport(p.ctx, p.App, p.A.Owner, in)
	p.must(err)
	return s
}

func (p *promoter) runs(s report.Saved) []report.Delivery {
	p.t.Helper()
	page, err := report.ListRuns(p.ctx, p.App, p.A.Owner, s.Number(), list.Request{Limit: 100})
	p.must(err)
	return page.Rows
}

func (p *promoter) deliver() {
	for _, job := range []string{report.DeliverReports, queue.SendJob} {
		p.must(p.App.RunJob(p.ctx, job))
	}
}

// everyMorning is a report of what was sold the day before.
func everyMorning() report.Save {
	return report.Save{
		Name: "Yesterday", Span: report.LastDay,
		Ask:      report.Ask{ID: report.EventSales, Headers: []string{"items_issued_before", "gross"}, Replace: true},
		Schedule: &report.Schedule{Every: report.Daily, Minute: 6 * 60, Zone: "Europe/Berlin", Folder: true},
	}
}

func TestReportsByTheClock(t *testing.T) {
	t.Run("are made once for each moment, of the day before", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t)
		files := p.shelf()
		s := p.save(everyMorning())
		p.sell(order.Cash, 2)
		p.deliver()
		is.Equal(len(files.files), 0) // it is noon
		p.Clock.Jump(24 * time.Hour)
		for range 3 {
			p.deliver()
		}
		is.Equal(files.writes, 1)
		is.Equal(strings.TrimPrefix(files.files["company-1-report-1000-20270602T040000Z.csv"], "\ufeff"), "\"items_issued_before\",\"gross\"\r\n2,45.00\r\n")
		all := p.runs(s)
		is.Equal(len(all), 1)
		is.Equal(all[0].State, report.RunDone)
		is.Equal(all[0].Rows, int64(1))
		p.Clock.Jump(24 * time.Hour)
		p.deliver()
		is.Equal(strings.TrimPrefix(files.files["company-1-report-1000-20270603T040000Z.csv"], "\ufeff"), "\"items_issued_before\",\"gross\"\r\n") // nothing was sold
	})
	t.Run("are made once after the box office was down for days", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t)
		files := p.shelf()
		s := p.save(everyMorning())
		p.Clock.Jump(100 * time.Hour)
		p.deliver()
		p.deliver()
		is.Equal(files.writes, 1)
		is.Equal(p.runs(s)[0].Due, time.Date(2027, 6, 5, 4, 0, 0, 0, time.UTC))
		next, err := report.ReadSaved(p.ctx, p.App, p.A.Owner, s.Number())
		is.NoErr(err)
		is.Equal(*next.NextAt, time.Date(2027, 6, 6, 4, 0, 0, 0, time.UTC))
	})
	t.Run("go on after the process ended between the file and the note of it", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t, apptest.Calm())
		p.shelf()
		s := p.save(everyMorning())
		p.Clock.Jump(24 * time.Hour)
		files := &shelf{}
		e := &interrupted{Engine: p.App.Engine(), before: func(int64) {
			if len(files.files) > 0 { // this is the note of it
				panic("the process ended")
			}
		}}
		living := p.App
		p.App = app.New(e, living.Definition(), app.Options{Clock: p.Clock.Now})
		files = p.shelf()
		_ = p.App.RunJob(p.ctx, report.DeliverReports)
		_ = p.App.RunJob(p.ctx, queue.SendJob)
		p.App = living
		is.Equal(files.writes, 1)
		is.Equal(p.runs(s)[0].State, report.RunWaiting)
		again := p.shelf()
		p.deliver()
		p.deliver()
		is.Equal(again.writes, 1)
		is.Equal(len(again.files["company-1-report-1000-20270602T040000Z.csv"]) > 0, true) // in the place of the first
		is.Equal(len(p.runs(s)), 1)
		is.Equal(p.runs(s)[0].State, report.RunDone)
	})
	t.Run("are tried again, and given up with their reason", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t)
		files := p.shelf()
		files.fails = 1
		s := p.save(everyMorning())
		p.Clock.Jump(24 * time.Hour)
		p.deliver()
		is.Equal(p.runs(s)[0].State, report.RunWaiting)
		p.Clock.Jump(time.Hour)
		p.deliver()
		is.Equal(p.runs(s)[0].State, report.RunDone)
		files.fails = 100
		p.Clock.Jump(24 * time.Hour)
		for range 10 {
			p.deliver()
			p.Clock.Jump(time.Hour)
		}
		is.Equal(p.runs(s)[0].State, report.RunFailed)
		is.Equal(p.runs(s)[0].Problem, "the file could not be written")
	})
	t.Run("have the rights that their maker has then", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t)
		files := p.shelf()
		maker := p.A.With(app.ViewReports, app.EditCompany)
		s, err := report.SaveReport(p.ctx, p.App, maker, everyMorning())
		is.NoErr(err)
		_, err = company.SuspendUser(p.ctx, p.App, maker.UserEmail)
		is.NoErr(err)
		p.Clock.Jump(24 * time.Hour)
		p.deliver()
		is.Equal(len(files.files), 0)
		is.Equal(p.runs(s)[0].Problem, "Who saved this report does not belong to the company any more.")
	})
	t.Run("are tried again after reading took too long", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t)
		slow := true
		report.KeepIn(p.App, func(string, func(io.Writer) error) error {
			if slow {
				return &app.Error{Kind: app.Unavailable, Message: app.Msg("Reading took too long. Please ask for less.")}
			}
			return nil
		})
		s := p.save(everyMorning())
		p.Clock.Jump(24 * time.Hour)
		p.deliver()
		is.Equal(p.runs(s)[0].State, report.RunWaiting)
		is.Equal(p.runs(s)[0].Attempts, int64(1))
		slow = false
		p.Clock.Jump(time.Hour)
		p.deliver()
		is.Equal(p.runs(s)[0].State, report.RunDone)
	})
	t.Run("are not sent after their report was changed", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t)
		p.shelf()
		s := p.save(everyMorning())
		p.Clock.Jump(24 * time.Hour)
		p.deliver()
		_, _, _, err := report.FileOfRun(p.ctx, p.App, p.A.Owner.CompanyID, p.runs(s)[0].ID, 1<<20)
		is.NoErr(err)
		other := everyMorning()
		other.ID = s.Number()
		p.save(other)
		_, _, _, err = report.FileOfRun(p.ctx, p.App, p.A.Owner.CompanyID, p.runs(s)[0].ID, 1<<20)
		is.Equal(app.KindOf(err), app.Invalid)
	})
	t.Run("are forgotten with their report", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t)
		p.shelf()
		s := p.save(everyMorning())
		p.Clock.Jump(24 * time.Hour)
		p.deliver()
		is.NoErr(report.DeleteSaved(p.ctx, p.App, p.A.Owner, s.Number()))
		_, err := report.ListRuns(p.ctx, p.App, p.A.Owner, s.Number(), list.Request{})
		is.Equal(app.KindOf(err), app.NotFound)
		p.Clock.Jump(24 * time.Hour)
		p.deliver()
	})
}

// TestSavedReports: a call asks for one by its number, and what it says goes before what
// was saved.
func TestSavedReports(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t)
	p.sell(order.Cash, 1, 2)
	s := p.save(report.Save{Name: "Kinds", Ask: report.Ask{ID: report.SaleItemSales, Filter: map[string][]string{"payment_methods": {"cash"}}, Headers: []string{"item_name"}, Replace: true}})
	is.Equal(s.Number(), int64(1000))
	res, err := report.Run(p.ctx, p.App, p.A.Owner, report.Ask{ID: 1000, Refresh: true})
	is.NoErr(err)
	is.Equal(res.Name, "Kinds")
	is.Equal(res.ID, int64(1000))
	is.Equal(res.Rows, []report.Row{{"Standing"}, {"Seated"}})
	res, err = report.Run(p.ctx, p.App, p.A.Owner, report.Ask{ID: 1000, Filter: map[string][]string{"payment_methods": {"bank"}}})
	is.NoErr(err)
	is.Equal(len(res.Rows), 0)
	_, err = report.Run(p.ctx, p.App, p.B.Owner, report.Ask{ID: 1000})
	is.Equal(app.KindOf(err), app.NotFound)
	_, err = report.SaveReport(p.ctx, p.App, p.A.With(app.ViewReports), everyMorning())
	is.Equal(app.KindOf(err), app.Forbidden) // it goes into the folder
	_, err = report.SaveReport(p.ctx, p.App, p.A.With(app.ViewReports), report.Save{Name: "Wallets", Ask: report.Ask{ID: report.WalletBalances}})
	is.Equal(app.KindOf(err), app.Forbidden)
}

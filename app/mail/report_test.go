package mail_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/mail"
	"marquee/app/queue"
	"marquee/app/report"
	"marquee/app/report/sheet"
)

func (d *desk) savedReport(by *app.Caller, format sheet.Format) report.Saved {
	d.t.Helper()
	s, err := report.SaveReport(d.t.Context(), d.App, by, report.Save{
		Name: "Sold yesterday", Span: report.LastDay, Ask: report.Ask{ID: report.EventSales},
		Schedule: &report.Schedule{Every: report.Daily, Minute: 6 * 60, Format: format, To: []string{"boss@example.com", "till@example.com"}},
	})
	d.must(err)
	return s
}

func (d *desk) deliver() {
	d.t.Helper()
	for _, job := range []string{report.DeliverReports, queue.SendJob, queue.SendJob} { // one at a time
		d.must(d.App.RunJob(d.t.Context(), job))
	}
	d.jobs()
}

// TestReportsByMail: who is named gets a report that was made by the clock, once, with the
// file.
func TestReportsByMail(t *testing.T) {
	t.Run("once, with the file", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t)
		d.buy(ada, d.ticket)
		d.savedReport(d.A.Owner, sheet.CSV)
		d.Clock.Jump(24 * time.Hour)
		for range 3 {
			d.deliver()
		}
		is.Equal(len(d.mails(mail.Filter{Kinds: []string{string(mail.StaffReport)}})), 2)
		is.Equal(len(d.carrier.to("till@example.com")), 1)
		l := d.carrier.lastTo("boss@example.com")
		is.True(strings.HasPrefix(l.Subject, "Sold yesterday, "))
		is.Equal(len(l.Attachments), 1)
		is.Equal(l.Attachments[0].Name, "report-1000-2027-06-02.csv")
		is.True(strings.Contains(string(l.Attachments[0].Data), "Night of Songs"))
	})
	t.Run("not, once the report was deleted", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t)
		s := d.savedReport(d.A.Owner, sheet.XLSX)
		d.Clock.Jump(24 * time.Hour)
		for _, job := range []string{report.DeliverReports, queue.SendJob} {
			d.must(d.App.RunJob(t.Context(), job))
		}
		d.must(report.DeleteSaved(t.Context(), d.App, d.A.Owner, s.Number()))
		d.jobs()
		is.Equal(len(d.carrier.to("boss@example.com")), 0)
	})
	t.Run("with the reason, where there is none", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t)
		maker := d.A.With(app.ViewReports, app.SendMails)
		s := d.savedReport(maker, sheet.CSV)
		d.Clock.Jump(24 * time.Hour)
		_, err := company.SuspendUser(t.Context(), d.App, maker.UserEmail)
		is.NoErr(err)
		d.deliver()
		is.Equal(d.carrier.to("boss@example.com"), []string{"Not made: Sold yesterday"})
		has(t, d.carrier.lastTo("boss@example.com").Text, "does not belong to the company any more")
		page, err := report.ListRuns(t.Context(), d.App, d.A.Owner, s.Number(), list.Request{})
		is.NoErr(err)
		is.Equal(page.Rows[0].State, report.RunFailed)
	})
}

// TestReportsWithAPicture: a report about one event comes with a picture, and with what it
// shows in words; one about a part of what it sold with none.
func TestReportsWithAPicture(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.buy(ada, d.ticket)
	save := func(filter map[string][]string) {
		_, err := report.SaveReport(t.Context(), d.App, d.A.Owner, report.Save{
			Name: "Sold yesterday", Span: report.LastDay, Ask: report.Ask{ID: report.EventSales, Filter: filter},
			Schedule: &report.Schedule{Every: report.Daily, Minute: 6 * 60, To: []string{"boss@example.com"}},
		})
		is.NoErr(err)
	}
	save(map[string][]string{"eventIds": {fmt.Sprint(d.event.ID)}})
	d.Clock.Jump(24 * time.Hour)
	d.deliver()
	l := d.carrier.lastTo("boss@example.com")
	is.Equal(len(l.Attachments), 2)
	is.Equal(l.Attachments[1].Name, "sales-by-hour-1000-2027-06-02.svg")
	is.True(strings.HasPrefix(string(l.Attachments[1].Data), "<svg"))
	has(t, l.Text, "Sales by hour: Night of Songs\nTue 1 June, 14:00: Sold 2, Sales volume €40.00")
	save(map[string][]string{"eventIds": {fmt.Sprint(d.event.ID)}, "sales_channels": {"kiosk"}})
	d.Clock.Jump(24 * time.Hour)
	d.deliver()
	is.Equal(len(d.carrier.last().Attachments)+len(d.carrier.letters[len(d.carrier.letters)-2].Attachments), 3)
}

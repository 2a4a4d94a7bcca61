package report_test

import (
	"testing"
	"time"

	"marquee/app/report"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// TestWhenSchedulesAreDue: at their time on the clocks of their place, also where these
// are put forward or back.
func TestWhenSchedulesAreDue(t *testing.T) {
	for _, c := range []struct {
		must        string
		of          report.Schedule
		after, want string
	}{
		{"today, when it is still to come", report.Schedule{Every: report.Daily, Minute: 390, Zone: "Europe/Berlin"}, "2027-06-01T04:29:59Z", "2027-06-01T04:30:00Z"},
		{"tomorrow, once it has come", report.Schedule{Every: report.Daily, Minute: 390, Zone: "Europe/Berlin"}, "2027-06-01T04:30:00Z", "2027-06-02T04:30:00Z"},
		{"at the same time in winter", report.Schedule{Every: report.Daily, Minute: 390, Zone: "Europe/Berlin"}, "2027-12-01T12:00:00Z", "2027-12-02T05:30:00Z"},
		{"when the clocks have skipped it", report.Schedule{Every: report.Daily, Minute: 150, Zone: "Europe/Berlin"}, "2027-03-27T12:00:00Z", "2027-03-28T01:00:00Z"},
		{"the first time of two", report.Schedule{Every: report.Daily, Minute: 150, Zone: "Europe/Berlin"}, "2027-10-30T12:00:00Z", "2027-10-31T00:30:00Z"},
		{"once on a day that has it twice", report.Schedule{Every: report.Daily, Minute: 150, Zone: "Europe/Berlin"}, "2027-10-31T00:30:00Z", "2027-11-01T01:30:00Z"},
		{"at midnight that the clocks skip", report.Schedule{Every: report.Daily, Zone: "America/Santiago"}, "2027-09-04T12:00:00Z", "2027-09-05T04:00:00Z"},
		{"on its day of the week", report.Schedule{Every: report.Weekly, Weekday: 1, Minute: 60, Zone: "UTC"}, "2027-06-01T12:00:00Z", "2027-06-07T01:00:00Z"},
		{"on Sunday, which is the seventh", report.Schedule{Every: report.Weekly, Weekday: 7, Zone: "UTC"}, "2027-06-01T12:00:00Z", "2027-06-06T00:00:00Z"},
		{"on its day of the month", report.Schedule{Every: report.Monthly, Day: 1, Zone: "UTC"}, "2027-06-01T00:00:00Z", "2027-07-01T00:00:00Z"},
		{"on the last day of a month that has none", report.Schedule{Every: report.Monthly, Day: 31, Zone: "UTC"}, "2028-02-01T00:00:00Z", "2028-02-29T00:00:00Z"},
	} {
		t.Run(c.must, func(t *testing.T) {
			after, err := time.Parse(time.RFC3339, c.after)
			is.New(t).NoErr(err)
			is.New(t).Equal(report.DueAfter(c.of, after).Format(time.RFC3339), c.want)
		})
	}
}

// TestEveryDayHasOneMoment, wherever the clocks are put forward or back.
func TestEveryDayHasOneMoment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "America/Santiago", "Asia/Kathmandu", "Africa/Casablanca"}).Draw(t, "zone")
		l, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		s := report.Schedule{Every: report.Daily, Minute: rapid.Int64Range(0, 24*60-1).Draw(t, "minute"), Zone: zone}
		at := time.Date(2017, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.Int64Range(0, 10*365*24*60).Draw(t, "at")) * time.Minute)
		first := report.DueAfter(s, at)
		second := report.DueAfter(s, first)
		if !first.After(at) || !second.After(first) {
			t.Fatalf("%s, %s, %s do not follow one another", at, first, second)
		}
		y, m, d := first.In(l).Date()
		if want := time.Date(y, m, d+1, 12, 0, 0, 0, l).Format(time.DateOnly); second.In(l).Format(time.DateOnly) != want {
			t.Fatalf("behind %s comes %s", first.In(l), second.In(l))
		}
	})
}

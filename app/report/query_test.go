package report_test

import (
	"testing"
	"time"

	"marquee/app/report"

	"pgregory.net/rapid"
)

// TestSpans: whatever is asked for, in whatever timezone, each moment of the span is in one
// piece of it, and no other moment is in any.
func TestSpans(t *testing.T) {
	var places []*time.Location
	for _, name := range []string{"UTC", "Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu", "America/Sao_Paulo", "Pacific/Apia", "America/St_Johns"} {
		l, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, l)
	}
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom(places).Draw(t, "zone")
		begin := time.Date(2018, 1, 1, 0, 0, 0, 0, time.UTC)
		at := func(name string) time.Time {
			return begin.Add(time.Duration(rapid.Int64Range(0, 60*24*400).Draw(t, name)) * time.Minute)
		}
		var from, until *time.Time
		if rapid.Bool().Draw(t, "has from") {
			from = new(at("from"))
		}
		if rapid.Bool().Draw(t, "has until") {
			until = new(at("until"))
		}
		if from != nil && until != nil && until.Before(*from) {
			from, until = until, from
		}
		moment := at("moment")
		if rapid.Bool().Draw(t, "near an edge") && from != nil {
			moment = from.Add(time.Duration(rapid.Int64Range(-3000, 3000).Draw(t, "offset")) * time.Minute)
		}
		want := 1
		if from != nil && moment.Before(*from) || until != nil && moment.After(*until) {
			want = 0
		}
		longest := rapid.SampledFrom([]int64{report.TotalLevel, report.HoursLevel, report.MinutesLevel, report.DaysLevel}).Draw(t, "longest")
		if n := report.PiecesWith(from, until, zone, longest, moment); n != want {
			t.Fatalf("%s is in %d pieces from %v until %v", moment, n, from, until)
		}
	})
}

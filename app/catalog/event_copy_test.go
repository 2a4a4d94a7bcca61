package catalog

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// TestEveryTimeOfACopyMoves: a new time in one of these records is moved, or it is said here why it
// stays.
func TestEveryTimeOfACopyMoves(t *testing.T) {
	moved := map[string][]string{
		"Event":    {"Start", "End", "SalePeriods.From", "SalePeriods.Until"},
		"Timeslot": {"Start", "End", "OnSaleFrom", "OnSaleUntil"},
		"Group":    {"OnSaleFrom", "OnSaleUntil"},
		"SaleItem": {"OnSaleFrom", "OnSaleUntil", "ValidFrom", "ValidUntil"},
	}
	stay := []string{
		"CreatedAt", "UpdatedAt", "ChangedAt", "DeletedAt", // stamps
		"CancelledAt", "ActivatedAt", // what somebody did
		"Images.CreatedAt", "Tickets.Since", // when it was set
	}
	for _, rec := range []any{Event{}, Timeslot{}, Group{}, SaleItem{}} {
		typ := reflect.TypeOf(rec)
		for _, path := range timesOf(typ) {
			if !slices.Contains(moved[typ.Name()], path) && !slices.Contains(stay, path) {
				t.Errorf("%s.%s neither moves with the start of a copy nor stays", typ.Name(), path)
			}
		}
	}
}

// timesOf are the paths of the times in a record.
func timesOf(t reflect.Type) (all []string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for f := range t.Fields() {
		if f.Type == reflect.TypeFor[time.Time]() || f.Type == reflect.TypeFor[*time.Time]() {
			all = append(all, f.Name)
			continue
		}
		for _, below := range timesOf(f.Type) {
			all = append(all, strings.TrimPrefix(f.Name+"."+below, "."))
		}
	}
	return all
}

// TestLaterKeepsTheClocks: whatever clocks do between two starts, what moves along shows the time
// of day that it showed, as many days from the start.
func TestLaterKeepsTheClocks(t *testing.T) {
	zones := []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca", "America/Santiago", "UTC"}
	rapid.Check(t, func(r *rapid.T) {
		is := is.New(t)
		zone, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(r, "zone"))
		is.NoErr(err)
		day := func(name string) int { return rapid.IntRange(-900, 900).Draw(r, name) }
		hour := rapid.IntRange(10, 20).Draw(r, "hour") // no clock is put forward or back then
		at := func(days, hour int) time.Time {
			return time.Date(2027, time.January, 1+days, hour, 30, 0, 0, zone).UTC()
		}
		from, to := day("from"), day("to")
		later := Later(at(from, hour), at(to, hour), zone)
		is.Equal(later(at(from, hour)), at(to, hour))
		other, clock := day("other"), rapid.IntRange(5, 23).Draw(r, "clock")
		is.Equal(later(at(from+other, clock)), at(to+other, clock))

		start, end := at(from+other, 0), at(from+other, 0).Add(time.Duration(rapid.IntRange(1, 400).Draw(r, "minutes"))*time.Minute)
		movedStart, movedEnd := later.Span(start, end)
		is.True(movedStart.Before(movedEnd)) // a window that was open stays one
	})
}

func TestLaterByOtherClocks(t *testing.T) {
	is := is.New(t)
	berlin, err := time.LoadLocation("Europe/Berlin")
	is.NoErr(err)
	// The clocks go forward on 28 March 2027.
	winter, summer := time.Date(2027, 3, 20, 20, 0, 0, 0, berlin), time.Date(2027, 4, 3, 20, 0, 0, 0, berlin)
	later := Later(winter, summer, berlin)
	is.Equal(later(winter.Add(-24*time.Hour)), summer.Add(-24*time.Hour).UTC())
	is.Equal(later(winter.Add(-14*24*time.Hour)).In(berlin).Format("02.01. 15:04"), "20.03. 20:00")
	doors := winter.Add(-time.Hour)
	is.Equal(Later(winter, winter, berlin)(doors), doors)
}

func TestRepeatOnDaysOfTheWeek(t *testing.T) {
	is := is.New(t)
	berlin, err := time.LoadLocation("Europe/Berlin")
	is.NoErr(err)
	r := Repeat{Unit: "weeks", Step: 2, Weekdays: []time.Weekday{time.Friday, time.Thursday}, Times: []int64{22 * 60, 20 * 60}}
	var got []string
	for at := range r.from(time.Date(2027, 3, 18, 21, 0, 0, 0, berlin), berlin) { // a Thursday, after the first of the times
		if got = append(got, at.In(berlin).Format("Mon 2 15:04")); len(got) == 6 {
			break
		}
	}
	is.Equal(got, []string{"Thu 18 22:00", "Fri 19 20:00", "Fri 19 22:00", "Thu 1 20:00", "Thu 1 22:00", "Fri 2 20:00"})
}

package system

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestTheWorstCheckCounts(t *testing.T) {
	is := is.New(t)
	for _, c := range []struct {
		checks []Level
		want   Level
	}{
		{nil, OK}, {[]Level{OK, Unknown}, OK}, {[]Level{Warn, OK}, Warn}, {[]Level{Warn, Bad, Warn}, Bad}, {[]Level{Bad, Warn}, Bad},
	} {
		var s State
		for _, l := range c.checks {
			s.Checks = append(s.Checks, Check{Level: l})
		}
		is.Equal(s.Level(), c.want)
	}
}

func TestHowATrialStands(t *testing.T) {
	is := is.New(t)
	began := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	ended := began.Add(time.Minute)
	for _, c := range []struct {
		rec            record
		found, running bool
		want           TrialState
	}{
		{record{}, false, false, Never},
		{record{Began: began}, true, true, Running},
		{record{Began: began}, true, false, Stopped}, // the process that knew of it is gone
		{record{Began: began, Ended: &ended}, true, false, Good},
		{record{Began: began, Ended: &ended}, true, true, Good}, // it is noted before the next may begin
		{record{Began: began, Ended: &ended, Problem: "cut off"}, true, false, Failed},
	} {
		is.Equal(trialOf(&c.rec, c.found, c.running).State, c.want)
	}
}

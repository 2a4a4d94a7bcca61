package clock

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

var start = time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)

// at is a reading so long after the store was opened last, and so long a time ran.
func at(wall, ran time.Duration) Reading {
	return Reading{Wall: start.Add(wall), Boot: "one", Up: time.Hour + ran}
}

func TestJudge(t *testing.T) {
	const day = 24 * time.Hour
	before, after := at(0, 0), func(wall time.Duration) Reading { return Reading{Wall: start.Add(wall), Boot: "two", Up: time.Minute} }
	for _, c := range []struct {
		name string
		f    Facts
		by   time.Duration // of the jump; zero is none
	}{
		{"a restart", Facts{Before: before, Now: at(time.Minute, time.Minute)}, 0},
		{"a new store", Facts{Last: time.UnixMicro(0), Now: at(0, 0)}, 0},
		{"a clock a little behind", Facts{Before: before, Now: at(-59*time.Minute, time.Minute)}, 0},
		{"a clock behind", Facts{Before: before, Now: at(-61*time.Minute, time.Minute)}, -61 * time.Minute},
		{"a clock behind that a server keeps", Facts{Before: before, Now: at(-day, time.Minute), Synced: true}, -day},
		{"a clock that lost its battery", Facts{Before: before, Now: after(-50 * 365 * day)}, -50 * 365 * day},
		{"a night in which the machine slept", Facts{Before: before, Now: at(10*time.Hour, 10*time.Hour)}, 0},
		{"400 days that did not pass", Facts{Before: before, Now: at(400*day, time.Minute)}, 400*day - time.Minute},
		{"two hours that did not pass", Facts{Before: before, Now: at(2*time.Hour, time.Minute)}, 2*time.Hour - time.Minute},
		{"the same, and a server keeps the clock", Facts{Before: before, Now: at(400*day, time.Minute), Synced: true}, 0},
		{"the same, after somebody sold under it", Facts{Last: start.Add(400 * day), Before: before, Now: at(400*day+time.Minute, time.Minute)}, 400 * day},
		{"the same, and a server keeps the clock by now", Facts{Last: start.Add(400 * day), Before: before, Now: at(400*day, time.Minute), Synced: true}, 0},
		{"a clock set back over hours without a commit", Facts{Before: before, Now: at(time.Minute, 10*time.Hour)}, time.Minute - 10*time.Hour},
		{"a machine that was off for a month", Facts{Before: before, Now: after(30 * day)}, 0},
		{"a machine that was off for a year, as it says itself", Facts{Before: before, Now: after(365 * day)}, 365 * day},
		{"the same, as a server says", Facts{Before: before, Now: after(365 * day), Synced: true}, 0},
		{"a system that tells nothing", Facts{Now: Reading{Wall: start.Add(2 * day)}}, 0},
		{"a note of a later time on the same machine", Facts{Before: at(0, day), Now: at(2*time.Hour, 0)}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			if c.f.Last.IsZero() {
				c.f.Last = start
			}
			j := Judge(c.f)
			is.Equal(j != nil, c.by != 0)
			if j != nil {
				is.Equal(j.By, c.by)
				is.True(strings.Contains(j.Error(), "last commit of the store is of"))
			}
		})
	}
}

func TestANoteComesBack(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "clock.json")
	r, err := ReadNote(path)
	is.NoErr(err)
	is.Equal(r, Reading{})
	is.NoErr(at(0, 0).Note(path))
	r, err = ReadNote(path)
	is.NoErr(err)
	is.Equal(r, at(0, 0))
}

func TestWatchTellsAJumpFromSleep(t *testing.T) {
	is := is.New(t)
	var said bytes.Buffer
	now, synced, noted := at(0, 0), false, Reading{}
	w := NewWatch(WatchOptions{
		Read: func() Reading { return now }, Synced: func() bool { return synced }, Note: func(r Reading) { noted = r },
		Log: slog.New(slog.NewTextHandler(&said, nil)),
	})
	step := func(wall, ran time.Duration) {
		now = at(wall, ran)
		w.Step()
	}
	step(10*time.Hour, 10*time.Hour) // it slept
	is.Equal(w.Off(), time.Duration(0))
	is.Equal(said.String(), "")
	for range 3 {
		step(400*24*time.Hour, 10*time.Hour)
	}
	is.True(w.Off() > 399*24*time.Hour)
	is.Equal(strings.Count(said.String(), "JUMPED"), 1)
	is.True(strings.Contains(w.Text(), "JUMPED"))
	step(400*24*time.Hour, 11*time.Hour)
	is.Equal(strings.Count(said.String(), "JUMPED"), 2)
	step(11*time.Hour, 11*time.Hour)
	is.Equal(w.Off(), time.Duration(0))
	is.Equal(w.Text(), "fine")
	is.True(strings.Contains(said.String(), "right again"))
	is.True(!w.Jumped())
	now = at(400*24*time.Hour, 11*time.Hour)
	is.True(w.Jumped()) // before anybody looked
	synced = true
	w.Step()
	is.Equal(w.Off(), time.Duration(0))
	is.Equal(noted, now)
	is.True(strings.Contains(said.String(), "a time server set the clock"))
}

func TestASystemThatTellsNothingIsWatchedAllTheSame(t *testing.T) {
	is := is.New(t)
	wall := start
	w := NewWatch(WatchOptions{
		Read:   sinceStart(func() Reading { return Reading{Wall: wall} }, time.Now()),
		Synced: func() bool { return false }, Log: slog.New(slog.DiscardHandler),
	})
	is.True(!w.Jumped())
	wall = start.Add(2 * time.Hour)
	is.True(w.Jumped())
}

package backup

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"
)

// TestServersOfOneStoreMeet: who makes backups of copies of one store at one place is told of
// the other one, until that is gone.
func TestServersOfOneStoreMeet(t *testing.T) {
	is := is.New(t)
	k, dest := here(t), t.TempDir()
	const store = "3f9a1c0b7d2e4"
	now := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	k.clock = func() time.Time { return now }
	for i, step := range []struct {
		after   time.Duration
		me, met string
	}{
		{0, "a", ""},
		{time.Hour, "a", ""},
		{time.Minute, "b", "a"}, // of which nobody knows whether it goes on
		{time.Minute, "a", "b"},
		{time.Minute, "b", "a"},
		{time.Hour, "a", "b"},
		{time.Hour, "a", ""},
		{3 * time.Hour, "c", ""}, // came in the place of one that is gone
		{time.Hour, "c", ""},
		{time.Hour, "a", "c"},
	} {
		now = now.Add(step.after)
		met, err := k.NoteServer(t.Context(), dest, store, step.me)
		is.NoErr(err)
		told, err := MetServer(t.Context(), dest, store, step.me, now)
		is.NoErr(err)
		is.Equal(told, met)
		name := ""
		if met != nil {
			name = met.Name
		}
		if name != step.met {
			t.Errorf("step %d: %s met %q, want %q", i, step.me, name, step.met)
		}
	}
	for range 3 { // who comes more often meets the other one each time
		now = now.Add(time.Minute)
		met, err := k.NoteServer(t.Context(), dest, store, "a")
		is.NoErr(err)
		is.Equal(met.Name, "c")
	}
	met, err := k.NoteServer(t.Context(), dest, "0123456789abc", "b") // of another store
	is.NoErr(err)
	is.True(met == nil)

	something(t, filepath.Join(dest, serversNote(store)), "words")
	met, err = k.NoteServer(t.Context(), dest, store, "d")
	is.NoErr(err)
	is.True(met == nil)
	all, err := List(t.Context(), dest) // no backup, and in nobody's way
	is.NoErr(err)
	is.Equal(len(all), 0)
	left, err := os.ReadDir(dest)
	is.NoErr(err)
	is.Equal(len(left), 2)
}

// TestWhoCameSinceIsMet: a server that made the last backup before another one came is told of
// that one, and so is who makes none itself: what it removed by hand might be the other one's.
func TestWhoCameSinceIsMet(t *testing.T) {
	is := is.New(t)
	k, dest := here(t), t.TempDir()
	const store = "3f9a1c0b7d2e4"
	now := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	k.clock = func() time.Time { return now }
	for _, me := range []string{"a", "b"} {
		_, err := k.NoteServer(t.Context(), dest, store, me)
		is.NoErr(err)
		now = now.Add(time.Minute)
	}
	for _, c := range []struct {
		me, met string
		after   time.Duration
	}{{"a", "b", 0}, {"b", "a", 0}, {"nobody", "b", 0}, {"a", "", 3 * time.Hour}, {"nobody", "", 3 * time.Hour}} {
		met, err := MetServer(t.Context(), dest, store, c.me, now.Add(c.after))
		is.NoErr(err)
		name := ""
		if met != nil {
			name = met.Name
		}
		if name != c.met {
			t.Errorf("%s met %q after %s, want %q", c.me, name, c.after, c.met)
		}
	}
}

// TestAServerGoesOn: one that makes backups seldom is expected for longer.
func TestAServerGoesOn(t *testing.T) {
	const day = 24 * time.Hour
	last := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct{ pause, until time.Duration }{
		"once": {0, 2 * time.Hour}, "each minute": {time.Minute, 2 * time.Hour}, "each hour": {time.Hour, 2 * time.Hour},
		"each day": {day, 2 * day}, "each week": {7 * day, 14 * day}, "each month": {30 * day, 15 * day},
	} {
		s := Server{Name: "a", At: last}
		if c.pause > 0 {
			s.Before = last.Add(-c.pause)
		}
		if !s.goesOn(last.Add(c.until-1)) || s.goesOn(last.Add(c.until)) {
			t.Errorf("%s: it does not go on for %s", name, c.until)
		}
	}
}

package mem_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

var background = context.Background()

// rival runs a whole transaction in the middle of the first attempt of another, so
// that they overlap without depending on the scheduler.
type rival struct {
	e    *mem.Engine
	do   func(kv.Tx) error
	runs int
}

func (r *rival) comesIn() error {
	if r.runs++; r.runs > 1 {
		return nil
	}
	return r.e.Update(background, r.do)
}

func write(key, value string) func(kv.Tx) error {
	return func(tx kv.Tx) error { return tx.Put("s", []byte(key), []byte(value)) }
}

func read(e *mem.Engine, key string) (value string) {
	_ = e.View(background, func(r kv.Reader) error {
		v, err := r.Get("s", []byte(key))
		value = string(v)
		return err
	})
	return value
}

func TestConflicts(t *testing.T) {
	for _, c := range []struct {
		name  string
		rival func(kv.Tx) error
		do    func(kv.Tx) error
		runs  int
	}{
		{"same key written twice: runs again", write("k", "rival"), write("k", "mine"), 2},
		{"different keys: both commit at once", write("other", "rival"), write("k", "mine"), 1},
		{"rival deletes the key: runs again", func(tx kv.Tx) error { return tx.Delete("s", []byte("k")) }, write("k", "mine"), 2},
		{"rival writes a guarded key: runs again", write("watched", "rival"), guard("watched"), 2},
		{"both guard the same key: runs again", guard("watched"), guard("watched"), 2},
		{"rival guards the key that is written: runs again", guard("k"), write("k", "mine"), 2},
		{"rival only reads: both commit at once", func(tx kv.Tx) error { _, err := tx.Get("s", []byte("k")); return notFoundIsFine(err) }, write("k", "mine"), 1},
		{"the time was read and the rival came first: runs again", write("other", "rival"), func(tx kv.Tx) error {
			return tx.Put("s", []byte("k"), []byte(tx.Now().String()))
		}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			r := &rival{e: mem.New(mem.Options{}), do: c.rival}
			is.NoErr(r.e.Update(background, func(tx kv.Tx) error { return errors.Join(c.do(tx), r.comesIn()) }))
			is.Equal(r.runs, c.runs)
		})
	}
}

func guard(key string) func(kv.Tx) error {
	return func(tx kv.Tx) error { return tx.Guard("s", []byte(key)) }
}

func notFoundIsFine(err error) error {
	if errors.Is(err, kv.ErrNotFound) {
		return nil
	}
	return err
}

// TestWriteSkew checks that Guard prevents write skew and that the engine allows it
// without, so that tests on it fail where a Guard or a common key is missing.
func TestWriteSkew(t *testing.T) {
	clear := func(tx kv.Tx, mine, other string, guarded bool) error {
		if guarded {
			if err := tx.Guard("s", []byte(mine), []byte(other)); err != nil {
				return err
			}
		}
		if v, err := tx.Get("s", []byte(other)); err != nil || string(v) == "off" {
			return err
		}
		return tx.Put("s", []byte(mine), []byte("off"))
	}
	for name, guarded := range map[string]bool{"prevented with Guard": true, "happens without": false} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			e := mem.New(mem.Options{})
			is.NoErr(e.Update(background, write("a", "on")))
			is.NoErr(e.Update(background, write("b", "on")))
			r := &rival{e: e, do: func(tx kv.Tx) error { return clear(tx, "b", "a", guarded) }}
			is.NoErr(e.Update(background, func(tx kv.Tx) error { return errors.Join(clear(tx, "a", "b", guarded), r.comesIn()) }))
			is.Equal(read(e, "a") == "off" && read(e, "b") == "off", !guarded)
		})
	}
}

func TestLosingAgainAndAgainIsAConflict(t *testing.T) {
	is := is.New(t)
	e := mem.New(mem.Options{Attempts: 5})
	runs := 0
	err := e.Update(background, func(tx kv.Tx) error {
		runs++
		if err := e.Update(background, write("k", "rival")); err != nil {
			return err
		}
		return tx.Put("s", []byte("k"), []byte("mine"))
	})
	is.True(errors.Is(err, kv.ErrConflict))
	is.Equal(runs, 5)
	is.Equal(read(e, "k"), "rival")
}

func TestConflictsAreForgottenOnlyWhenNobodyCanMeetThem(t *testing.T) {
	is := is.New(t)
	e := mem.New(mem.Options{})
	runs := 0
	is.NoErr(e.Update(background, func(tx kv.Tx) error {
		runs++
		for i := int64(0); runs == 1 && i < 5000; i++ {
			if err := e.Update(background, write(string(kv.Int.Append(nil, i)), "rival")); err != nil {
				return err
			}
		}
		return tx.Put("s", kv.Int.Append(nil, 0), []byte("mine"))
	}))
	is.Equal(runs, 2) // the oldest of 5000 conflicts was still known
}

func TestClockThatStepsBackIsNotFollowed(t *testing.T) {
	is := is.New(t)
	wall := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	e := mem.New(mem.Options{Clock: func() time.Time { return wall }})
	var first, second time.Time
	is.NoErr(e.Update(background, func(tx kv.Tx) error { first = tx.Now(); return write("a", "1")(tx) }))
	wall = wall.Add(-time.Hour)
	is.NoErr(e.Update(background, func(tx kv.Tx) error { second = tx.Now(); return write("a", "2")(tx) }))
	is.Equal(second.Sub(first), time.Microsecond)
}

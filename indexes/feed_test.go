package indexes_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
)

// touch changes a band n times, a transaction each.
func touch(s store, f *festival, id int64, n int) {
	for range n {
		s.must(1, func(tx indexes.Tx) error {
			_, err := f.bands.Update(tx, id, func(b *band) error { b.Fee++; return nil })
			return err
		})
	}
}

// entries counts the pairs of a space.
func (s store) entries(space kv.Space) (n int) {
	s.t.Helper()
	err := s.View(context.Background(), func(r kv.Reader) error {
		for _, err := range r.Scan(space, kv.Range{}) {
			if err != nil {
				return err
			}
			n++
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

func TestFeed(t *testing.T) {
	since := func(f *festival, r indexes.Reader, from time.Time, after indexes.Position) string {
		return names(f.changes.Since(r, 1, from, after))
	}
	t.Run("each record comes once, by its newest change", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		lineup(s, f)
		touch(s, f, 1, 3)
		s.view(1, func(r indexes.Reader) error {
			is.Equal(since(f, r, time.Time{}, nil), "d a")
			a, err := f.bands.Get(r, 1)
			is.Equal(since(f, r, a.ChangedAt, nil), "a")
			is.Equal(since(f, r, a.ChangedAt.Add(time.Microsecond), nil), "")
			return err
		})
	})
	t.Run("a record that leaves a key leaves its feed", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		lineup(s, f)
		s.must(1, func(tx indexes.Tx) error {
			_, err := f.bands.Update(tx, 1, func(b *band) error { b.Stage = 2; return nil })
			return err
		})
		s.must(1, func(tx indexes.Tx) error { return f.bands.Delete(tx, 7) })
		s.view(1, func(r indexes.Reader) error {
			is.Equal(since(f, r, time.Time{}, nil), "")
			is.Equal(names(f.changes.Since(r, 2, time.Time{}, nil)), "b e a")
			return nil
		})
		is.Equal(s.findings(f), nil)
	})
	t.Run("a client that follows positions misses nothing", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		lineup(s, f)
		var at indexes.Position
		follow := func() (got string) {
			s.view(1, func(r indexes.Reader) error {
				for h, err := range f.changes.Since(r, 1, time.Time{}, at) {
					is.NoErr(err)
					at, err = indexes.ParsePosition(h.At.String())
					is.NoErr(err)
					got += h.Rec.Name
				}
				return nil
			})
			return got
		}
		is.Equal(follow(), "ad")
		is.Equal(follow(), "")
		touch(s, f, 1, 2)
		is.Equal(follow(), "a")
		touch(s, f, 7, 1)
		touch(s, f, 1, 1)
		is.Equal(follow(), "da")
	})
	t.Run("a window full of stale entries ends with a pause and goes on", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		lineup(s, f)
		touch(s, f, 1, indexes.StaleBudget+10)
		s.view(1, func(r indexes.Reader) error {
			var at indexes.Position
			got := ""
			for h, err := range f.changes.Since(r, 1, time.Time{}, nil) {
				var paused bool
				if at, paused = indexes.Paused(err); !paused {
					is.NoErr(err)
					got += h.Rec.Name
				}
			}
			is.Equal(got, "d")
			is.True(len(at) > 0)
			is.Equal(since(f, r, time.Time{}, at), "a")
			return nil
		})
	})
	t.Run("nothing later than the safe time is handed out", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		lineup(s, f)
		s.view(1, func(r indexes.Reader) error {
			a, err := f.bands.Get(r, 1)
			slow := early{r, a.ChangedAt}
			is.Equal(since(f, slow, time.Time{}, nil), "a")
			return err
		})
	})
	t.Run("a position of another key is refused", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		lineup(s, f)
		s.view(1, func(r indexes.Reader) error {
			for _, err := range f.changes.Since(r, 1, time.Time{}, indexes.Position{1, 2, 3}) {
				is.True(errors.Is(err, indexes.ErrPosition))
			}
			return nil
		})
	})
}

// early is a reader with a SafeTime in the past.
type early struct {
	indexes.Reader
	safe time.Time
}

func (e early) SafeTime() time.Time { return e.safe }

func TestTrim(t *testing.T) {
	round := func(s store, f *festival) (removed int) {
		trimmer := f.schema.Trimmer()
		for done := false; !done; {
			n, end, err := trimmer.Trim(context.Background(), s)
			if err != nil {
				s.t.Fatal(err)
			}
			removed, done = removed+n, end
		}
		return removed
	}
	t.Run("stale entries go, fresh ones stay", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		lineup(s, f)
		touch(s, f, 1, 2*indexes.BatchSize)
		s.must(1, func(tx indexes.Tx) error { return f.bands.Delete(tx, 7) })
		is.Equal(s.entries("bands.changes"), 8+2*indexes.BatchSize)
		is.Equal(round(s, f), 2*indexes.BatchSize+1)
		is.Equal(s.entries("bands.changes"), 7)
		is.Equal(round(s, f), 0)
		is.Equal(s.findings(f), nil)
		s.view(1, func(r indexes.Reader) error {
			is.Equal(names(f.changes.Since(r, 1, time.Time{}, nil)), "a")
			return nil
		})
	})
	t.Run("a schema without feeds has nothing to trim", func(t *testing.T) {
		is := is.New(t)
		s := newStore(t)
		n, done, err := indexes.NewSchema(indexes.Parts{}).Trimmer().Trim(context.Background(), s)
		is.NoErr(err)
		is.Equal(fmt.Sprint(n, done), "0 true")
	})
}

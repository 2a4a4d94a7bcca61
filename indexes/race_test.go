package indexes_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"
)

// rivals runs fn several times at once on an engine that gives no more than
// snapshots, and tells how many succeeded.
func rivals(t *testing.T, e kv.Engine, n int, fn func(tx indexes.Tx, i int) error) (won int) {
	t.Helper()
	var wg sync.WaitGroup
	results := make([]error, n)
	for i := range n {
		wg.Go(func() {
			results[i] = e.Update(context.Background(), func(tx kv.Tx) error { return fn(indexes.BindTx(tx, 1), i) })
		})
	}
	wg.Wait()
	for _, err := range results {
		switch {
		case err == nil:
			won++
		case !errors.Is(err, indexes.ErrTaken) && !errors.Is(err, errRefused):
			t.Fatal(err)
		}
	}
	return won
}

func TestRivals(t *testing.T) {
	const n = 40
	open := func(t *testing.T) (*festival, store) {
		return newFestival(), store{t, mem.New(mem.Options{})}
	}
	t.Run("one of many gets a unique key", func(t *testing.T) {
		is := is.New(t)
		f, s := open(t)
		won := rivals(t, s, n, func(tx indexes.Tx, _ int) error { return f.bands.Insert(tx, &band{Name: "Headliner"}) })
		is.Equal(won, 1)
		is.Equal(s.findings(f), nil)
	})
	t.Run("all get an id and are counted", func(t *testing.T) {
		is := is.New(t)
		f, s := open(t)
		won := rivals(t, s, n, func(tx indexes.Tx, i int) error {
			return f.bands.Insert(tx, &band{Name: fmt.Sprint(i), Stage: 1, Genres: []string{"ska"}})
		})
		is.Equal(won, n)
		is.Equal(s.findings(f), nil)
		s.view(1, func(r indexes.Reader) error {
			total, err := f.bands.Count(r)
			is.Equal(total, int64(n))
			return err
		})
	})
	// sell takes one of five units if one is left.
	sell := func(f *festival, write bool) func(tx indexes.Tx, i int) error {
		return func(tx indexes.Tx, i int) error {
			key := kv.Pair2[int64, string]{A: 1, B: "m"}
			left, err := f.stock.Get(tx, key)
			if err != nil {
				return err
			}
			if left.Left == 0 {
				return errRefused
			}
			if write {
				left.Left--
				return f.stock.Put(tx, &left)
			}
			// The control twin writes a key that no concurrent transaction writes.
			return f.stock.Put(tx, &stock{Item: 100 + int64(i), Left: 1})
		}
	}
	t.Run("a counter that rivals write is never oversold", func(t *testing.T) {
		is := is.New(t)
		f, s := open(t)
		s.must(1, func(tx indexes.Tx) error { return f.stock.Put(tx, &stock{1, "m", 5}) })
		is.Equal(rivals(t, s, n, sell(f, true)), 5)
	})
	t.Run("without that write it would be", func(t *testing.T) {
		is := is.New(t)
		f, s := open(t)
		s.must(1, func(tx indexes.Tx) error { return f.stock.Put(tx, &stock{1, "m", 5}) })
		is.True(rivals(t, s, n, sell(f, false)) > 5)
	})
	t.Run("an update that changes nothing still meets its rivals", func(t *testing.T) {
		is := is.New(t)
		f, s := open(t)
		s.must(0, func(tx indexes.Tx) error { return f.settings.Insert(tx, &setting{Name: "open"}) })
		attempts := 0
		err := s.update(0, func(tx indexes.Tx) error {
			attempts++
			got, err := f.settings.Update(tx, 1, func(*setting) error { return nil })
			if err != nil || got.Name != "open" {
				return errors.Join(err, errRefused)
			}
			if attempts == 1 {
				s.must(0, func(tx indexes.Tx) error {
					_, err := f.settings.Update(tx, 1, func(x *setting) error { x.Name = "closed"; return nil })
					return err
				})
			}
			return f.stockNote(tx)
		})
		is.True(errors.Is(err, errRefused))
		is.Equal(attempts, 2)
	})
}

// stockNote writes something, so that the transaction commits.
func (f *festival) stockNote(tx indexes.Tx) error {
	return f.settings.Insert(tx, &setting{Name: "note"})
}

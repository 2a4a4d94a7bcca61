package indexes_test

import (
	"context"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

// TestBudget checks that operations take no more reads and writes than they need.
func TestBudget(t *testing.T) {
	f := newFestival()
	m := kvtest.Meter(mem.New(mem.Options{}))
	run := func(is *is.I, fn func(indexes.Tx) error) kvtest.Counts {
		m.Reset()
		is.NoErr(m.Update(context.Background(), func(tx kv.Tx) error { return fn(indexes.BindTx(tx, 1)) }))
		return m.Reset()
	}
	read := func(is *is.I, fn func(indexes.Reader) error) kvtest.Counts {
		m.Reset()
		is.NoErr(m.View(context.Background(), func(r kv.Reader) error { return fn(indexes.Bind(r, 1)) }))
		return m.Reset()
	}
	change := func(fn func(*stock)) func(indexes.Tx) error {
		return func(tx indexes.Tx) error {
			_, err := f.stock.Update(tx, kv.Pair2[int64, string]{A: 1}, func(x *stock) error { fn(x); return nil })
			return err
		}
	}
	is := is.New(t)
	run(is, func(tx indexes.Tx) error { return f.stock.Put(tx, &stock{Item: 1, Left: 7}) })
	run(is, func(tx indexes.Tx) error { return f.settings.Insert(tx, &setting{Name: "x"}) })
	at := time.Date(2026, 7, 1, 20, 0, 0, 0, time.UTC)

	t.Run("an insert writes the record, its entries and the counters", func(t *testing.T) {
		is := is.New(t)
		c := run(is, func(tx indexes.Tx) error {
			return f.bands.Insert(tx, &band{Name: "a", Barcode: "X", Stage: 1, Genres: []string{"ska", "dub"}, Plays: &at})
		})
		// record, id and record counters, name, 2 barcodes, 2 genres, stage, plays, changes, texts, 3 tallies
		is.Equal(c.Puts, 15)
		is.Equal(c.Deletes, 0)
		is.Equal(c.Scans, 0)
	})
	t.Run("an update of fields that no index knows writes one key", func(t *testing.T) {
		is := is.New(t)
		c := run(is, func(tx indexes.Tx) error {
			_, err := f.settings.Update(tx, 1, func(s *setting) error { return nil })
			return err
		})
		is.Equal([]int{c.Gets, c.Puts, c.Deletes, c.Guards}, []int{1, 0, 0, 1})
		c = run(is, change(func(x *stock) { x.Left = 6 }))
		is.Equal([]int{c.Gets, c.Puts, c.Deletes, c.Guards}, []int{1, 2, 1, 0})
	})
	t.Run("a change of state in a stamped record writes the record and its places in two orders", func(t *testing.T) {
		is := is.New(t)
		c := run(is, func(tx indexes.Tx) error {
			_, err := f.bands.Update(tx, 1, func(b *band) error { b.Fee = 9; return nil })
			return err
		})
		// stage and changes hold ChangedAt: one entry out and one in of each; the tally stays
		is.Equal([]int{c.Gets, c.Puts, c.Deletes}, []int{1, 3, 2})
	})
	t.Run("reading takes one look-up per record, and one more through an index", func(t *testing.T) {
		is := is.New(t)
		c := read(is, func(r indexes.Reader) error { _, err := f.bands.Get(r, 1); return err })
		is.Equal([]int{c.Gets, c.Scans, c.Pairs}, []int{1, 0, 0})
		c = read(is, func(r indexes.Reader) error { _, err := f.byName.Get(r, "a"); return err })
		is.Equal([]int{c.Gets, c.Scans, c.Pairs}, []int{2, 0, 0})
		c = read(is, func(r indexes.Reader) error {
			for _, err := range f.byGenre.Scan(r, indexes.All[string]()) {
				is.NoErr(err)
			}
			return nil
		})
		is.Equal([]int{c.Gets, c.Scans, c.Pairs}, []int{2, 1, 2})
		c = read(is, func(r indexes.Reader) error { _, err := f.byGenre.CountOf(r, indexes.Equal("ska")); return err })
		is.Equal([]int{c.Gets, c.Scans, c.Pairs}, []int{1, 0, 0})
	})
}

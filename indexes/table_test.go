package indexes_test

import (
	"errors"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
)

func TestTable(t *testing.T) {
	t.Run("a record comes back as it was written", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		at := time.Date(2026, 7, 1, 20, 0, 0, 123000, time.UTC)
		in := band{Name: "Ostkreuz", Stage: 3, Fee: 120000, Genres: []string{"techno"}, Plays: &at,
			Riders: map[string]int64{"water": 24, "towels": 6}, Contact: contact{Email: "a@b.de"}}
		s.must(1, func(tx indexes.Tx) error { return f.bands.Insert(tx, &in) })
		is.Equal(in.ID, int64(1))
		s.view(1, func(r indexes.Reader) error {
			out, err := f.bands.Get(r, 1)
			is.Equal(out, in)
			return err
		})
	})
	t.Run("ids are never given twice", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		b := band{Name: "One"}
		s.must(1, func(tx indexes.Tx) error { return f.bands.Insert(tx, &b) })
		s.must(1, func(tx indexes.Tx) error { return f.bands.Delete(tx, 1) })
		s.must(2, func(tx indexes.Tx) error { return f.bands.Insert(tx, &b) })
		is.Equal(b.ID, int64(2))
		b.ID = 40
		s.must(1, func(tx indexes.Tx) error { return f.bands.InsertAt(tx, &b) })
		is.True(errors.Is(s.update(1, func(tx indexes.Tx) error { return f.bands.InsertAt(tx, &b) }), indexes.ErrTaken))
		b.Name = "Other"
		s.must(1, func(tx indexes.Tx) error { return f.bands.Insert(tx, &b) })
		is.Equal(b.ID, int64(41))
	})
	t.Run("another company finds nothing", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		b := band{Name: "One", Barcode: "X1"}
		s.must(1, func(tx indexes.Tx) error { return f.bands.Insert(tx, &b) })
		s.view(2, func(r indexes.Reader) error {
			_, err := f.bands.Get(r, 1)
			is.True(errors.Is(err, indexes.ErrNotFound))
			_, ok, err := f.byName.Find(r, "One")
			is.NoErr(err)
			is.True(!ok)
			_, ok, err = f.byBarcode.Find(r, "X1")
			is.NoErr(err)
			is.True(!ok)
			company, rec, err := f.byBarcode.GetAny(r, "X1-spare")
			is.NoErr(err)
			is.Equal(company, int64(1))
			is.Equal(rec.ID, int64(1))
			n, err := f.bands.Count(r)
			is.Equal(n, int64(0))
			return err
		})
		err := s.update(2, func(tx indexes.Tx) error { return f.bands.Delete(tx, 1) })
		is.True(errors.Is(err, indexes.ErrNotFound))
	})
	t.Run("a record of a company needs a company", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		err := s.update(0, func(tx indexes.Tx) error { return f.bands.Insert(tx, &band{Name: "One"}) })
		is.True(errors.Is(err, indexes.ErrNoCompany))
		s.must(0, func(tx indexes.Tx) error { return f.settings.Insert(tx, &setting{Name: "theme"}) })
		s.view(7, func(r indexes.Reader) error {
			_, err := f.settings.Get(r, 1)
			return err
		})
	})
	t.Run("an error in change, in Check or of a taken key writes nothing", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		s.must(1, func(tx indexes.Tx) error {
			return errors.Join(f.bands.Insert(tx, &band{Name: "One"}), f.bands.Insert(tx, &band{Name: "Two"}))
		})
		s.must(1, func(tx indexes.Tx) error {
			_, err := f.bands.Update(tx, 2, func(b *band) error { b.Name, b.Stage = "One", 9; return nil })
			var taken *indexes.TakenError
			is.True(errors.As(err, &taken))
			is.Equal(*taken, indexes.TakenError{Table: "bands", Index: "name", Owner: 1})
			_, err = f.bands.Update(tx, 2, func(b *band) error { b.Fee = -1; return nil })
			is.True(errors.Is(err, errNegative))
			_, err = f.bands.Update(tx, 2, func(b *band) error { b.ID = 5; return nil })
			is.True(err != nil)
			_, err = f.bands.Update(tx, 2, func(b *band) error { b.Name = "Three"; return errNegative })
			is.Equal(err, errNegative)
			return nil
		})
		s.view(1, func(r indexes.Reader) error {
			b, err := f.byName.Get(r, "Two")
			is.Equal(b.Stage, int64(0))
			return err
		})
	})
	t.Run("change works on a copy, down into its lists", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		s.must(1, func(tx indexes.Tx) error { return f.bands.Insert(tx, &band{Name: "One", Genres: []string{"ska"}}) })
		s.must(1, func(tx indexes.Tx) error {
			_, err := f.bands.Update(tx, 1, func(b *band) error { b.Genres[0] = "dub"; return nil })
			return err
		})
		is.Equal(s.findings(f), nil)
		s.view(1, func(r indexes.Reader) error {
			is.Equal(names(f.byGenre.Scan(r, indexes.Equal("dub"))), "One")
			return nil
		})
	})
	t.Run("a unique entry that leads astray is damage, not an answer", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		s.must(1, func(tx indexes.Tx) error {
			return errors.Join(f.bands.Insert(tx, &band{Name: "One"}), f.bands.Insert(tx, &band{Name: "Two"}))
		})
		s.tamper(func(tx kv.Tx) error {
			one := first(tx, "bands.name")
			return tx.Put("bands.name", one.Key, kv.Int.Append(nil, 2))
		})
		s.view(1, func(r indexes.Reader) error {
			_, err := f.byName.Get(r, "One")
			is.True(errors.Is(err, indexes.ErrDamaged))
			return nil
		})
		s.tamper(func(tx kv.Tx) error { return tx.Put("bands.name", first(tx, "bands.name").Key, kv.Int.Append(nil, 9)) })
		s.view(1, func(r indexes.Reader) error {
			_, _, err := f.byName.Find(r, "One")
			is.True(errors.Is(err, indexes.ErrDamaged))
			return nil
		})
	})
	t.Run("records that are written together are counted, found and numbered", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		s.must(1, func(tx indexes.Tx) error {
			first, err := f.bands.NextIDs(tx, 2)
			is.Equal(first, int64(1))
			one, two := band{ID: 1, Name: "One", Stage: 1, Genres: []string{"ska"}}, band{ID: 2, Name: "Two", Stage: 1}
			return errors.Join(err, f.bands.InsertNext(tx, &one, &two),
				f.bands.InsertAbsent(tx), f.bands.InsertAbsent(tx, &band{ID: 9, Name: "Nine"}, &band{ID: 7, Name: "Seven"}))
		})
		is.Equal(s.findings(f), nil)
		s.must(1, func(tx indexes.Tx) error {
			old, err := f.bands.GetMany(tx, []int64{1, 2})
			one, two := old[0], old[1]
			one.Stage, one.Genres, two.Genres = 2, []string{"dub"}, []string{"dub", "ska"}
			return errors.Join(err, f.bands.ReplaceAll(tx, []*band{&old[0], &old[1]}, []*band{&one, &two}))
		})
		is.Equal(s.findings(f), nil)
		s.must(1, func(tx indexes.Tx) error {
			last := band{Name: "Ten"}
			err := f.bands.Insert(tx, &last)
			is.Equal(last.ID, int64(10))
			n, failed := f.bands.Count(tx)
			is.Equal(n, int64(5))
			is.Equal(names(f.byGenre.Scan(tx, indexes.Equal("dub"))), "One Two")
			return errors.Join(err, failed)
		})
	})
	t.Run("GetMany keeps the order and leaves out what is not there", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		s.must(1, func(tx indexes.Tx) error {
			for _, n := range []string{"a", "b", "c"} {
				if err := f.bands.Insert(tx, &band{Name: n}); err != nil {
					return err
				}
			}
			return nil
		})
		s.view(1, func(r indexes.Reader) error {
			recs, err := f.bands.GetMany(r, []int64{3, 9, 1})
			is.Equal(len(recs), 2)
			is.Equal(recs[0].Name+recs[1].Name, "ca")
			return err
		})
	})
	t.Run("records that are read into the same memory are those of GetMany", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		s.must(1, func(tx indexes.Tx) error {
			return errors.Join(
				f.bands.Insert(tx, &band{Name: "One", Fee: 100, Genres: []string{"ska", "dub"}, Plays: new(time.Unix(9, 0).UTC()), Riders: map[string]int64{"tea": 1}}),
				f.bands.Insert(tx, &band{Name: "Two"}), f.bands.Insert(tx, &band{Name: "Three", Genres: []string{"folk"}}),
			)
		})
		s.view(1, func(r indexes.Reader) error {
			var b indexes.Batch[band]
			var genres []string
			for _, ids := range [][]int64{{1}, {2}, {3, 9, 1}, {}, {2, 3}, {1, 2, 3}} {
				want, err := f.bands.GetMany(r, ids)
				is.NoErr(err)
				got, err := f.bands.GetManyInto(r, ids, &b)
				is.NoErr(err)
				is.Equal(len(got), len(want))
				for i := range got {
					is.Equal(got[i], want[i])
				}
				if genres == nil {
					genres = got[0].Genres
				}
			}
			is.Equal(genres, []string{"ska", "dub"}) // what a record pointed to is not used again
			return nil
		})
	})
	t.Run("a record that is hidden leaves nothing in the next one", func(t *testing.T) {
		is := is.New(t)
		bands := indexes.Define(indexes.Spec[band]{
			Person: indexes.Nobody("a test"), Name: "secret_bands", Version: 1, ID: func(b *band) *int64 { return &b.ID },
			Shown: func(_ indexes.Reader, b *band) (bool, error) { return b.Fee == 0, nil },
		})
		s := newStore(t)
		s.must(1, func(tx indexes.Tx) error {
			return errors.Join(bands.Insert(tx, &band{Name: "One", Fee: 100, Genres: []string{"ska"}, Barcode: "X"}), bands.Insert(tx, &band{Name: "Two"}))
		})
		s.view(1, func(r indexes.Reader) error {
			recs, err := bands.GetMany(hiding{r}, []int64{1, 2})
			is.Equal(recs, []band{{ID: 2, Name: "Two"}})
			return err
		})
	})
	t.Run("parts and what is stored are found like records", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		names := indexes.PartOf[band, setting](f.bands.Table)
		s.must(1, func(tx indexes.Tx) error {
			for _, n := range []string{"a", "b", "c"} {
				if err := f.bands.Insert(tx, &band{Name: n, Fee: 100, Genres: []string{n}}); err != nil {
					return err
				}
			}
			return nil
		})
		s.view(1, func(r indexes.Reader) error {
			parts, err := names.GetMany(r, []int64{3, 9, 1})
			is.Equal(parts, []setting{{3, "c"}, {1, "a"}})
			found, errLook := f.bands.Look(r, []int64{2, 7})
			is.Equal(len(found), 1)
			is.Equal(found[0].ID(), int64(2))
			var rec band
			is.NoErr(found[0].Read(&rec))
			is.Equal(rec.Genres, []string{"b"})
			return errors.Join(err, errLook)
		})
		s.view(2, func(r indexes.Reader) error {
			found, err := f.bands.Look(r, []int64{1, 2, 3})
			is.Equal(len(found), 0) // another company's
			return err
		})
	})
}

// hiding is a reader who is not shown everything.
type hiding struct{ indexes.Reader }

func (hiding) Narrowed() bool  { return true }
func (hiding) LeavesOut() bool { return true }

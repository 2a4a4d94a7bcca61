package indexes_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/kvtest"
)

// findings verifies a whole store.
func (s store) findings(f *festival) []string {
	s.t.Helper()
	var out []string
	err := s.View(context.Background(), func(r kv.Reader) error {
		return f.schema.Verify(context.Background(), r, func(x indexes.Finding) { out = append(out, x.String()) })
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// seed fills every table and index of two companies.
func (s store) seed(f *festival) {
	s.t.Helper()
	for company := range int64(2) {
		s.must(company+1, func(tx indexes.Tx) error {
			for i := range int64(6) {
				at := time.Date(2026, 7, 1, 20, int(i), 0, 0, time.UTC)
				b := band{Name: fmt.Sprint("band ", i), Stage: i % 3, Genres: []string{"ska", "dub", "ska"}[:i%4], Plays: &at}
				b.Barcode = fmt.Sprint("C", company, "-", i)
				if err := f.bands.Insert(tx, &b); err != nil {
					return err
				}
				if err := f.stock.Put(tx, &stock{Item: i, Size: "m", Left: 10 - i}); err != nil {
					return err
				}
			}
			return f.settings.Insert(tx, &setting{Name: fmt.Sprint("s", company)})
		})
	}
}

// tamper writes bytes past the tables.
func (s store) tamper(fn func(kv.Tx) error) {
	s.t.Helper()
	if err := s.Update(context.Background(), fn); err != nil {
		s.t.Fatal(err)
	}
}

// first gives the first pair of a space.
func first(tx kv.Tx, space kv.Space) kv.Pair {
	for p := range tx.Scan(space, kv.Range{Limit: 1}) {
		return kv.Pair{Key: slices.Clone(p.Key), Value: slices.Clone(p.Value)}
	}
	panic("nothing in " + space)
}

// stored is one pair and where it lies.
type stored struct {
	space kv.Space
	kv.Pair
}

// pairs gives everything there is in a store.
func (s store) pairs(f *festival) (all []stored) {
	s.t.Helper()
	err := s.View(context.Background(), func(r kv.Reader) error {
		for _, space := range f.schema.Spaces() {
			for p, err := range r.Scan(space, kv.Range{}) {
				if err != nil {
					return err
				}
				all = append(all, stored{space, kv.Pair{Key: slices.Clone(p.Key), Value: slices.Clone(p.Value)}})
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func TestVerify(t *testing.T) {
	kvtest.SingleGoroutine(t)
	t.Run("a healthy store has no findings", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		s.seed(f)
		s.must(1, func(tx indexes.Tx) error {
			_, err := f.bands.Update(tx, 2, func(b *band) error { b.Stage, b.Genres, b.Plays = 2, nil, nil; return nil })
			if err != nil {
				return err
			}
			return f.bands.Delete(tx, 3)
		})
		is.Equal(s.findings(f), nil)
	})
	for _, space := range newFestival().schema.Spaces() {
		if space == "~schema" {
			continue
		}
		t.Run("a lost key is found in "+string(space), func(t *testing.T) {
			is := is.New(t)
			f, s := newFestival(), newStore(t)
			s.seed(f)
			s.tamper(func(tx kv.Tx) error { return tx.Delete(space, first(tx, space).Key) })
			is.True(len(s.findings(f)) > 0)
		})
		t.Run("any flipped bit of a value is found in "+string(space), func(t *testing.T) {
			is := is.New(t)
			f, s := newFestival(), newStore(t)
			s.seed(f)
			var p kv.Pair
			s.tamper(func(tx kv.Tx) error { p = first(tx, space); return nil })
			for bit := range len(p.Value) * 8 {
				bad := slices.Clone(p.Value)
				bad[bit/8] ^= 1 << (bit % 8)
				s.tamper(func(tx kv.Tx) error { return tx.Put(space, p.Key, bad) })
				is.True(len(s.findings(f)) > 0)
			}
			s.tamper(func(tx kv.Tx) error { return tx.Put(space, p.Key, p.Value) })
			is.Equal(s.findings(f), nil)
		})
	}
	for _, space := range []kv.Space{"bands.name", "bands.genre", "bands.barcode", "bands.plays", "stock.left", "settings.name"} {
		t.Run("an entry too many is found in "+string(space), func(t *testing.T) {
			is := is.New(t)
			f, s := newFestival(), newStore(t)
			s.seed(f)
			s.tamper(func(tx kv.Tx) error {
				p := first(tx, space)
				at := slices.Index(p.Key, 'a'+0)
				if at < 0 {
					at = 1
				}
				p.Key[at]--
				return tx.Put(space, p.Key, p.Value)
			})
			is.True(len(s.findings(f)) > 0)
		})
	}
	t.Run("one flipped bit anywhere, in a key or a value, is found", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		is.NoErr(f.schema.Ready(context.Background(), s))
		s.seed(f)
		s.must(1, func(tx indexes.Tx) error { return f.bands.Delete(tx, 3) })
		is.Equal(s.findings(f), nil)
		all := s.pairs(f)
		for i, at := range all {
			for _, inKey := range []bool{true, false} {
				bad := kv.Pair{Key: slices.Clone(at.Key), Value: slices.Clone(at.Value)}
				where := bad.Value
				if inKey {
					where = bad.Key
				}
				where[i*7%len(where)] ^= 1 << (i % 8)
				if inKey && slices.ContainsFunc(all, func(o stored) bool { return o.space == at.space && string(o.Key) == string(bad.Key) }) {
					continue // would fall upon its neighbour
				}
				s.tamper(func(tx kv.Tx) error {
					return errors.Join(tx.Delete(at.space, at.Key), tx.Put(at.space, bad.Key, bad.Value))
				})
				if len(s.findings(f)) == 0 {
					t.Errorf("%s: %x = %x became %x = %x and nobody saw it", at.space, at.Key, at.Value, bad.Key, bad.Value)
				}
				s.tamper(func(tx kv.Tx) error {
					return errors.Join(tx.Delete(at.space, bad.Key), tx.Put(at.space, at.Key, at.Value))
				})
			}
		}
		is.Equal(s.findings(f), nil)
	})
	t.Run("a record that was moved to another key is found", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		s.seed(f)
		s.tamper(func(tx kv.Tx) error {
			p := first(tx, "bands")
			return tx.Put("bands", kv.Int.Append(kv.Int.Append(nil, 1), 77), p.Value)
		})
		is.True(len(s.findings(f)) > 0)
	})
	t.Run("the id counter never lies below the highest id", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		s.seed(f)
		s.tamper(func(tx kv.Tx) error {
			return tx.Delete("~counters", kv.String.Append(nil, "id:bands"))
		})
		is.Equal(len(s.findings(f)), 1)
	})
	t.Run("a sample looks at the newest records", func(t *testing.T) {
		is := is.New(t)
		f, s := newFestival(), newStore(t)
		s.seed(f)
		n := 0
		sample := func(r kv.Reader) error {
			return f.schema.Sample(context.Background(), r, "settings", 3, func(indexes.Finding) { n++ })
		}
		is.NoErr(s.View(context.Background(), sample))
		is.Equal(n, 0)
		s.tamper(func(tx kv.Tx) error { return tx.Delete("settings.name", first(tx, "settings.name").Key) })
		is.NoErr(s.View(context.Background(), sample))
		is.Equal(n, 1)
	})
}

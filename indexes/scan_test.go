package indexes_test

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
)

// names walks a list and joins the names on it.
func names(seq iter.Seq2[indexes.Hit[band], error]) string {
	var out []string
	for h, err := range seq {
		if err != nil {
			return "error: " + err.Error()
		}
		out = append(out, h.Rec.Name)
	}
	return strings.Join(out, " ")
}

// lineup inserts bands a to f, one transaction each, on stages 1 2 0 1 2 0.
func lineup(s store, f *festival) {
	for i := range int64(6) {
		at := time.Date(2026, 7, 1, 20, 0, int(i/2), 0, time.UTC)
		b := band{Name: string(rune('a' + i)), Stage: (i + 1) % 3, Plays: &at, Genres: []string{"ska", "dub"}[:1+i%2]}
		s.must(1, func(tx indexes.Tx) error { return f.bands.Insert(tx, &b) })
		s.must(2, func(tx indexes.Tx) error { b := b; b.Name += "2"; return f.bands.Insert(tx, &b) })
	}
}

func TestScan(t *testing.T) {
	f, s := newFestival(), newStore(t)
	lineup(s, f)
	at := func(sec int) time.Time { return time.Date(2026, 7, 1, 20, 0, sec, 0, time.UTC) }
	all := indexes.All[string]()
	byStage := func(stage int64) indexes.Range[stageTime] { return indexes.PrefixOf[time.Time](stage) }
	tests := []struct {
		name string
		walk func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error]
		want string
	}{
		{"ties go by id", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] { return f.byGenre.Scan(r, all) }, "b d f a b c d e f"},
		{"reversed turns ties round too", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.byGenre.Scan(r, all.Reversed())
		}, "f e d c b a f d b"},
		{"equal takes one key", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.byGenre.Scan(r, indexes.Equal("dub"))
		}, "b d f"},
		{"from takes the key itself", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.byGenre.Scan(r, indexes.From("e"))
		}, "a b c d e f"},
		{"to leaves the key out", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.byGenre.Scan(r, indexes.To("ska"))
		}, "b d f"},
		{"nothing lies between a key and itself", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.byGenre.Scan(r, indexes.Between("dub", "dub"))
		}, ""},
		{"bounds the wrong way round hold nothing", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.byGenre.Scan(r, indexes.Between("ska", "dub"))
		}, ""},
		{"a limit ends the walk", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.byGenre.Scan(r, all.Limit(2))
		}, "b d"},
		{"a prefix takes the newest first under Desc", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.byStage.Scan(r, byStage(1))
		}, "d a"},
		{"a prefix can be narrowed", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			d, _ := f.byName.Get(r, "d")
			return f.byStage.Scan(r, byStage(1).From(stageTime{A: 1, B: d.ChangedAt.Add(-time.Microsecond)}))
		}, "a"},
		{"a global index walks all companies", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.byPlays.Scan(r, indexes.Between(at(1), at(2)))
		}, "c d c2 d2"},
		{"a table walks by id", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.bands.Scan(r, indexes.From[int64](5))
		}, "c d e f"},
		{"a position of something else is refused", func(r indexes.Reader) iter.Seq2[indexes.Hit[band], error] {
			return f.byGenre.Scan(r, all.After(indexes.Position("nonsense")))
		}, "error: bands.genre: resume position is not valid: kv: malformed key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			s.view(1, func(r indexes.Reader) error {
				is.Equal(names(tt.walk(r)), tt.want)
				return nil
			})
		})
	}
	t.Run("positions resume behind each hit, as text, both ways", func(t *testing.T) {
		is := is.New(t)
		s.view(1, func(r indexes.Reader) error {
			for _, rg := range []indexes.Range[string]{all, all.Reversed()} {
				whole := names(f.byGenre.Scan(r, rg))
				seen := ""
				for h, err := range f.byGenre.Scan(r, rg) {
					is.NoErr(err)
					seen = strings.TrimSpace(seen + " " + h.Rec.Name)
					p, err := indexes.ParsePosition(h.At.String())
					is.NoErr(err)
					is.Equal(strings.TrimSpace(seen+" "+names(f.byGenre.Scan(r, rg.After(p)))), whole)
				}
			}
			return nil
		})
	})
	t.Run("keys come without records", func(t *testing.T) {
		is := is.New(t)
		s.view(1, func(r indexes.Reader) error {
			got := ""
			for e, err := range f.byGenre.Keys(r, indexes.Equal("dub")) {
				is.NoErr(err)
				got += fmt.Sprint(e.Key, e.ID, " ")
			}
			is.Equal(got, "dub3 dub7 dub11 ")
			return nil
		})
	})
	t.Run("counts are kept per key and per first component", func(t *testing.T) {
		is := is.New(t)
		s.view(1, func(r indexes.Reader) error {
			n, err := f.byGenre.CountOf(r, indexes.Equal("dub"))
			is.NoErr(err)
			is.Equal(n, int64(3))
			n, err = f.byStage.CountOf(r, byStage(2))
			is.NoErr(err)
			is.Equal(n, int64(2))
			n, err = f.byStage.CountOf(r, byStage(9))
			is.NoErr(err)
			is.Equal(n, int64(0))
			_, err = f.byStage.CountOf(r, indexes.All[stageTime]())
			is.True(err != nil)
			n, err = f.bands.Count(r)
			is.Equal(n, int64(6))
			return err
		})
	})
}

func TestPrefix(t *testing.T) {
	type place = kv.Triple[int64, string, int64]
	s := newStore(t)
	byPlace := indexes.NewBy("place", kv.TripleOf(kv.Int, kv.String, kv.Desc(kv.Int)), func(x *stock) []place {
		return []place{{A: x.Item, B: x.Size, C: x.Left}}
	}).Counted()
	table := indexes.DefineKeyed(indexes.KeyedSpec[int64, stock]{
		Person: indexes.Nobody("a test"), Name: "stock", Version: 1, Key: kv.Int, KeyOf: func(x *stock) int64 { return x.Item*10 + x.Left },
	}, byPlace.Index)
	s.must(1, func(tx indexes.Tx) error {
		for _, x := range []stock{{1, "l", 1}, {1, "l", 2}, {1, "m", 3}, {2, "l", 4}} {
			if err := table.Put(tx, &x); err != nil {
				return err
			}
		}
		return nil
	})
	for name, tt := range map[string]struct {
		rg   indexes.Range[place]
		want string
	}{
		"one component":       {indexes.PrefixOf1[string, int64](int64(1)), "2 1 3 "},
		"two components":      {indexes.PrefixOf2[int64](int64(1), "l"), "2 1 "},
		"a whole key":         {indexes.Equal(place{A: 1, B: "l", C: 1}), "1 "},
		"a prefix, backwards": {indexes.PrefixOf1[string, int64](int64(1)).Reversed(), "3 1 2 "},
		"nothing":             {indexes.PrefixOf2[int64](int64(3), "l"), ""},
	} {
		t.Run("a triple is selected by "+name, func(t *testing.T) {
			is := is.New(t)
			s.view(1, func(r indexes.Reader) error {
				got := ""
				for h, err := range byPlace.Scan(r, tt.rg) {
					is.NoErr(err)
					got += fmt.Sprint(h.Rec.Left, " ")
				}
				is.Equal(got, tt.want)
				return nil
			})
		})
	}
	t.Run("counts are kept for the first component alone", func(t *testing.T) {
		is := is.New(t)
		s.view(1, func(r indexes.Reader) error {
			n, err := byPlace.CountOf(r, indexes.PrefixOf1[string, int64](int64(1)))
			is.NoErr(err)
			is.Equal(n, int64(3))
			_, err = byPlace.CountOf(r, indexes.PrefixOf2[int64](int64(1), "l"))
			is.True(err != nil)
			return nil
		})
	})
}

func TestKeyed(t *testing.T) {
	f, s := newFestival(), newStore(t)
	key := func(item int64, size string) kv.Pair2[int64, string] {
		return kv.Pair2[int64, string]{A: item, B: size}
	}
	left := func(n int64) func(*stock) error {
		return func(x *stock) error { x.Item, x.Size, x.Left = 1, "m", x.Left+n; return nil }
	}
	t.Run("upsert starts from zero, then goes on", func(t *testing.T) {
		is := is.New(t)
		for range 2 {
			s.must(1, func(tx indexes.Tx) error { _, err := f.stock.Upsert(tx, key(1, "m"), left(5)); return err })
		}
		s.view(1, func(r indexes.Reader) error {
			got, err := f.stock.Get(r, key(1, "m"))
			is.Equal(got, stock{1, "m", 10})
			_, ok, _ := f.stock.Find(r, key(1, "l"))
			is.True(!ok)
			for h, err := range f.byLeft.Scan(r, indexes.All[int64]()) {
				is.NoErr(err)
				is.Equal(h.Rec.Left, int64(10))
			}
			return err
		})
	})
	t.Run("update wants a record and keeps its key", func(t *testing.T) {
		is := is.New(t)
		err := s.update(1, func(tx indexes.Tx) error { _, err := f.stock.Update(tx, key(1, "l"), left(1)); return err })
		is.True(errors.Is(err, indexes.ErrNotFound))
		err = s.update(1, func(tx indexes.Tx) error { _, err := f.stock.Upsert(tx, key(7, "l"), left(1)); return err })
		is.True(err != nil)
	})
	t.Run("a walk takes a prefix of the key", func(t *testing.T) {
		is := is.New(t)
		s.must(1, func(tx indexes.Tx) error {
			return errors.Join(f.stock.Put(tx, &stock{2, "s", 1}), f.stock.Put(tx, &stock{2, "l", 2}), f.stock.Put(tx, &stock{3, "l", 3}))
		})
		s.view(1, func(r indexes.Reader) error {
			var got []stock
			for h, err := range f.stock.Scan(r, indexes.PrefixOf[string](int64(2))) {
				is.NoErr(err)
				got = append(got, h.Rec)
			}
			is.Equal(got, []stock{{2, "l", 2}, {2, "s", 1}})
			many, err := f.stock.GetMany(r, []kv.Pair2[int64, string]{key(3, "l"), key(9, "x"), key(2, "s")})
			is.Equal(many, []stock{{3, "l", 3}, {2, "s", 1}})
			return err
		})
		s.must(1, func(tx indexes.Tx) error { return f.stock.Delete(tx, key(2, "l")) })
		is.Equal(s.findings(f), nil)
	})
}

package kvtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
)

// ranges are walks over the keys a to e, and what they show.
var ranges = []struct {
	name string
	r    kv.Range
	want string
}{
	{"everything", kv.Range{}, "a=1 b=2 c=3 d=4 e=5"},
	{"everything backwards", kv.Range{Reverse: true}, "e=5 d=4 c=3 b=2 a=1"},
	{"half open", kv.Range{From: []byte("b"), To: []byte("d")}, "b=2 c=3"},
	{"half open backwards", kv.Range{From: []byte("b"), To: []byte("d"), Reverse: true}, "c=3 b=2"},
	{"bounds between keys", kv.Range{From: []byte("aa"), To: []byte("cc")}, "b=2 c=3"},
	{"bounds between keys backwards", kv.Range{From: []byte("aa"), To: []byte("cc"), Reverse: true}, "c=3 b=2"},
	{"from", kv.Range{From: []byte("d")}, "d=4 e=5"},
	{"from backwards", kv.Range{From: []byte("d"), Reverse: true}, "e=5 d=4"},
	{"to", kv.Range{To: []byte("c")}, "a=1 b=2"},
	{"to backwards", kv.Range{To: []byte("c"), Reverse: true}, "b=2 a=1"},
	{"to beyond the last backwards", kv.Range{To: []byte("z"), Reverse: true}, "e=5 d=4 c=3 b=2 a=1"},
	{"before the first", kv.Range{To: []byte("a")}, ""},
	{"before the first backwards", kv.Range{To: []byte("a"), Reverse: true}, ""},
	{"behind the last", kv.Range{From: []byte("f")}, ""},
	{"behind the last backwards", kv.Range{From: []byte("f"), Reverse: true}, ""},
	{"bounds crossed", kv.Range{From: []byte("d"), To: []byte("b")}, ""},
	{"bounds crossed backwards", kv.Range{From: []byte("d"), To: []byte("b"), Reverse: true}, ""},
	{"limit", kv.Range{Limit: 2}, "a=1 b=2"},
	{"limit backwards", kv.Range{Limit: 2, Reverse: true}, "e=5 d=4"},
	{"limit above the number", kv.Range{Limit: 9}, "a=1 b=2 c=3 d=4 e=5"},
	{"limit within bounds", kv.Range{From: []byte("b"), Limit: 1}, "b=2"},
}

func scansKeepBounds(t *testing.T, e kv.Engine) {
	if err := put(e, "s", "a", "1", "b", "2", "c", "3", "d", "4", "e", "5"); err != nil {
		t.Fatal(err)
	}
	checkRanges(t, func(fn func(kv.Reader) error) error { return e.View(context.Background(), fn) })
}

// scansMerge scans five keys, some of them in the snapshot and some written by the
// transaction itself.
func scansMerge(t *testing.T, e kv.Engine) {
	if err := put(e, "s", "a", "1", "aa", "0", "c", "0", "cc", "0", "e", "5", "f", "0"); err != nil {
		t.Fatal(err)
	}
	checkRanges(t, func(fn func(kv.Reader) error) error {
		err := e.Update(context.Background(), func(tx kv.Tx) error {
			for _, k := range []string{"aa", "cc", "f", "never"} {
				if err := tx.Delete("s", []byte(k)); err != nil {
					return err
				}
			}
			for _, kv := range [][2]string{{"d", "4"}, {"c", "3"}, {"b", "2"}} {
				if err := tx.Put("s", []byte(kv[0]), []byte(kv[1])); err != nil {
					return err
				}
			}
			return errors.Join(fn(tx), errRefused)
		})
		if errors.Is(err, errRefused) {
			return nil
		}
		return err
	})
}

// countsAgree counts ranges of a space that is large enough for a tree of several
// levels, in a snapshot and in a transaction with writes of its own.
func countsAgree(t *testing.T, e kv.Engine) {
	fill := func(tx kv.Tx, from, to, step int) error {
		for i := from; i < to; i += step {
			if err := tx.Put("many", fmt.Appendf(nil, "%05d%0*d", i, i%97+1, 0), []byte("x")); err != nil {
				return err
			}
		}
		return nil
	}
	ctx := context.Background()
	if err := e.Update(ctx, func(tx kv.Tx) error { return fill(tx, 0, 20000, 3) }); err != nil {
		t.Fatal(err)
	}
	bound := func(n int) []byte {
		if n < 0 {
			return nil
		}
		return fmt.Appendf(nil, "%05d", n)
	}
	agree := func(r kv.Reader) {
		for _, s := range []kv.Space{"many", "none"} {
			for _, b := range [][3]int{{-1, -1, 0}, {0, 20000, 0}, {1, 19999, 0}, {6000, 6001, 0}, {6001, 6002, 0}, {5000, 15000, 0},
				{15000, 5000, 0}, {-1, 12345, 0}, {12345, -1, 0}, {20000, -1, 0}, {-1, 0, 0}, {-1, -1, 7}, {10, 11, 7}} {
				rg := kv.Range{From: bound(b[0]), To: bound(b[1]), Limit: b[2], Reverse: b[2]%2 == 1}
				var walked [][]byte
				for p := range r.Scan(s, rg) {
					walked = append(walked, bytes.Clone(p.Key))
				}
				if n, err := kv.Count(r, s, rg); n != int64(len(walked)) || err != nil {
					t.Errorf("%s %v: counted %d, walked %d: %v", s, b, n, len(walked), err)
				}
				rg.Limit = 0
				for n := 0; n < len(walked); n += 1 + n/2 {
					if key, err := kv.Nth(r, s, rg, int64(n)); !bytes.Equal(key, walked[n]) || err != nil {
						t.Errorf("%s %v: key %d is %s, walked to %s: %v", s, b, n, key, walked[n], err)
					}
				}
				if key, err := kv.Nth(r, s, rg, 20_000); key != nil || err != nil {
					t.Errorf("%s %v: the range has a key %s behind its end: %v", s, b, key, err)
				}
			}
		}
	}
	if err := e.View(ctx, func(r kv.Reader) error { agree(r); return nil }); err != nil {
		t.Fatal(err)
	}
	err := e.Update(ctx, func(tx kv.Tx) error {
		if err := fill(tx, 1, 20000, 30); err != nil {
			return err
		}
		agree(tx)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.View(ctx, func(r kv.Reader) error { agree(r); return nil }); err != nil {
		t.Fatal(err)
	}
}

func checkRanges(t *testing.T, read func(func(kv.Reader) error) error) {
	for _, c := range ranges {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			var got string
			is.NoErr(read(func(r kv.Reader) error {
				got = listed(r, "s", c.r)
				return nil
			}))
			is.Equal(got, c.want)
		})
	}
	t.Run("left early", func(t *testing.T) {
		is := is.New(t)
		var seen int
		is.NoErr(read(func(r kv.Reader) error {
			seen = 0
			for range r.Scan("s", kv.Range{}) {
				if seen++; seen == 3 {
					break
				}
			}
			return nil
		}))
		is.Equal(seen, 3)
	})
}

func writingDuringScan(t *testing.T, e kv.Engine) {
	is := is.New(t)
	is.NoErr(put(e, "s", "a", "1", "b", "2", "c", "3"))
	var seen string
	err := e.Update(context.Background(), func(tx kv.Tx) error {
		seen = ""
		if err := tx.Put("s", []byte("bb"), []byte("own")); err != nil {
			return err
		}
		for p, err := range tx.Scan("s", kv.Range{}) {
			seen += string(p.Key) + " "
			if err := errors.Join(err, tx.Delete("s", p.Key), tx.Put("s", []byte("z"+string(p.Key)), []byte("new"))); err != nil {
				return err
			}
		}
		return nil
	})
	is.NoErr(err)
	is.Equal(seen, "a b bb c ") // none skipped, none of those added meanwhile
	is.Equal(stored(e, "s"), "za=new zb=new zbb=new zc=new")
}

package bolt

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"marquee/kv"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// TestLayers compares two layers over a file with a plain map.
func TestLayers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := openTemp(t, Options{FreePages: -1})
		defer e.Close()
		want := map[string]string{}
		if err := e.Update(background, func(tx kv.Tx) error { scribble(rt, tx, want); return tx.Put("s", []byte("k"), []byte("v")) }); err != nil {
			rt.Fatal(err)
		}
		want["k"] = "v"
		err := e.View(background, func(r kv.Reader) error {
			below := &layer{base: r}
			above := &layer{base: below}
			for _, l := range []*layer{below, below, above, above} {
				o := kv.NewOverlay(l, time.Time{}, time.Time{})
				scribble(rt, o, want)
				l.add(o)
				compare(rt, l, want)
			}
			return nil
		})
		if err != nil {
			rt.Fatal(err)
		}
	})
}

// scribble writes and deletes a few keys, here and in the map.
func scribble(t *rapid.T, tx kv.Tx, want map[string]string) {
	for range rapid.IntRange(0, 6).Draw(t, "writes") {
		key := fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "key"))
		if rapid.Bool().Draw(t, "delete") {
			delete(want, key)
			_ = tx.Delete("s", []byte(key))
			continue
		}
		want[key] = rapid.StringMatching("[a-z]{1,3}").Draw(t, "value")
		_ = tx.Put("s", []byte(key), []byte(want[key]))
	}
}

func compare(t *rapid.T, r kv.Reader, want map[string]string) {
	keys := slices.Sorted(maps.Keys(want))
	for i := range 10 {
		v, err := r.Get("s", fmt.Append(nil, i))
		if value, ok := want[fmt.Sprint(i)]; (err == nil) != ok || string(v) != value {
			t.Fatalf("key %d: %q %v, want %q", i, v, err, value)
		}
	}
	for _, reverse := range []bool{false, true} {
		var got []string
		for p, err := range r.Scan("s", kv.Range{Reverse: reverse}) {
			if err != nil || string(p.Value) != want[string(p.Key)] {
				t.Fatalf("%s: %q %v", p.Key, p.Value, err)
			}
			got = append(got, string(p.Key))
		}
		if !slices.Equal(got, keys) {
			t.Fatalf("walk %q, want %q", got, keys)
		}
		slices.Reverse(keys)
	}
}

func TestLayerOfAnotherSpace(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	is.NoErr(e.View(background, func(r kv.Reader) error {
		l := &layer{base: r, safe: time.UnixMicro(7)}
		o := kv.NewOverlay(l, time.Time{}, time.Time{})
		is.NoErr(o.Put("s", []byte("k"), []byte("v")))
		l.add(o)
		for range l.Scan("other", kv.Range{}) {
			t.Error("a key of another space")
		}
		values, err := l.GetMany("s", [][]byte{[]byte("k"), []byte("none")})
		is.Equal(values, [][]byte{[]byte("v"), nil})
		is.Equal(l.SafeTime(), time.UnixMicro(7))
		return err
	}))
}

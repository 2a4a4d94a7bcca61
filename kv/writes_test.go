package kv

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestWrites compares short and long write sets with a plain map, and checks that
// kept keys and values do not change.
func TestWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, want, lent := writes{}, map[string]string{}, map[string][]byte{}
		keys := rapid.SampledFrom([]int{5, 40, 200}).Draw(t, "keys")
		for range rapid.IntRange(0, 300).Draw(t, "steps") {
			space := rapid.SampledFrom([]string{"a", "b", "ba"}).Draw(t, "space")
			key := []byte{byte(rapid.IntRange(1, keys).Draw(t, "key"))}
			name := space + "/" + string(key)
			if rapid.IntRange(0, 4).Draw(t, "kind") == 0 {
				w.set(Space(space), key, nil)
				want[name] = ""
			} else {
				value := bytes.Repeat([]byte{byte(len(lent))}, rapid.SampledFrom([]int{1, 20, 300, 2000}).Draw(t, "size"))
				kept := w.copy(value)
				lent[string(value)] = kept
				w.set(Space(space), key, kept)
				want[name] = string(value)
			}
			key[0] = 0 // the caller's key is not ours
		}
		if rapid.Bool().Draw(t, "walked") && !w.empty() {
			w.tree()
		}
		check(t, &w, want)
		for value, kept := range lent {
			if string(kept) != value {
				t.Fatal("a value was written over")
			}
		}
	})
}

func check(t *rapid.T, w *writes, want map[string]string) {
	var order []string
	w.each(func(e Entry) bool {
		name := string(e.Space) + "/" + string(e.Key)
		order = append(order, name)
		if got, ok := w.get(e.Space, e.Key); !ok || string(got.Value) != want[name] || (got.Value == nil) != (want[name] == "") {
			t.Fatalf("%q holds %d bytes, not %d", name, len(got.Value), len(want[name]))
		}
		return true
	})
	bySpaceThenKey := func(a, b string) int {
		sa, ka, _ := strings.Cut(a, "/")
		sb, kb, _ := strings.Cut(b, "/")
		if c := strings.Compare(sa, sb); c != 0 {
			return c
		}
		return strings.Compare(ka, kb)
	}
	if !slices.Equal(order, slices.SortedFunc(maps.Keys(want), bySpaceThenKey)) {
		t.Fatalf("wrong keys or order: %q", order)
	}
	if _, ok := w.get("c", []byte{1}); ok || w.empty() != (len(want) == 0) {
		t.Fatal("a key that nobody wrote")
	}
}

package texts

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOf(rapid.OneOf(rapid.Int64Range(0, 300), rapid.Int64Range(0, 1<<62))).Draw(t, "ids")
		m, want := MarksOf(ids), slices.Compact(slices.Sorted(slices.Values(ids)))
		if got := m.IDs(); !slices.Equal(got, want) || m.Len() != len(want) {
			t.Fatalf("%v, want %v", got, want)
		}
		half := MarksOf(ids[:len(ids)/2])
		rest := MarksOf(ids[len(ids)/3:])
		half.AddAll(&rest)
		if got := half.IDs(); !slices.Equal(got, want) || half.Len() != len(want) {
			t.Fatalf("together %v, want %v", got, want)
		}
		for _, id := range append(ids, 0, 1, 63, 64, 1<<62) {
			if m.Has(id) != slices.Contains(want, id) {
				t.Fatal(id)
			}
		}
	})
}

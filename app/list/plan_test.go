package list

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSorted: however far apart ids lie, the same comes of them as of sorting.
func TestSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.SampledFrom([]int64{0, 1, -500, math.MinInt64, math.MaxInt64 - 1<<20, 1 << 40}).Draw(t, "first")
		span := rapid.SampledFrom([]int64{1, 100, 5_000, 64 * manyIDs, 1 << 20}).Draw(t, "span")
		n := rapid.SampledFrom([]int{0, 1, 10, manyIDs - 1, manyIDs, 3 * manyIDs}).Draw(t, "ids")
		offsets := rapid.SliceOfN(rapid.Int64Range(0, span-1), min(n, 50), min(n, 50)).Draw(t, "offsets")
		ids := make([]int64, n)
		for i := range ids {
			ids[i] = first + (offsets[i%len(offsets)]+int64(i)*7919)%span
		}
		if n > 1 && rapid.Bool().Draw(t, "extremes") {
			ids[0], ids[n-1] = math.MaxInt64, math.MinInt64
		}
		want := slices.Compact(slices.Sorted(slices.Values(ids)))
		if got := Sorted(ids); !slices.Equal(got, want) {
			t.Fatalf("%d ids, want %d", len(got), len(want))
		}
	})
}

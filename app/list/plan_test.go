package list

import (
	"math"
	"slices"
	"testing"

	"github.com/matryer/is"
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

// TestWhatAWalkReadsCounts: a walk that reads records for each row is followed less far.
func TestWhatAWalkReadsCounts(t *testing.T) {
	is := is.New(t)
	walked := func(reads, rows int) bool {
		g := &reading[struct{}]{plan: Plan[struct{}]{Reads: reads}}
		return (&sieve[struct{}]{g: g, walked: rows}).enough()
	}
	is.True(!walked(0, maxWalked))
	is.True(walked(0, maxWalked+1))
	is.True(!walked(2, maxWalked/(1+2*readWorth)))
	is.True(walked(2, maxWalked/(1+2*readWorth)+1))
}

// TestAListIsKnownToBeTooLong: where the walk is the list, its counter tells before anything is read.
func TestAListIsKnownToBeTooLong(t *testing.T) {
	is := is.New(t)
	p := Plan[struct{}]{Exact: true, Total: func() (int64, bool, error) { return 10, false, nil }}
	for _, most := range []int64{9, 10} {
		more, err := p.moreThan(most)
		is.NoErr(err)
		is.Equal(more, most == 9)
	}
	p.Exact = false // what Fits takes of the walk, nobody knows
	more, err := p.moreThan(9)
	is.NoErr(err)
	is.True(!more)
	p.Exact, p.Sets = true, []IDs{{1}}
	more, err = p.moreThan(9)
	is.NoErr(err)
	is.True(!more)
}

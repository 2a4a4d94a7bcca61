package indexes_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"

	"pgregory.net/rapid"
)

// TestMerge: a walk over any groups of an index gives what a plain walk of each
// gives, in the order of what follows the group, both ways, from any position, and
// groups are counted without a walk.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, e := newFestival(), mem.New(mem.Options{})
		must := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		stages := rapid.SliceOfN(rapid.Int64Range(0, 300), 0, 90).Draw(t, "stages")
		must(e.Update(context.Background(), func(kt kv.Tx) error {
			for i, stage := range stages {
				b := band{Name: fmt.Sprint(i), Stage: stage % 7 * 100}
				if err := f.bands.Insert(indexes.BindTx(kt, 1), &b); err != nil {
					return err
				}
			}
			return nil
		}))
		reversed := rapid.Bool().Draw(t, "reversed")
		chosen := rapid.SliceOfDistinct(rapid.SampledFrom([]int64{0, 100, 200, 300, 600, 900}), rapid.ID).Draw(t, "groups")
		must(e.View(context.Background(), func(kr kv.Reader) error {
			r := indexes.Bind(kr, 1)
			var want []indexes.Position
			for _, g := range chosen {
				for h, err := range f.byStage.Keys(r, indexes.PrefixOf[time.Time](g)) {
					must(err)
					_, rest, err := kv.Int.Read(h.At)
					must(err)
					want = append(want, rest)
				}
			}
			slices.SortFunc(want, func(a, b indexes.Position) int {
				if reversed {
					a, b = b, a
				}
				return bytes.Compare(a, b)
			})
			span := indexes.Span{Reversed: reversed}
			if len(want) > 0 && rapid.Bool().Draw(t, "resumes") {
				i := rapid.IntRange(0, len(want)-1).Draw(t, "at")
				span.After, want = want[i], want[i+1:]
			}
			n := 0
			for h, err := range f.byStage.Merge(r, chosen, span) {
				must(err)
				if n >= len(want) || !bytes.Equal(h.At, want[n]) || h.ID == 0 {
					t.Fatalf("entry %d is %x of record %d, of %d", n, h.At, h.ID, len(want))
				}
				n++
			}
			counted, err := f.byStage.Ordered.CountSpan(r, chosen, span)
			must(err)
			for i := 0; i <= len(want); i += 1 + i/2 {
				at, err := f.byStage.Ordered.Nth(r, chosen, span, int64(i))
				must(err)
				if i < len(want) && !bytes.Equal(at, want[i]) || i == len(want) && at != nil {
					t.Fatalf("entry %d of %d is %x", i, len(want), at)
				}
			}
			if n != len(want) || counted != int64(n) {
				t.Fatalf("%d entries, counted %d, want %d", n, counted, len(want))
			}
			return checkGroups(f, r, stages)
		}))
	})
}

func checkGroups(f *festival, r indexes.Reader, stages []int64) error {
	groups, err := f.byStage.Groups(r, 100, 600)
	if err != nil {
		return err
	}
	have := map[int64]int64{}
	for _, g := range groups {
		have[g.Key] = g.N
	}
	for g := int64(0); g <= 600; g += 100 {
		want := int64(0)
		for _, s := range stages {
			if s%7*100 == g && g >= 100 && g < 600 {
				want++
			}
		}
		if have[g] != want {
			return fmt.Errorf("group %d has %d entries, counted %d", g, want, have[g])
		}
	}
	return nil
}

package backup

import (
	"slices"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestRetention(t *testing.T) {
	noon := time.Date(2026, 7, 4, 12, 30, 0, 0, time.UTC)
	t.Run("one an hour for a day, one a day for two weeks, one a week for eight", func(t *testing.T) {
		is := is.New(t)
		var made []time.Time
		for h := range 24 * 100 {
			made = append(made, noon.Add(-time.Duration(h)*time.Hour))
		}
		n := 0
		for _, keep := range DefaultRetention.decideKeep(made) {
			if keep {
				n++
			}
		}
		is.Equal(n, 24+12+5) // two days are hours already, three weeks are days
	})
	t.Run("the newest stays whatever is asked", func(t *testing.T) {
		is := is.New(t)
		is.Equal(Retention{}.decideKeep([]time.Time{noon, noon.Add(-time.Hour)}), []bool{true, false})
		is.Equal(len(Retention{}.decideKeep(nil)), 0)
	})
}

// moments draws the times of backups, newest first.
func moments(t *rapid.T) []time.Time {
	ages := rapid.SliceOfN(rapid.Int64Range(0, 200*86400), 0, 60).Draw(t, "ages")
	slices.Sort(ages)
	var made []time.Time
	for _, a := range ages {
		made = append(made, time.Unix(1_800_000_000-a, 0))
	}
	return made
}

func TestRetentionKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		made := moments(t)
		part := rapid.IntRange(0, 12)
		r := Retention{part.Draw(t, "hourly"), part.Draw(t, "daily"), part.Draw(t, "weekly")}
		keep := r.decideKeep(made)
		var kept []time.Time
		for i, k := range keep {
			if k {
				kept = append(kept, made[i])
			}
		}
		if len(made) > 0 && !keep[0] {
			t.Fatal("the newest went")
		}
		if len(kept) > r.Hourly+r.Daily+r.Weekly+1 {
			t.Fatalf("%d stay", len(kept))
		}
		for _, again := range r.decideKeep(kept) {
			if !again {
				t.Fatal("pruning twice removes more than pruning once")
			}
		}
		more := Retention{r.Hourly + 1, r.Daily + 1, r.Weekly + 1}.decideKeep(made)
		for i := range keep {
			if keep[i] && !more[i] {
				t.Fatal("keeping more removes one that keeping less kept")
			}
		}
	})
}

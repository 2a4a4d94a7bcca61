package backup

import (
	"errors"
	"os"
	"path/filepath"
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

func TestPruneRemovesWhatCrashesLeft(t *testing.T) {
	is := is.New(t)
	k, dir := here(t), t.TempDir()
	now := time.Date(2026, 7, 4, 12, 30, 0, 0, time.UTC)
	k.clock = func() time.Time { return now }
	old, fresh := nameOf(now.Add(-3*time.Hour), false), nameOf(now.Add(-time.Hour), true)
	for _, name := range []string{old + partialSuffix, fresh + partialSuffix, "mine.partial", old, old + badSuffix} {
		something(t, filepath.Join(dir, name), "words")
	}
	_, _, err := k.Prune(t.Context(), dir, DefaultRetention, true)
	is.NoErr(err)
	is.Equal(len(lie(t, dir)), 5)
	_, _, err = k.Prune(t.Context(), dir, DefaultRetention, false)
	is.NoErr(err)
	is.Equal(lie(t, dir), []string{old, old + badSuffix, fresh + partialSuffix, "mine.partial"}) // one is perhaps being written
}

func TestFewBadBackupsOfAScheduleStay(t *testing.T) {
	is := is.New(t)
	k, dir := here(t), t.TempDir()
	now := time.Date(2026, 7, 4, 12, 30, 0, 0, time.UTC)
	for n := range 5 {
		something(t, filepath.Join(dir, nameOf(now.Add(time.Duration(n)*time.Minute), false)+badSuffix), "words")
	}
	is.NoErr(k.PruneBad(t.Context(), dir))
	left := lie(t, dir)
	is.Equal(len(left), 3)
	is.Equal(left[2], nameOf(now.Add(4*time.Minute), false)+badSuffix)
}

// lie gives the names in a folder, in order.
func lie(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestRoomIsWantedBeforeItIsUsed(t *testing.T) {
	is := is.New(t)
	store := something(t, filepath.Join(t.TempDir(), "marquee.db"), "words")
	is.NoErr(WantRoom(filepath.Dir(store), store, 2, 0))
	is.True(errors.Is(WantRoom(filepath.Dir(store), store, 2, 1<<60), ErrNoRoom))
}

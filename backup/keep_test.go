package backup

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app"

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

// The ids of two stores.
const (
	ours   = "0123456789abc"
	theirs = "fedcba9876543"
)

var noon = time.Date(2026, 7, 4, 12, 30, 0, 0, time.UTC)

// named is the name of a backup made so long before noon.
func named(store string, before time.Duration, scheduled bool) string {
	return nameOf(Manifest{Store: store, Made: noon.Add(-before), Scheduled: scheduled}, false)
}

// packedAs makes a backup of a few words that is what its name says.
func packedAs(t *testing.T, path string) {
	t.Helper()
	b, _ := parseName(filepath.Base(path))
	store := something(t, filepath.Join(t.TempDir(), "store"), "words")
	var out bytes.Buffer
	m := Manifest{Product: product, Form: packForm, Made: b.Made, Store: b.Store, Scheduled: b.Scheduled, Bytes: int64(len("words"))}
	if err := pack(&out, m, store); err != nil {
		t.Fatal(err)
	}
	something(t, path, out.String())
}

// pruned says what stays of files with these names.
func pruned(t *testing.T, p Pruning, names ...string) (left []string, out Pruned) {
	t.Helper()
	k, dir := here(t), t.TempDir()
	k.clock = func() time.Time { return noon }
	for _, name := range names {
		packedAs(t, filepath.Join(dir, name))
	}
	out, err := k.Prune(t.Context(), dir, p)
	if err != nil {
		t.Fatal(err)
	}
	return lie(t, dir), out
}

func TestPruneRemovesOnlyWhatAScheduleMadeOfTheStore(t *testing.T) {
	const day = 24 * time.Hour
	newest, scheduled := named(ours, 0, true), named(ours, time.Minute, true)
	byHand, old := named(ours, 2*time.Minute, false), named(ours, 40*day, false)
	other, unknown := named(theirs, 3*time.Minute, true), named("", 4*time.Minute, false)
	all := []string{newest, scheduled, byHand, old, other, unknown, scheduled + badSuffix}
	left := func(gone ...string) []string {
		rest := slices.DeleteFunc(slices.Clone(all), func(n string) bool { return slices.Contains(gone, n) })
		slices.Sort(rest)
		return rest
	}
	for _, c := range []struct {
		name string
		p    Pruning
		gone []string
	}{
		{"a second one of the hour goes; those by hand, of others, of nobody and bad ones stay", Pruning{Store: ours}, []string{scheduled}},
		{"those by hand go when they are told to, and older", Pruning{Store: ours, ByHand: 30 * day}, []string{scheduled, old}},
		{"the newest stays, whatever is told", Pruning{Store: ours, ByHand: 1}, []string{scheduled, byHand, old}},
		{"the only one of a store stays", Pruning{Store: theirs, ByHand: 1}, nil},
		{"nothing goes when nobody knows whose they are", Pruning{ByHand: 1}, nil},
		{"with dry nothing goes", Pruning{Store: ours, ByHand: 1, Dry: true}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			c.p.Retention = Retention{Hourly: 1}
			rest, out := pruned(t, c.p, all...)
			is.Equal(rest, left(c.gone...))
			is.Equal(len(out.Kept)+len(out.Removed)+out.Foreign, len(all)-1)
		})
	}
	t.Run("the last good one stays although it was made by hand", func(t *testing.T) {
		is := is.New(t)
		rest, _ := pruned(t, Pruning{Store: ours, ByHand: 1}, byHand, old, other)
		want := []string{byHand, other}
		slices.Sort(want)
		is.Equal(rest, want)
	})
}

func TestPruneLeavesWhatOnlyHasTheNameOfABackup(t *testing.T) {
	is := is.New(t)
	k, dir := here(t), t.TempDir()
	k.clock = func() time.Time { return noon }
	taken, err := k.Take(t.Context(), closed(t), dir, nil) // by hand, whoever renames it
	is.NoErr(err)
	is.True(taken.Manifest.Store != "")
	id := taken.Manifest.Store
	is.NoErr(os.Rename(taken.Path, filepath.Join(dir, named(id, time.Hour, true))))
	something(t, filepath.Join(dir, named(id, 0, true)), "words")
	out, err := k.Prune(t.Context(), dir, Pruning{Store: id})
	is.NoErr(err)
	is.Equal(len(out.Removed), 0)
	is.Equal(len(lie(t, dir)), 2)
}

func TestPruneRemovesWhatCrashesLeft(t *testing.T) {
	is := is.New(t)
	old, fresh := named(ours, 3*time.Hour, true), named(ours, time.Hour, true)
	other := named(theirs, 3*time.Hour, true)
	names := []string{old + partialSuffix, fresh + partialSuffix, other + partialSuffix, "mine.partial", old, old + badSuffix}
	left, _ := pruned(t, Pruning{Store: ours, Retention: DefaultRetention, Dry: true}, names...)
	is.Equal(len(left), len(names))
	left, _ = pruned(t, Pruning{Store: ours, Retention: DefaultRetention}, names...)
	want := []string{old, old + badSuffix, fresh + partialSuffix, other + partialSuffix, "mine.partial"} // one is perhaps being written
	slices.Sort(want)
	is.Equal(left, want)
}

func TestFewBadBackupsOfAScheduleStay(t *testing.T) {
	is := is.New(t)
	k, dir := here(t), t.TempDir()
	for n := range 5 {
		for _, store := range []string{ours, theirs} {
			something(t, filepath.Join(dir, named(store, -time.Duration(n)*time.Minute, true)+badSuffix), "words")
		}
	}
	something(t, filepath.Join(dir, named(ours, time.Hour, false)+badSuffix), "words")
	removed, err := k.PruneBad(t.Context(), dir, ours)
	is.NoErr(err)
	is.Equal(len(removed), 2)
	is.Equal(len(lie(t, dir)), 3+5+1)
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
	is.NoErr(RequireSpace(filepath.Dir(store), store, 2, 0))
	is.True(errors.Is(RequireSpace(filepath.Dir(store), store, 2, 1<<60), ErrNoSpace))
}

// scheduledAt is a store's scheduled backup by its name, made so long before a moment.
func scheduledAt(now time.Time, ago time.Duration) Kept {
	k, ok := parseName(nameOf(Manifest{Made: now.Add(-ago), Store: "3f9a1c0b7d2e4", Scheduled: true}, false))
	if !ok {
		panic("no name of a backup")
	}
	return k
}

func TestBackupsOfATimeThatHasNotCome(t *testing.T) {
	const day = 24 * time.Hour
	now := time.Date(2026, 7, 4, 12, 30, 0, 0, time.UTC)
	fast, last, before := scheduledAt(now, -400*day), scheduledAt(now, 0), scheduledAt(now, time.Hour)
	p := Pruning{Store: fast.Store, Retention: Retention{Hourly: 2}}
	t.Run("are not the newest, and take no place from the others", func(t *testing.T) {
		is := is.New(t)
		all := []Kept{before, fast, scheduledAt(now, 2*time.Hour), last}
		newestFirst(all, now)
		is.Equal(all[0].Name, last.Name)
		is.True(all[3].Early)
		out := p.decide(all, now)
		is.Equal(len(out.Kept), 3)
		is.Equal(len(out.Removed), 1)
	})
	t.Run("are many where the clock is behind, and what was just made stays", func(t *testing.T) {
		is := is.New(t)
		all := []Kept{scheduledAt(now, 400*day)}
		for week := range 9 {
			all = append(all, scheduledAt(now, time.Duration(7*week)*day))
		}
		out := Pruning{Store: fast.Store, Retention: DefaultRetention}.decide(all, now.Add(-400*day))
		is.Equal(out.Kept[0].Name, all[0].Name)
		is.True(!out.Kept[0].Early)
	})
	t.Run("take no place from what was just made, once it has come", func(t *testing.T) {
		is := is.New(t)
		soon := scheduledAt(now, -20*time.Minute) // made under a clock that was ahead
		p := p
		p.Retention, p.Spared = Retention{Hourly: 1}, last.Name
		out := p.decide([]Kept{soon, last, before}, now)
		is.Equal(len(out.Kept), 2)
		is.Equal(out.Removed[0].Name, before.Name)
		p.Spared = ""
		is.Equal(len(p.decide([]Kept{soon, last, before}, now).Kept), 1) // it would be gone at once
	})
	t.Run("are ordinary once it has come, or when there is nothing else", func(t *testing.T) {
		is := is.New(t)
		all := []Kept{before, last}
		newestFirst(all, now.Add(-day))
		is.Equal(all[0].Name, last.Name)
		all = []Kept{last, fast}
		newestFirst(all, now.Add(500*day))
		is.Equal(all[0].Name, fast.Name)
	})
}

func TestTheNewestAtAPlaceIsNotOfATimeThatHasNotCome(t *testing.T) {
	is := is.New(t)
	dir, now := t.TempDir(), time.Now()
	for _, ago := range []time.Duration{-9600 * time.Hour, time.Hour, 2 * time.Hour} {
		is.NoErr(os.WriteFile(filepath.Join(dir, scheduledAt(now, ago).Name), []byte("x"), 0o600))
	}
	newest, ok, err := Newest(t.Context(), dir, "3f9a1c0b7d2e4")
	is.NoErr(err)
	is.True(ok)
	is.Equal(newest.Name, scheduledAt(now, time.Hour).Name)
	oldest, _, err := OldestGood(t.Context(), dir, "3f9a1c0b7d2e4")
	is.NoErr(err)
	is.Equal(oldest, scheduledAt(now, 2*time.Hour).Made)
}

func TestATornBackupIsNotTheNewest(t *testing.T) {
	is := is.New(t)
	dir, k := t.TempDir(), here(t)
	now := time.Now()
	k.Scheduled = true
	var names []string
	for hour := range 3 {
		k.clock = func() time.Time { return now.Add(time.Duration(hour-4) * time.Hour) }
		taken, err := k.Take(t.Context(), closed(t), dir, nil)
		is.NoErr(err)
		names = append(names, taken.Path)
	}
	store := func(path string) string { b, _ := parseName(filepath.Base(path)); return b.Store }
	newest := func() string {
		t.Helper()
		b, ok, err := NewestWhole(t.Context(), dir, "")
		is.NoErr(err)
		is.True(ok)
		return filepath.Join(dir, b.Name)
	}
	is.Equal(newest(), names[2])
	content, err := os.ReadFile(names[2])
	is.NoErr(err)
	for _, torn := range [][]byte{nil, content[:len(content)-1], content[:len(content)/2], append([]byte("torn"), content[4:]...)} {
		is.NoErr(os.WriteFile(names[2], torn, 0o600))
		is.Equal(newest(), names[1])
	}
	all, err := List(t.Context(), dir)
	is.NoErr(err)
	is.Equal([]bool{all[0].Readable(), all[1].Readable()}, []bool{false, true})

	// Nor is it what stays as the last: of the store of the next one none would.
	is.NoErr(os.Rename(names[2], filepath.Join(dir, strings.Replace(filepath.Base(names[2]), store(names[2]), store(names[1]), 1))))
	out, err := k.Prune(t.Context(), dir, Pruning{Store: store(names[1])})
	is.NoErr(err)
	is.Equal(len(out.Kept), 1)
	is.Equal(filepath.Join(dir, out.Kept[0].Name), names[1])
}

func TestTheNewestBackupElsewhereKeepsItsJournal(t *testing.T) {
	is := is.New(t)
	to, old := t.TempDir(), t.TempDir()
	for _, ago := range []time.Duration{5 * time.Hour, 4 * time.Hour} {
		packedAs(t, filepath.Join(old, named(ours, ago, true)))
	}
	packedAs(t, filepath.Join(to, named(ours, 2*time.Hour, true)))
	good := func(ago time.Duration) *time.Time { at := noon.Add(-ago); return &at }
	plans := []app.BackupPlan{{To: to, Good: good(2 * time.Hour)}, {To: old, Good: good(4 * time.Hour)}, {To: filepath.Join(old, "gone"), Good: good(9 * time.Hour)}}
	from := func(now time.Time) time.Time {
		t.Helper()
		at, ok, err := NeededFrom(t.Context(), to, ours, plans, now)
		is.NoErr(err)
		is.True(ok)
		return at
	}
	is.Equal(from(noon), noon.Add(-4*time.Hour))
	is.Equal(from(noon.Add(elsewhere)), noon.Add(-2*time.Hour)) // long ago
	_, ok, err := NeededFrom(t.Context(), filepath.Join(to, "new"), ours, plans, noon)
	is.NoErr(err)
	is.True(!ok)
}

package operate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"marquee/backup"
	"marquee/backup/journal"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// lookAround finds what could become the store of a folder again.
func lookAround(ctx context.Context, c *cli.Context, k *backup.Keeper, dir string) ([]remains, error) {
	who, err := identities(c)
	if err != nil {
		return nil, err
	}
	found, err := storesIn(ctx, dir)
	if err != nil {
		return nil, err
	}
	noted := placesOf(dir)
	journals := slices.DeleteFunc([]string{keptJournal(c), noted.Shipped}, isEmpty)
	places := slices.DeleteFunc([]string{filepath.Join(dir, backupFolder), noted.Backups}, isEmpty)
	found = append(found, noted.away(ctx)...)
	for _, also := range c.StringSlice("also") {
		if info, err := os.Stat(also); !backup.IsS3(also) && (err != nil || !info.IsDir()) {
			return nil, cmdline.Usage("--also %s: there is no such folder", also)
		}
		places = append(places, also, backup.At(also, backupFolder))
		journals = append(journals, journalsNear(also)...)
	}
	generations := map[string][]journal.Generation{}
	slices.Sort(journals[1:])
	for _, folder := range slices.Compact(journals) {
		all, err := k.Generations(ctx, folder, filepath.Join(dir, StoreFile), who)
		if there, _ := backup.HasJournal(ctx, folder); err != nil && there {
			found = append(found, remains{Kind: "journal", Path: folder, Text: "cannot be read: " + err.Error()})
		}
		if err != nil || len(all) == 0 || generations[folder] != nil {
			continue
		}
		generations[folder] = all
		found = append(found, journalRemains(folder, all))
	}
	for _, place := range places {
		one, err := backupsAt(ctx, dir, place, keptJournal(c), generations)
		if err != nil && place == noted.Backups {
			continue // that it cannot be looked at is told already
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		for i := range one {
			if one[i].Way = withFlags(c, one[i].Way, "identity"); one[i].locked && c.String("identity") == "" {
				one[i].Way = append(one[i].Way, "--identity", "FILE")
			}
		}
		found = append(found, one...)
	}
	return found, nil
}

func isEmpty(s string) bool { return s == "" }

// away are the places where serve kept something of which nothing is there now.
func (p places) away(ctx context.Context) (found []remains) {
	if p.Backups != "" {
		all, err := backup.List(ctx, p.Backups)
		switch {
		case err != nil:
			found = append(found, remains{Kind: "backups", Path: p.Backups, Away: true, Text: "serve made them there last, and it cannot be looked at: " + err.Error()})
		case len(all) == 0:
			found = append(found, remains{Kind: "backups", Path: p.Backups, Away: true, Text: "none are there, where serve made them last; its disk may be away"})
		}
	}
	for _, dir := range slices.DeleteFunc([]string{p.Journal, p.Shipped}, isEmpty) {
		switch there, err := backup.HasJournal(ctx, dir); {
		case err != nil:
			found = append(found, remains{Kind: "journal", Path: dir, Away: dir == p.Journal, Text: "serve kept it there last, and it cannot be looked at: " + err.Error()})
		case !there && !journal.IsFolder(dir):
			found = append(found, remains{Kind: "journal", Path: dir, Away: dir == p.Journal, Text: "none is there, where serve kept it last; its disk may be away"})
		}
	}
	return found
}

// storesIn are the store and the copies of it that were kept beside it.
func storesIn(ctx context.Context, dir string) ([]remains, error) {
	store := filepath.Join(dir, StoreFile)
	copies, err := filepath.Glob(store + ".*-*Z")
	if err != nil {
		return nil, err
	}
	var found []remains
	for _, path := range append([]string{store}, copies...) {
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		r := remains{Kind: "copy", Path: path}
		report, findings, err := inspect(ctx, path, backup.Normal)
		if err != nil {
			r.Text = "cannot be read: " + err.Error()
			found = append(found, r)
			continue
		}
		derived := len(findings) > 0 && !slices.ContainsFunc(findings, func(f backup.Finding) bool { return !f.Derived() })
		r.Text, r.Store, r.Until = reportText(report, derived), report.Store, reached(report.LastCommit, keptAt(path))
		switch {
		case path != store && report.Good():
			r.Way = restoring(dir, path)
		case path == store:
			r.Kind, r.Sound = "store", report.Good()
			if derived && report.Newer == "" && !report.Foreign {
				r.Way = []string{"marquee", "check", "--data", dir, "--repair-indexes"}
			}
		}
		found = append(found, r)
	}
	return found, nil
}

func journalRemains(folder string, all []journal.Generation) remains {
	newest := all[len(all)-1]
	r := remains{Kind: "journal", Path: folder, Store: newest.Store, Until: newest.End}
	if newest.Damage != "" {
		r.Text = newest.Damage
		return r
	}
	r.Text = fmt.Sprintf("from %s to %s; it needs a backup from within", cmdline.Moment(&newest.Start), cmdline.Moment(&newest.End))
	return r
}

// backupsAt are the good backups of each store at a place, and how far each journal leads from
// them.
func backupsAt(ctx context.Context, dir, place, own string, journals map[string][]journal.Generation) ([]remains, error) {
	all, err := backup.List(ctx, place)
	all = slices.DeleteFunc(all, func(b backup.Kept) bool { return !b.Readable() })
	if err != nil || len(all) == 0 {
		return nil, err
	}
	found := backupsOfEach(dir, place, all)
	locked := found[0].locked
	for _, folder := range slices.Sorted(maps.Keys(journals)) {
		generations := journals[folder]
		lead, ok := leadsOn(all, generations)
		if !ok || !lead.further {
			continue
		}
		on := remains{Kind: "backups", Path: place, Until: lead.until, Store: lead.store, Way: append(restoring(dir, place), lead.words...), locked: locked}
		if folder != own {
			on.Way = append(on.Way, "--journal", folder)
		}
		on.Text = fmt.Sprintf("with the journal in %s up to %s", folder, cmdline.Moment(&lead.until))
		found = append(found, on)
	}
	return found, nil
}

// backupsOfEach are the good backups at a place, those of each store by themselves.
func backupsOfEach(dir, place string, all []backup.Kept) (found []remains) {
	var stores []string
	number := map[string]int{}
	for _, b := range all {
		if number[b.Store]++; number[b.Store] == 1 {
			stores = append(stores, b.Store)
		}
	}
	for _, store := range stores {
		newest := all[slices.IndexFunc(all, func(b backup.Kept) bool { return b.Store == store })]
		r := remains{
			Kind: "backups", Path: place, Store: store, Until: reached(lastCommitOf(newest), newest.Made), guessed: newest.Manifest == nil, locked: newest.Encrypted,
			Way: restoring(dir, backup.At(place, newest.Name)),
		}
		r.Text = fmt.Sprintf("%d good by name, the newest of %s", number[store], cmdline.Moment(&newest.Made))
		if len(stores) > 1 {
			r.Text += ", of the store " + cmp.Or(store, "of an older program, without an id")
		}
		found = append(found, r)
	}
	return found
}

// lastCommitOf is what a backup reaches; of an encrypted one, when it was made.
func lastCommitOf(b backup.Kept) time.Time {
	if b.Manifest == nil {
		return b.Made
	}
	return b.Manifest.Report.LastCommit
}

// reached is how far something goes that was made at a moment: not further than that,
// though a commit in it may say so that was made under a clock that was ahead.
func reached(last, made time.Time) time.Time {
	if !made.IsZero() && last.After(made) {
		return made
	}
	return last
}

// keptAt is when a copy of the store was set aside, as the end of its name tells; zero
// for other names.
func keptAt(path string) time.Time {
	name := filepath.Base(path)
	at, _ := time.Parse("20060102T150405.000Z", name[strings.LastIndex(name, "-")+1:])
	return at
}

// restoring is the command that makes a source the store of a folder.
func restoring(dir, source string) []string {
	words := []string{"marquee", "restore", source, "--data", dir}
	if found, err := hasStore(dir); err != nil || found {
		words = append(words, "--force")
	}
	return words
}

// lead is how a journal leads on from one of several backups.
type lead struct {
	store   string
	until   time.Time
	further bool // than the backup itself
	// words are what restore needs to be told: when to end, where the journal that was begun
	// last has no backup, or cannot be read, and it would want to go on with that; and whose
	// backups are meant, where some are of another store.
	words []string
	// newest is the newest backup of the store.
	newest backup.Kept
}

// behind tells whether the newest backup goes further than the journal.
func (l lead) behind() bool {
	return l.newest.Manifest != nil && l.newest.Manifest.Report.LastCommit.After(l.until)
}

// leadsOn tells how far a journal leads from the newest backup that lies within it.
func leadsOn(backups []backup.Kept, all []journal.Generation) (l lead, ok bool) {
	passed := false
	for _, g := range slices.Backward(all) {
		for _, b := range backups {
			last := lastCommitOf(b)
			if g.Damage == "" && sameStore(g, b) && !last.Before(g.Start) {
				l.store, l.until, l.further = g.Store, g.End, g.End.After(last)
				l.newest = backups[slices.IndexFunc(backups, func(b backup.Kept) bool { return sameStore(g, b) })]
				if passed {
					l.words = []string{"--as-of", g.End.UTC().Format(time.RFC3339Nano)}
				}
				if g.Store != "" && slices.ContainsFunc(backups, func(b backup.Kept) bool { return !sameStore(g, b) }) {
					l.words = append(l.words, "--store", g.Store)
				}
				return l, true
			}
		}
		passed = passed || slices.ContainsFunc(backups, func(b backup.Kept) bool { return sameStore(g, b) })
	}
	return l, false
}

// sameStore tells whether journal and backup may be of one store: older programs told none.
func sameStore(g journal.Generation, b backup.Kept) bool {
	return g.Store == "" || b.Store == "" || g.Store == b.Store
}

// waysBack are the ways to have a store again, the one that loses least first; of
// those that lose the same, the one that was found first. What belongs to another
// store than the one that is wanted is none, and nothing whose reach is only guessed
// replaces a sound store.
func waysBack(found []remains, store string) []remains {
	sound := slices.ContainsFunc(found, func(r remains) bool { return r.Kind == "store" && r.Sound })
	ways := []remains{}
	for _, r := range found {
		ours := store == "" || r.Store == "" || r.Store == store
		if (len(r.Way) > 0 || r.Sound) && ours && !(r.guessed && sound) {
			ways = append(ways, r)
		}
	}
	slices.SortStableFunc(ways, func(a, b remains) int { return b.Until.Compare(a.Until) })
	return ways
}

// whose is the id of the store that a folder had, as the store tells, or else what lies beside
// it; empty where nothing tells, or not all the same.
func whose(found []remains, dir string) string {
	for _, r := range found {
		if r.Kind == "store" && r.Store != "" {
			return r.Store
		}
	}
	ids := idsOf(slices.DeleteFunc(slices.Clone(found), func(r remains) bool {
		inside, err := filepath.Rel(dir, r.Path)
		return backup.IsS3(r.Path) || err != nil || !filepath.IsLocal(inside)
	}))
	if len(ids) == 1 {
		return ids[0]
	}
	return ""
}

// idsOf are the ids of the stores that some remains are of, in order.
func idsOf(all []remains) (ids []string) {
	for _, r := range all {
		if r.Store != "" {
			ids = append(ids, r.Store)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// withFlags adds those of the flags that the present command was given to one that is to
// be typed next.
func withFlags(c *cli.Context, words []string, flags ...string) []string {
	for _, flag := range flags {
		if value := c.String(flag); value != "" {
			words = append(words, "--"+flag, value)
		}
	}
	return words
}

package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"marquee/app/customer"
	"marquee/backup/machine"
	"marquee/kv/bolt"
	"marquee/kv/logfile"
)

// Restoring is what a restore is asked for.
type Restoring struct {
	Source string // a backup, a plain store, or a folder of backups
	Store  string // the file that it becomes
	// Of is the id of the store whose backup is wanted, where several lie in Source;
	// that of the store which is there when empty.
	Of  string
	Who []Identity
	// Journal is the folder of a journal that is replayed on top, up to and with
	// AsOf, or to its end when that is zero. Empty for none.
	Journal string
	AsOf    time.Time
	// Second tells that AsOf is a whole second, and that everything within it counts.
	Second bool
	// Force puts it in the place of a store that is there, which is kept under
	// another name.
	Force bool
	// Dry does everything but the last step.
	Dry bool
	// Upgrade opens a store that an older program wrote and closes it again, which
	// brings it to the form of this one.
	Upgrade func(ctx context.Context, path string) error
	// Erase erases again whoever was erased since the backup was made; nil erases nobody.
	// Journals are folders of journals that may tell of some.
	Erase    Eraser
	Journals []string
}

// Restored is what came of it.
type Restored struct {
	Store    string   `json:"store"`
	Kept     string   `json:"kept,omitempty"`     // the store that was there before
	Upgraded []string `json:"upgraded,omitempty"` // steps from an older form
	Dry      bool     `json:"dryRun"`
	Base     string   `json:"base"`               // the backup that was unpacked
	Replayed int      `json:"replayed,omitempty"` // transactions of the journal
	Erased   int      `json:"erased,omitempty"`   // customers who were erased again
	Report   Report   `json:"report"`
}

// ErrStoreExists: there is a store already, and nobody said to replace it.
var ErrStoreExists = errors.New("there is a store already; it was left alone")

// Restore makes a backup the store. It unpacks, upgrades and checks a file of its
// own beside the store; only when nothing is wrong with it does it get the name,
// in one step. Until then nothing is touched.
func (k *Keeper) Restore(ctx context.Context, r Restoring) (Restored, error) {
	there, err := isThere(r.Store)
	if err != nil {
		return Restored{}, err
	}
	if there && !r.Force && !r.Dry {
		return Restored{}, fmt.Errorf("%s: %w; --force replaces it and keeps it as %s", r.Store, ErrStoreExists, beforeName(r.Store, "TIME"))
	}
	temp := r.Store + ".restoring"
	if err := k.disk.Remove(temp); err != nil {
		return Restored{}, err
	}
	out, err := k.prepare(ctx, r, temp)
	if err == nil && !r.Dry {
		out.Kept, err = k.replace(temp, r.Store, there, beforeName)
	}
	if err != nil || r.Dry {
		return out, errors.Join(err, k.disk.Remove(temp))
	}
	return out, nil
}

// prepare makes the file that becomes the store.
func (k *Keeper) prepare(ctx context.Context, r Restoring, temp string) (out Restored, err error) {
	out = Restored{Store: r.Store, Dry: r.Dry, Base: r.Source}
	dir, remove, err := k.journalFor(ctx, r)
	defer func() { err = errors.Join(err, remove()) }()
	if err != nil {
		return out, err
	}
	way, m, err := k.begin(ctx, r, dir, temp)
	if err != nil {
		return out, err
	}
	out.Base = way.base
	if err := k.renew(ctx, r, way, temp, &out); err != nil {
		return out, err
	}
	again, err := k.eraseAgain(ctx, r, way, m, out.Report.Store, temp)
	if out.Erased = again.Erased; err != nil {
		return out, err
	}
	k.Progress("checking the copy")
	out.Report, err = k.check(ctx, temp, Full)
	untouched := m.Product != "" && len(out.Upgraded) == 0 && !way.replays() && again == customer.Again{}
	if err == nil && untouched && out.Report.Digest != m.Report.Digest {
		err = bad("its content has the digest %s, the manifest says %s", out.Report.Digest, m.Report.Digest)
	}
	return out, err
}

// unpackBase unpacks a backup, wherever it lies.
func (k *Keeper) unpackBase(ctx context.Context, path string, r Restoring, temp string) (m Manifest, err error) {
	local, err := k.fetchBackup(ctx, path, r.Store)
	if err != nil {
		return m, err
	}
	k.Progress("unpacking %s", path)
	m, err = k.unpackTo(local, temp, r.Who)
	if local != path {
		err = errors.Join(err, k.disk.Remove(local))
	}
	return m, err
}

// journalFor is where the journal lies that is replayed, empty for none. Call remove when it is
// done with, also after an error.
func (k *Keeper) journalFor(ctx context.Context, r Restoring) (dir string, remove func() error, err error) {
	if r.Journal == "" {
		return "", func() error { return nil }, nil
	}
	return k.fetchJournal(ctx, r, every)
}

// begin unpacks the backup to begin with. One of several that turns out to be damaged is passed
// over: older ones do as well with a journal, and better than nothing without one.
func (k *Keeper) begin(ctx context.Context, r Restoring, dir, temp string) (way *route, m Manifest, err error) {
	var first error
	for passed := []string(nil); ; passed = append(passed, way.base) {
		next, err := k.routeFor(ctx, r, dir, passed)
		if err != nil {
			return way, m, cmp.Or(first, err)
		}
		way = next
		m, err = k.unpackBase(ctx, way.base, r, temp)
		if !way.several || !isDamage(err) {
			return way, m, err
		}
		first = cmp.Or(first, err)
		k.Progress("%s is damaged, and is passed over: %v", way.base, err)
		if err := k.disk.Remove(temp); err != nil {
			return way, m, err
		}
	}
}

// routeFor is the backup to begin with, and what the journal in a folder adds. Those that were
// passed over do not count.
func (k *Keeper) routeFor(ctx context.Context, r Restoring, dir string, passed []string) (way *route, err error) {
	several, err := HoldsSeveral(r.Source)
	if err != nil {
		return nil, err
	}
	filter := r.storeFilter()
	filter.passed = passed
	switch {
	case dir != "":
		way, err = k.furthest(ctx, r.Source, dir, r.asked(), filter)
	case !several:
		way = &route{base: r.Source}
	default:
		var all bases
		if all, err = k.basesIn(ctx, r.Source, filter); err == nil {
			way = &route{base: all[0].base, store: all[0].store}
		}
	}
	if err != nil {
		return nil, err
	}
	way.folder, way.several = dir, several
	return way, nil
}

// asked is the moment that the journal is to lead to.
func (r Restoring) asked() asked {
	if r.Second {
		return asked{r.AsOf, endOfSecond(r.AsOf)}
	}
	return asked{r.AsOf, r.AsOf}
}

// storeFilter says which of several backups are meant.
func (r Restoring) storeFilter() storeFilter {
	w := storeFilter{store: r.Of, who: r.Who}
	if there, err := isThere(r.Store); err == nil && there {
		w.there = r.Store
	}
	return w
}

// renew brings the unpacked file to the moment that was asked for, and to the form
// of this program.
func (k *Keeper) renew(ctx context.Context, r Restoring, way *route, temp string, out *Restored) error {
	report, err := k.check(ctx, temp, Shallow)
	if err != nil {
		return err
	}
	// What a node of a cluster backed up is nobody's node.
	if of, unread := ClusterOf(temp); unread == nil && of != "" {
		if err := StandAlone(temp); err != nil {
			return err
		}
	}
	if way.replays() {
		if out.Replayed, err = k.replay(ctx, temp, way); err != nil {
			return err
		}
		if report, err = k.check(ctx, temp, Shallow); err != nil {
			return err
		}
	}
	if out.Report = report; len(report.Pending) == 0 {
		return nil
	}
	k.Progress("upgrading what an older program wrote")
	if err := r.Upgrade(ctx, temp); err != nil {
		return fmt.Errorf("upgrading the copy: %w", err)
	}
	out.Upgraded = report.Pending
	return nil
}

// replace gives a finished file the store's name and makes that durable. The
// store that was there keeps a name of its own; at no moment is there none.
func (k *Keeper) replace(temp, store string, there bool, name func(store, when string) string) (before string, err error) {
	before = name(store, k.clock().UTC().Format(nameTime))
	if !there {
		if err := takeLog(k.disk, store, before); err != nil {
			return "", err
		}
		return "", k.enter(temp, store)
	}
	release, err := bolt.Hold(store)
	if err != nil {
		return "", err
	}
	if err = k.keepAs(store, before); err == nil {
		err = takeLog(k.disk, store, before)
	}
	if err == nil {
		err = k.enter(temp, store)
	}
	if err != nil {
		err = errors.Join(err, takeLog(k.disk, before, store))
	}
	if there, look := isThere(store); err != nil && look == nil && !there {
		err = errors.Join(err, k.disk.Rename(before, store)) // it had no second name
	}
	return before, errors.Join(err, release())
}

// enter is the last step: a finished file gets its name. It has the owner and mode of
// the file that had the name before.
func (k *Keeper) enter(temp, store string) error {
	if err := machine.SameOwner(temp, store); err != nil {
		return err
	}
	if err := k.disk.Rename(temp, store); err != nil {
		return err
	}
	return k.disk.SyncFolder(filepath.Dir(store))
}

// keepAs gives the store a second name; where a file system has no links, another.
func (k *Keeper) keepAs(store, before string) error {
	if err := k.disk.Link(store, before); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return k.disk.Rename(store, before)
}

// takeLog has the log of a store that was not closed go along when the store gets another
// name: it holds what the file has not.
func takeLog(d disk, store, to string) error {
	for i, path := range logfile.Paths(store) {
		there, err := isThere(path)
		if err == nil && there {
			err = d.Rename(path, logfile.Paths(to)[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func beforeName(store, when string) string { return store + ".before-" + when }

func isThere(path string) (bool, error) {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/bolt"
)

// Before is a copy of a store as it was before an upgrade. It is written down as
// JSON beside the copy.
type Before struct {
	// Copy is the path of the copy.
	Copy string    `json:"-"`
	Made time.Time `json:"made"`
	// Build is of the program that was about to upgrade the store, and Steps what
	// it was about to do.
	Build string   `json:"build"`
	Steps []string `json:"steps"`
	// State is the schema's figure of the store in the copy.
	State string `json:"state"`
	Bytes int64  `json:"bytes"`
	// Report is what the check of the copy said.
	Report Report `json:"report"`
	// Upgraded is the last commit of the upgrade; zero as long as it is not done.
	Upgraded time.Time `json:"upgraded,omitzero"`
	// Untouched tells that since then nobody has written to the store but the box
	// office itself in the background: going back loses nothing.
	Untouched bool `json:"untouched,omitempty"`
}

const (
	beforeUpgrade = ".before-upgrade-"
	noteSuffix    = ".json"
	// keptBefores is how many copies stay.
	keptBefores = 2
)

// looked is what is asked of a store before it is opened for writing.
type looked struct {
	pending []string
	state   string
	last    time.Time
}

// lookAt reads nothing but the marks of a store. One that is not there yet has
// nothing pending.
func (k *Keeper) lookAt(ctx context.Context, store string) (l looked, err error) {
	if there, err := isThere(store); err != nil || !there {
		return l, err
	}
	f, err := bolt.OpenFrozen(store)
	if err != nil {
		return l, err
	}
	err = bolt.Guarded(func() (err error) {
		if l.pending, err = k.Business.Schema.Pending(ctx, f); err == nil {
			l.state, err = k.Business.Schema.State(ctx, f)
		}
		if err == nil {
			l.last, err = f.LastCommit()
		}
		return err
	})
	return l, errors.Join(err, f.Close())
}

// BeforeUpgrade copies a stopped store that this program would upgrade when it
// opens it, and has the copy checked in full; nil when there is nothing to
// upgrade. An upgrade that was broken off has its copy already. Room is asked
// whether so many bytes may be taken. Nothing is written to the store, and when
// it answers an error, see IsNewer, the store must not be opened.
func (k *Keeper) BeforeUpgrade(ctx context.Context, store string, room func(bytes int64) error) (*Before, error) {
	now, err := k.lookAt(ctx, store)
	if err != nil || len(now.pending) == 0 {
		return nil, err
	}
	all, err := Befores(store)
	if err != nil {
		return nil, err
	}
	if len(all) > 0 && all[0].isOf(now) {
		return &all[0], nil
	}
	bytes, err := sizeOf(store)
	if err == nil {
		err = room(bytes)
	}
	if err != nil {
		return nil, err
	}
	return k.copyBefore(ctx, store)
}

// IsNewer tells whether an error means that a newer program wrote the store.
func IsNewer(err error) bool { return errors.Is(err, indexes.ErrNewerStore) }

// IsDamaged tells whether an error is about damage that was met on the way, or
// about a file that is no store.
func IsDamaged(err error) bool {
	return errors.Is(err, kv.ErrDamaged) || errors.Is(err, indexes.ErrDamaged)
}

// isOf tells whether this is the copy of the upgrade that a store is in: nothing
// was written since, or the upgrade has begun, after which no older program
// writes to the store.
func (b *Before) isOf(now looked) bool {
	return b.Upgraded.IsZero() && (now.last.Equal(b.Report.LastCommit) || now.state != b.State)
}

// copyBefore makes the copy under another name, and names it when it is good.
func (k *Keeper) copyBefore(ctx context.Context, store string) (*Before, error) {
	made := k.clock().UTC()
	b := &Before{Copy: store + beforeUpgrade + made.Format(nameTime), Made: made, Build: k.Build}
	partial := b.Copy + partialSuffix
	err := k.clearPartial(store)
	if err == nil {
		k.Progress("copying the store before the upgrade")
		err = k.coldCopy(store, partial)
	}
	if err != nil {
		return nil, fmt.Errorf("copy before the upgrade: %w", err)
	}
	if err = k.describe(ctx, b, partial); err == nil {
		err = k.note(b)
	}
	if err == nil {
		err = k.enter(partial, b.Copy)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("copy before the upgrade: %w", err), k.disk.Remove(partial), k.disk.Remove(b.Copy+noteSuffix))
	}
	return b, nil
}

// coldCopy copies the file while nobody else may open it.
func (k *Keeper) coldCopy(store, to string) error {
	if err := bolt.Settle(store); err != nil {
		return err
	}
	release, err := bolt.Hold(store)
	if err != nil {
		return err
	}
	return errors.Join(plainCopy(k.disk, store, to), release())
}

// describe has the copy checked and writes down what is in it.
func (k *Keeper) describe(ctx context.Context, b *Before, path string) (err error) {
	k.Progress("checking the copy")
	if b.Report, err = k.check(ctx, path, Full); err != nil {
		return err
	}
	is, err := k.lookAt(ctx, path)
	if err == nil {
		b.Steps, b.State = is.pending, is.state
		b.Bytes, err = sizeOf(path)
	}
	return err
}

// note writes down what a copy is, in one step.
func (k *Keeper) note(b *Before) error {
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	path := b.Copy + noteSuffix
	temp := path + ".new"
	if err := k.disk.Remove(temp); err != nil {
		return err
	}
	if err := writeBytes(k.disk, temp, append(text, '\n')); err != nil {
		return err
	}
	return k.enter(temp, path)
}

// clearPartial removes what a killed program left of a copy.
func (k *Keeper) clearPartial(store string) error {
	old, err := copiesOf(store, partialSuffix)
	for _, path := range old {
		err = errors.Join(err, k.disk.Remove(path))
	}
	return err
}

// Befores lists the copies that are there with their notes, the newest first.
func Befores(store string) ([]Before, error) {
	notes, err := copiesOf(store, noteSuffix)
	if err != nil {
		return nil, err
	}
	var all []Before
	for _, path := range notes {
		b := Before{Copy: strings.TrimSuffix(path, noteSuffix)}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &b); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if _, err := os.Stat(b.Copy); err == nil {
			all = append(all, b)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	slices.SortFunc(all, func(a, b Before) int { return b.Made.Compare(a.Made) })
	return all, nil
}

// copiesOf lists what lies beside a store for the copies of it, by how its name
// ends.
func copiesOf(store, end string) (paths []string, err error) {
	all, err := os.ReadDir(filepath.Dir(store))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, f := range all {
		if strings.HasPrefix(f.Name(), filepath.Base(store)+beforeUpgrade) && strings.HasSuffix(f.Name(), end) {
			paths = append(paths, filepath.Join(filepath.Dir(store), f.Name()))
		}
	}
	return paths, err
}

// AfterUpgrade notes that the upgrade of an open store is done, and removes the
// copies of earlier ones but the newest two. It gives the paths of those removed.
func (k *Keeper) AfterUpgrade(ctx context.Context, store string, e kv.Engine) (removed []string, err error) {
	all, err := Befores(store)
	if err != nil || len(all) == 0 || !all[0].Upgraded.IsZero() {
		return nil, err
	}
	err = e.View(ctx, func(r kv.Reader) error {
		all[0].Upgraded, all[0].Untouched = r.SafeTime(), true
		return nil
	})
	if err == nil {
		err = k.note(&all[0])
	}
	if err != nil {
		return nil, err
	}
	for _, old := range all[min(keptBefores, len(all)):] {
		if err := errors.Join(k.disk.Remove(old.Copy), k.disk.Remove(old.Copy+noteSuffix)); err != nil {
			return removed, err
		}
		removed = append(removed, old.Copy)
	}
	return removed, nil
}

// Untouched tells whether nobody has written to a store since its last upgrade.
func Untouched(store string) (bool, error) {
	all, err := Befores(store)
	return len(all) > 0 && all[0].Untouched, err
}

// Touched notes that somebody is about to write to a store for the first time since its
// last upgrade.
func (k *Keeper) Touched(store string) error {
	all, err := Befores(store)
	if err != nil || len(all) == 0 || !all[0].Untouched {
		return err
	}
	all[0].Untouched = false
	return k.note(&all[0])
}

// Pending lists what opening a store with this program would upgrade; nil for nothing.
func (k *Keeper) Pending(ctx context.Context, store string) ([]string, error) {
	l, err := k.lookAt(ctx, store)
	return l.pending, err
}

// GoWithoutCopy notes that the store is upgraded without a copy, so that none of
// an earlier attempt passes for one.
func (k *Keeper) GoWithoutCopy(store string) error {
	all, err := Befores(store)
	if err != nil || len(all) == 0 || !all[0].Upgraded.IsZero() {
		return err
	}
	all[0].Upgraded = all[0].Report.LastCommit
	return k.note(&all[0])
}

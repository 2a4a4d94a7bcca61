package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/areas"
	"marquee/app/order"
	"marquee/backup"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/kvtest/powerloss"
)

// business is what the stores of these tests keep.
var business = areas.Definition()

// What commands leave in their folder, however they end: at a power cut, or when
// the disk fails one of their calls.

// judges makes the test binary the process that looks at folders.
const judges = "MARQUEE_JUDGE"

func judge() int {
	look := func(dir string) (string, error) {
		s, err := lookAt(dir)
		b, encoding := json.Marshal(s)
		return string(b), errors.Join(err, encoding)
	}
	if err := powerloss.Serve(os.Stdin, os.Stdout, look); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// found is what lies in a data folder. Everything in it was checked in full.
type found struct {
	Store   string // the digest, as it lies there; empty when there is none
	Records int64
	Orders  []int64  // complete ones of company 1
	Kept    []string // digests of the stores that were kept beside it
	Backups []string // digests of the backups with a final name
}

// lookAt opens everything in a data folder that has a final name. A store in the
// middle of an upgrade is taken to its end.
func lookAt(dir string) (s found, err error) {
	path := filepath.Join(data(dir), "marquee.db")
	if _, missing := os.Stat(path); missing == nil {
		r, err := inspected(path)
		if err == nil {
			err = upgraded(path, r)
		}
		if err != nil {
			return s, err
		}
		s.Store, s.Records = r.Digest, r.Records
		if s.Orders, err = completeOrders(path); err != nil {
			return s, err
		}
	}
	kept, err := filepath.Glob(path + ".*-*Z")
	for _, path := range kept {
		r, err := inspected(path)
		if err != nil {
			return s, err
		}
		s.Kept = append(s.Kept, r.Digest)
	}
	if err == nil {
		s.Backups, err = soundBackups(filepath.Join(data(dir), "backups"))
	}
	return s, err
}

// upgraded takes a store to the schema of this program, if it has to be.
func upgraded(path string, r backup.Report) error {
	if len(r.Pending) == 0 {
		return nil
	}
	e, err := bolt.Open(path, bolt.Options{FreePages: -1})
	if err != nil {
		return err
	}
	if err := errors.Join(business.Schema.Ready(context.Background(), e), e.Close()); err != nil {
		return err
	}
	_, err = inspected(path)
	return err
}

func inspected(path string) (backup.Report, error) {
	var first error
	r, err := backup.Inspect(context.Background(), business, path, backup.Full, func(f backup.Finding) {
		if first == nil {
			first = fmt.Errorf("%s: %s", filepath.Base(path), f)
		}
	})
	if err == nil && first == nil && !r.Good() {
		first = fmt.Errorf("%s is no store of this program", filepath.Base(path))
	}
	return r, errors.Join(err, first)
}

func completeOrders(path string) (ids []int64, err error) {
	f, err := bolt.OpenFrozen(path)
	if err != nil {
		return nil, err
	}
	err = app.New(f, business, app.Options{}).ViewCompany(context.Background(), 1, func(r app.Reader) error {
		for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if hit.Rec.Status == order.Complete {
				ids = append(ids, hit.ID)
			}
		}
		return nil
	})
	return ids, errors.Join(err, f.Close())
}

func soundBackups(dir string) (digests []string, err error) {
	all, err := backup.List(context.Background(), dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	k := backup.NewKeeper("test", business, backup.Child{}, func(string, ...any) {})
	k.Check = func(ctx context.Context, path string, depth backup.Depth, tell func(backup.Finding)) (backup.Report, error) {
		return backup.Inspect(ctx, business, path, depth, tell)
	}
	for _, b := range all {
		if b.Bad {
			return nil, fmt.Errorf("%s was named bad", b.Name)
		}
		m, err := k.Verify(context.Background(), filepath.Join(dir, b.Name), "", nil)
		if err != nil {
			return nil, err
		}
		digests = append(digests, m.Report.Digest)
	}
	return digests, err
}

// fileCommand is a command and what it may leave.
// The data folder is the folder data in dir.
type fileCommand struct {
	name   string
	before func(t *testing.T, dir string) // fills an empty folder
	words  func(dir string) []string
	// fresh stores have another digest each time, the same content another one
	// after an upgrade: then the number of records tells.
	fresh bool
	// finished are the exit codes of the same command on what it left behind.
	finished []int
}

func (d fileCommand) command(dir string) []string {
	return append([]string{filepath.Join(binary, "marquee")}, d.words(dir)...)
}

// right compares what lies there with what lay there before and what lies there
// after the whole command, which said that it was done or not.
func (d fileCommand) right(was, after, now found, done bool) error {
	store := func(f found) string {
		if d.fresh {
			return fmt.Sprint(f.Records, " records")
		}
		return f.Store
	}
	switch {
	case store(now) != store(after) && store(now) != store(was):
		return fmt.Errorf("the store is neither the old nor the new one: %s, not %s or %s", store(now), store(was), store(after))
	case done && store(now) != store(after):
		return fmt.Errorf("done, and the store is %s instead of %s", store(now), store(after))
	case done && len(now.Backups) < len(after.Backups):
		return errors.New("done, and the backup is not there")
	case done && len(now.Kept) < len(after.Kept):
		return errors.New("done, and the old store was not kept")
	case d.name == "upgrade" && now.Store != was.Store && len(now.Kept) == 0:
		return errors.New("the upgrade has begun and there is no copy from before it")
	}
	for _, b := range now.Backups {
		if !slices.Contains(after.Backups, b) {
			return fmt.Errorf("there is a backup %s of something else", b)
		}
	}
	return nil
}

// fileCommands are the commands that change files for good.
func fileCommands() []fileCommand {
	nothing := func(*testing.T, string) {}
	return []fileCommand{
		{"init", nothing, initArgs, true, []int{0, 3}},
		{"import", beside("export"), func(dir string) []string {
			return []string{"import", filepath.Join(dir, "export"), "--data", data(dir)}
		}, true, []int{0, 3}},
		{"backup", stored, func(dir string) []string { return []string{"backup", "--data", data(dir)} }, false, []int{0}},
		{"compact", stored, func(dir string) []string { return []string{"compact", "--data", data(dir)} }, false, []int{0}},
		{"restore", beside("backup"), func(dir string) []string {
			return []string{"restore", filepath.Join(dir, "backup.tar.zst"), "--data", data(dir)}
		}, false, []int{0, 3}},
		{"restore --force", bothStores, func(dir string) []string {
			return []string{"restore", filepath.Join(dir, "backup.tar.zst"), "--data", data(dir), "--force"}
		}, false, []int{0}},
		{"upgrade", outdated, settingsArgs, true, []int{0}},
		{"rollback", func(t *testing.T, dir string) { outdated(t, dir); run(t, settingsArgs(dir)...) }, func(dir string) []string {
			return []string{"rollback", "--data", data(dir), "--force"}
		}, false, []int{0, 2}},
	}
}

func data(dir string) string { return filepath.Join(dir, "data") }

const owner = "owner@example.com"

func initArgs(dir string) []string {
	return []string{"init", "--data", data(dir), "--company", "Songs", "--currency", "EUR", "--email", owner, "--json"}
}

// settingsArgs add nothing to a store that is up to date.
func settingsArgs(dir string) []string {
	return []string{"company", "set", "--data", data(dir), "--basket-timeout", "15"}
}

// run runs the binary, which must end with 0.
func run(t *testing.T, words ...string) {
	t.Helper()
	if out, err := exec.Command(filepath.Join(binary, "marquee"), words...).CombinedOutput(); err != nil {
		t.Fatalf("marquee %s: %v\n%s", strings.Join(words, " "), err, out)
	}
}

// stored puts a store into a folder.
func stored(t *testing.T, dir string) { run(t, initArgs(dir)...) }

// beside puts a backup or an export into a folder without a store.
func beside(what string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) {
		other := t.TempDir()
		stored(t, other)
		if what == "export" {
			run(t, "export", "--data", data(other), filepath.Join(dir, what))
			return
		}
		run(t, "backup", filepath.Join(dir, "backup.tar.zst"), "--data", data(other))
	}
}

// bothStores puts a store into a folder, and the backup of another one.
func bothStores(t *testing.T, dir string) {
	beside("backup")(t, dir)
	stored(t, dir)
}

// outdated puts a store into a folder in which two indexes are still to be built.
func outdated(t *testing.T, dir string) {
	stored(t, dir)
	e, err := bolt.Open(filepath.Join(data(dir), "marquee.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	left := 2
	for _, table := range business.Schema.Tables() {
		for _, x := range table.Indexes {
			if left--; left < 0 {
				continue
			}
			err = errors.Join(err, e.Update(context.Background(), func(tx kv.Tx) error {
				return errors.Join(forget(tx, x.Space), tx.Delete("~schema", []byte("index/"+string(x.Space))))
			}))
		}
	}
	if err := errors.Join(err, e.Close()); err != nil {
		t.Fatal(err)
	}
}

func forget(tx kv.Tx, space kv.Space) error {
	var keys [][]byte
	for p, err := range tx.Scan(space, kv.Range{}) {
		if err != nil {
			return err
		}
		keys = append(keys, slices.Clone(p.Key))
	}
	for _, k := range keys {
		if err := tx.Delete(space, k); err != nil {
			return err
		}
	}
	return nil
}

package operate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"marquee/backup"
	"marquee/backup/disklevel"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

// StoreFile is the store in the data folder.
const StoreFile = "marquee.db"

// unfinished is the name of a store that is being made.
const unfinished = "marquee.db.unfinished"

// hasStore tells whether a data folder holds a store.
func hasStore(dir string) (bool, error) {
	if err := noFile(dir); err != nil {
		return false, err
	}
	_, err := os.Stat(filepath.Join(dir, StoreFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// noFile refuses a file as the data folder: whoever named the store means the folder around it.
func noFile(dir string) error {
	if info, err := os.Stat(dir); err != nil || info.IsDir() {
		return nil
	}
	return cmdline.Usage("%s is a file\nName the folder that holds it: --data %s", dir, cmdline.Typed(filepath.Dir(dir)))
}

// wantFolder refuses a folder that is not there.
func wantFolder(dir string) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return cmdline.Usage("there is no folder %s", dir)
	}
	return nil
}

// OpenNamed opens a file that was named, and refuses one that is not there.
func OpenNamed(path string) (*os.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cmdline.Usage("there is no file %s", path)
	}
	return f, err
}

// wantPlace refuses a place for backups that is not there: a folder that was named, or the
// data folder when none was.
func wantPlace(dir string, args []string) error {
	switch {
	case len(args) == 0:
		return wantFolder(dir)
	case backup.IsS3(args[0]):
		return nil
	}
	return wantFolder(args[0])
}

// WantStore refuses a folder without a store and says what to do next.
func WantStore(dir string) error {
	found, err := hasStore(dir)
	if err != nil || found {
		return err
	}
	return missing(context.Background(), dir)
}

// makeFolder makes the data folder for its owner alone. An empty one that is there is
// closed to others too, unless another user owns it, who has chosen its mode.
func makeFolder(dir string) error {
	if err := machine.MakeFolder(dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 || !machine.IsMine(dir) {
		return err
	}
	return os.Chmod(dir, 0o700)
}

// tryFolder makes the data folder. After a dry run undo removes what of it, and of the folders
// around it, was not there before and is empty.
func tryFolder(dir string, dry bool) (undo func(), err error) {
	var missing []string
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); !dry || !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, at)
	}
	return func() {
		for _, at := range missing {
			_ = os.Remove(at)
		}
	}, makeFolder(dir)
}

// openToOthers tells whether anybody but the owner may look into the folder.
func openToOthers(dir string) (bool, error) {
	info, err := os.Stat(dir)
	return err == nil && info.Mode().Perm()&0o077 != 0, err
}

// newStore builds a store under another name and gives it its own when it is
// whole, so that a crash on the way leaves nothing that looks like a store. The
// journal may lie elsewhere; empty is the one in the data folder.
func newStore(ctx context.Context, dir, journalDir string, build func(path string) error) error {
	found, err := hasStore(dir)
	if err != nil {
		return err
	}
	if found {
		return exists(dir)
	}
	if err := freshFolder(ctx, dir, journalDir); err != nil {
		return err
	}
	if err := makeFolder(dir); err != nil {
		return err
	}
	path := filepath.Join(dir, unfinished)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := build(path); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return giveName(dir, path)
}

// giveName links rather than renames, so that a store which appeared meanwhile
// is left alone; where a file system has no links it renames.
func giveName(dir, path string) error {
	store := filepath.Join(dir, StoreFile)
	err := os.Link(path, store)
	switch {
	case errors.Is(err, fs.ErrExist):
		return exists(dir)
	case err != nil:
		err = os.Rename(path, store)
	default:
		err = os.Remove(path)
	}
	if err != nil {
		return err
	}
	return syncFolder(dir)
}

func exists(dir string) error {
	return &cmdline.Exit{Code: cmdline.ExitExists, Err: fmt.Errorf("there is a store in %s already; it was left alone", dir)}
}

// syncFolder makes a new name durable.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// onStore makes the action of a command that works on a store and may take a
// while: it wants the store, takes at most so many words besides flags, and ends
// in order when it is interrupted.
func onStore(words int, run func(ctx context.Context, c *cli.Context, args []string) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		args, err := cmdline.ArgsOf(c, words)
		if err != nil {
			return err
		}
		if err := WantStore(c.Path("data")); err != nil {
			return err
		}
		ctx, stop := UntilSignal(c.Context)
		defer stop()
		return run(ctx, c, args)
	}
}

// KeepOwner runs after every command: what root made in a data folder belongs to the
// owner of the folder, whose server could not open it otherwise. A folder without a store
// may be somebody's own that was named by mistake: nothing in it is given away.
func KeepOwner(c *cli.Context) error {
	dir := c.Path("data")
	if found, err := hasStore(dir); dir == "" || err != nil || !found {
		return nil
	}
	return machine.ToOwner(dir)
}

// reserveName is the flag for the room that must stay free.
const reserveName = "disk-reserve"

func reserveFlag() cli.Flag {
	return cmdline.Whole(reserveName, disklevel.Start>>20, "do not start with fewer `MEGABYTES` free on the disk")
}

// spaceToStart refuses to start on a disk that is about to be full. A disk that
// cannot be read is no reason not to sell.
func spaceToStart(dir string, megabytes int, log *slog.Logger) error {
	space, err := machine.SpaceOf(dir)
	if err != nil {
		log.Warn("free space cannot be read", "error", err)
		return nil
	}
	if free := space.Free >> 20; free < int64(megabytes) {
		return &cmdline.Exit{Code: cmdline.ExitFull, Err: fmt.Errorf(`only %d MB are free on the disk of %s, and the server needs %d to start
Make room there. To open the doors at once, start with --disk-reserve %d`, free, dir, megabytes, max(free/2, 1))}
	}
	return nil
}

// watchDisk keeps the level of the disk until ctx ends. The level shows in the metrics and
// in the notes of the store.
func watchDisk(ctx context.Context, dir string, store *Store, log *slog.Logger) {
	l := disklevel.New(dir, store.App.SetDisk, log)
	l.Step()
	store.Gauges = append(store.Gauges,
		rest.Gauge{Name: "marquee_disk_free_bytes", Help: "Room on the disk of the data folder.", Value: func() float64 { return float64(l.Free()) }},
		rest.Gauge{Name: "marquee_disk_level", Help: "0 fine; 1 no new sales and imports; 2 only scans, refunds and reads.", Value: func() float64 { return float64(store.App.Disk()) }},
	)
	store.Notes = append(store.Notes, func() string {
		return fmt.Sprintf("disk: %s, %d MB free", store.App.Disk(), l.Free()>>20)
	})
	go l.Run(ctx)
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"marquee/backup"
	"marquee/backup/disklevel"
	"marquee/backup/machine"

	"github.com/urfave/cli/v2"
)

// withoutCopy is the flag that lets an upgrade begin without a copy.
const withoutCopy = "upgrade-without-copy"

func withoutCopyFlag() cli.Flag {
	return yes(withoutCopy, "upgrade a store of an older program although there is no room for a copy")
}

// Newer says that a newer program wrote the store.
func Newer(err error) error {
	return &Exit{exitDamaged, fmt.Errorf("%w\nIf it was upgraded here, marquee rollback goes back to the copy from before", err)}
}

// Damaged says that the store cannot be opened.
func Damaged(err error) error {
	return &Exit{exitDamaged, fmt.Errorf("%w\nKeep the file, look closer with marquee check, and restore the newest good backup", err)}
}

// openStore opens the store of the data folder. One that an older program wrote
// is copied aside first, and opening it upgrades it.
func openStore(c *cli.Context, program Program, log *slog.Logger) (*Store, error) {
	ctx, path := c.Context, filepath.Join(c.Path("data"), storeFile)
	if err := believeClock(c, log); err != nil {
		return nil, err
	}
	k, err := keeper(c, program)
	if err != nil {
		return nil, err
	}
	k.Progress = func(format string, args ...any) { progressTo(c.App.ErrWriter)(fmt.Sprintf(format, args...)) }
	if c.Bool(withoutCopy) {
		err = k.GoWithoutCopy(path) // opening it refuses what is too new
	} else {
		err = copyFirst(ctx, k, path, c.Int(reserveName), log)
	}
	if err != nil {
		return nil, err
	}
	store, err := program.Open(ctx, path, log)
	if err != nil {
		return nil, err
	}
	removed, err := k.AfterUpgrade(ctx, path, store.App.Engine())
	for _, old := range removed {
		log.Info("removed the copy from before an older upgrade", "copy", old)
	}
	if err == nil {
		err = noteFirstWrite(k, path, store)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}

// noteFirstWrite has the first write of somebody be noted beside the copy from before
// an upgrade: until then a rollback loses nothing.
func noteFirstWrite(k *backup.Keeper, path string, store *Store) error {
	untouched, err := backup.Untouched(path)
	if untouched {
		store.App.OnFirstWrite(func() error { return k.Touched(path) })
	}
	return err
}

// copyFirst makes the copy, or says why there is none and what to do.
func copyFirst(ctx context.Context, k *backup.Keeper, path string, reserve int, log *slog.Logger) error {
	b, err := k.BeforeUpgrade(ctx, path, func(bytes int64) error {
		return spaceForCopy(filepath.Dir(path), bytes, reserve)
	})
	var full *Exit
	switch {
	case backup.IsNewer(err):
		return Newer(err)
	case backup.IsDamaged(err):
		return Damaged(err)
	case errors.As(err, &full), backup.IsInUse(err):
		return inUse(err)
	case err != nil:
		return verdict(fmt.Errorf(`%w
Nothing was upgraded and nothing written. Look at the store with marquee check and at its disk. To go on with no copy
to come back to: marquee serve --data %s --%s`, err, typed(filepath.Dir(path)), withoutCopy))
	case b != nil:
		log.Info("the store as it was before the upgrade is kept", "copy", b.Copy, "lastCommit", b.Report.LastCommit)
	}
	return nil
}

// spaceForCopy refuses a copy that would fill the disk.
func spaceForCopy(dir string, bytes int64, reserve int) error {
	space, err := machine.SpaceOf(dir)
	if err != nil {
		return nil // a disk that cannot be read says so when it is written to
	}
	if reserve == 0 {
		reserve = disklevel.Start >> 20
	}
	missing := bytes>>20 + 1 + int64(reserve) - space.Free>>20
	if missing <= 0 {
		return nil
	}
	return &Exit{exitFull, fmt.Errorf(`before the upgrade the store is copied, which takes %s, and %d MB must stay free: %d MB are missing in %s
Nothing was upgraded. Make room there, or make a backup with the older program and go on without the copy:
marquee serve --data %s --%s`, size(bytes), reserve, missing, dir, typed(dir), withoutCopy)}
}

package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"marquee/backup"
	"marquee/backup/disklevel"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// withoutCopy is the flag that lets an upgrade begin without a copy.
const withoutCopy = "upgrade-without-copy"

func withoutCopyFlag() cli.Flag {
	return cmdline.Yes(withoutCopy, "upgrade a store of an older program although there is no room for a copy")
}

const (
	logName    = "log"
	withoutLog = "without-log"
)

// logFlags say how a commit becomes durable.
func logFlags() []cli.Flag {
	return []cli.Flag{
		cmdline.Yes(logName, "answer when a commit is in a log beside the store, before the store's file has it; a stop puts all of it into the file"),
		cmdline.Yes(withoutLog, "open a store whose log is missing; what was committed in it alone is lost"),
	}
}

// unfit is a store that cannot be opened, and what to do about it.
type unfit struct {
	error
	// remedy is what to do, with a word for each command of what to type.
	remedy   string
	commands []string
	// dir is the data folder; empty while nobody knows in which the store lies.
	dir string
}

func (u *unfit) Error() string {
	all := make([]any, len(u.commands))
	for i, command := range u.commands {
		all[i] = cmdline.OnData(command, u.dir)
	}
	return u.error.Error() + "\n" + fmt.Sprintf(u.remedy, all...)
}

func (u *unfit) Unwrap() error { return u.error }

// InFolder tells which data folder what is to be typed next is about.
func (u *unfit) InFolder(dir string) { u.dir = dir }

// Newer says that a newer program wrote the store.
func Newer(err error) error {
	return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: &unfit{error: err, remedy: "If it was upgraded here, this goes back to the copy from before: %s", commands: []string{"marquee rollback"}}}
}

// Damaged says that the store cannot be opened.
func Damaged(err error) error {
	if backup.IsLogMissing(err) {
		return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: withoutItsLog(err)}
	}
	return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: &unfit{
		error: err, remedy: "Keep the file. What is wrong with it: %s\nWhich command loses least:  %s", commands: []string{"marquee check", "marquee rescue"},
	}}
}

// withoutItsLog says what to do about a store whose log is not beside it.
func withoutItsLog(err error) error {
	return &unfit{
		error: err, remedy: "Put the two files beside the store again, from where it was copied; a restore that was\nended in between left them in the folder, as marquee.db.before-TIME.log-1 and -2.\nWhere they are gone, what was in them alone is lost; without it goes on: %s", commands: []string{"marquee serve --without-log"},
	}
}

// openStore opens the store of the data folder. One that an older program wrote
// is copied aside first, and opening it upgrades it.
func openStore(c *cli.Context, program Program, log *slog.Logger) (*Store, error) {
	ctx, path := c.Context, filepath.Join(c.Path("data"), StoreFile)
	if err := believeClock(c, log); err != nil {
		return nil, err
	}
	if c.Bool(withoutLog) {
		if err := backup.GoWithoutLog(path); err != nil {
			return nil, InUse(err)
		}
	}
	k, err := keeper(c, program)
	if err != nil {
		return nil, err
	}
	k.Progress = func(format string, args ...any) { cmdline.ProgressTo(c.App.ErrWriter)(fmt.Sprintf(format, args...)) }
	if c.Bool(withoutCopy) {
		err = k.GoWithoutCopy(path) // opening it refuses what is too new
	} else {
		err = copyFirst(ctx, k, path, c.Int(reserveName), log)
	}
	if err != nil {
		return nil, err
	}
	store, err := program.Open(ctx, path, backup.Opening{Log: c.Bool(logName)}, log)
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
	var full *cmdline.Exit
	switch {
	case backup.IsNewer(err), backup.IsDamaged(err):
		return unreadable(err)
	case errors.As(err, &full), backup.IsInUse(err):
		return InUse(err)
	case err != nil:
		return verdict(fmt.Errorf(`%w
Nothing was upgraded and nothing written. Look at its disk, and at the store: marquee check --data %[2]s
To go on with no copy to come back to: marquee serve --data %[2]s --%[3]s`, err, cmdline.Typed(filepath.Dir(path)), withoutCopy))
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
	return &cmdline.Exit{Code: cmdline.ExitFull, Err: fmt.Errorf(`before the upgrade the store is copied, which takes %s, and %d MB must stay free: %d MB are missing in %s
Nothing was upgraded. Make room there, or make a backup with the older program and go on without the copy:
marquee serve --data %s --%s`, size(bytes), reserve, missing, dir, cmdline.Typed(dir), withoutCopy)}
}

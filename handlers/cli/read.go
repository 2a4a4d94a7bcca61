package cli

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"

	"marquee/app"
	"marquee/backup"

	"github.com/urfave/cli/v2"
)

// read runs a command that only reads on a stopped store, and leaves the store as it
// is. One of an older program is read by way of a copy, which is upgraded instead.
func (ad admin) read(c *cli.Context, program Program, input []byte) (result []byte, err error) {
	ctx, path := c.Context, filepath.Join(c.Path("data"), storeFile)
	k, err := keeper(c, program)
	if err != nil {
		return nil, err
	}
	run := func(a *app.App) error {
		out, err := ad.run(ctx, a, input)
		if err != nil {
			return asFlags(err, ad.flags)
		}
		result, err = json.Marshal(out)
		return err
	}
	pending, err := k.Pending(ctx, path)
	switch {
	case err != nil:
	case len(pending) == 0:
		err = k.Read(path, run)
	default:
		err = readCopy(ctx, program, path, run)
	}
	return result, unreadable(err)
}

// unreadable gives a store that cannot be read its exit code.
func unreadable(err error) error {
	switch {
	case backup.IsNewer(err):
		return Newer(err)
	case backup.IsDamaged(err):
		return Damaged(err)
	}
	return inUse(err)
}

// readCopy upgrades a copy of a stopped store and lets fn read that.
func readCopy(ctx context.Context, program Program, path string, fn func(a *app.App) error) error {
	dir := filepath.Dir(path)
	if err := backup.RequireSpace(dir, path, 1, copyStays); err != nil {
		return err
	}
	copied, err := newCopy(dir)
	if err != nil {
		return err
	}
	defer removeCopy(copied)
	if err := backup.ColdCopy(path, copied); err != nil {
		return err
	}
	store, err := program.Open(ctx, copied, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(fn(store.App), store.Close())
}

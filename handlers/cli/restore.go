package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"marquee/backup"

	"github.com/urfave/cli/v2"
)

func restoreCommand(house House) *cli.Command {
	return &cli.Command{
		Name:      "restore",
		Usage:     "make a backup the store",
		ArgsUsage: "SRC",
		Description: `Examples:

   marquee restore ./backups/marquee-20260704T120000.000Z.tar.zst --data ./festival
   marquee restore --data ./festival --dry-run /mnt/stick/marquee-20260704T120000.000Z.tar.zst
   marquee restore --data ./festival --force ./festival/marquee.db.before-20260704T130000.000Z

SRC is a backup, or a plain store such as one that an earlier restore kept. It is
unpacked beside the store, upgraded when an older program wrote it, and checked in
full; only then does it take the store's place, in one step. A store that is there
is left alone (exit 3); with --force it is kept as marquee.db.before-TIME. What is
damaged, of another product or of a newer program is refused (exit 5), and nothing
is touched. Stop the server first (exit 4).

` + exitCodes,
		Flags: []cli.Flag{
			dataFlag(), jsonFlag(), identityFlag(),
			yes("force", "replace a store that is there, and keep it under another name"),
			yes("dry-run", "do everything but the last step"),
		},
		Action: func(c *cli.Context) error { return runRestore(c, house) },
	}
}

func runRestore(c *cli.Context, house House) error {
	args, err := wordsOf(c, 1)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return usage("restore needs the file to restore\nSee the backups: marquee backup list --data %s", c.Path("data"))
	}
	ctx, stop := untilSignal(c.Context)
	defer stop()
	dir := c.Path("data")
	if err := notServed(ctx, dir); err != nil {
		return err
	}
	who, err := identities(c)
	if err != nil {
		return err
	}
	k, err := keeper(c, house)
	if err != nil {
		return err
	}
	if err := makeFolder(dir); err != nil {
		return err
	}
	done, err := k.Restore(ctx, backup.Restoring{
		Source: args[0], Store: filepath.Join(dir, storeFile), Who: who,
		Force: c.Bool("force"), Dry: c.Bool("dry-run"),
		Upgrade: func(ctx context.Context, path string) error { return openOnce(ctx, house, path) },
	})
	if errors.Is(err, backup.ErrStoreExists) {
		return &Exit{exitExists, err}
	}
	if err != nil {
		return verdict(err)
	}
	return printRestored(c, done)
}

// openOnce opens a store, which upgrades it.
func openOnce(ctx context.Context, house House, path string) error {
	store, err := house.Open(ctx, path, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return store.Close()
}

func printRestored(c *cli.Context, r backup.Restored) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	w := c.App.Writer
	for _, step := range r.Upgraded {
		fmt.Fprintf(w, "Upgraded: %s\n", step)
	}
	if r.Dry {
		_, err := fmt.Fprintf(w, "It can be restored: %d records, last commit %s. Nothing was changed.\n", r.Report.Records, moment(&r.Report.LastCommit))
		return err
	}
	fmt.Fprintf(w, "Restored %s: %d records, last commit %s\n", r.Store, r.Report.Records, moment(&r.Report.LastCommit))
	if r.Kept != "" {
		fmt.Fprintf(w, "The store that was there is %s\n", r.Kept)
	}
	_, err := fmt.Fprintf(w, "Next: marquee serve --data %s\n", c.Path("data"))
	return err
}

package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"marquee/app/customer"
	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func restoreCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:      "restore",
		Usage:     "make a backup the store",
		ArgsUsage: "SRC",
		Description: `Examples:

   marquee restore ./backups/marquee-20260704T120000.000Z.tar.zst --data ./festival
   marquee restore --data ./festival --dry-run /mnt/stick/marquee-20260704T120000.000Z.tar.zst
   marquee restore --data ./festival --force ./festival/marquee.db.before-20260704T130000.000Z
   marquee restore ./festival/backups --data ./festival --force
   marquee restore /mnt/backups --data ./festival --force --journal /mnt/journal
   marquee restore s3://bucket/festival --data ./festival --journal s3://elsewhere/journal
   marquee restore ./backups --data ./festival --force --as-of 2026-07-04T21:59:00Z

SRC is a backup, or a plain store such as one that an earlier restore kept. It is
unpacked beside the store, upgraded when an older program wrote it, and checked in
full; only then does it take the store's place, in one step. A store that is there
is left alone (exit 3); with --force it is kept as marquee.db.before-TIME. What is
damaged, of another product or of a newer program is refused (exit 5), and nothing
is touched. Stop the server first (exit 4). Nothing is upgraded or erased under a clock that
cannot be right (exit 7). Customers who were erased since the backup
was made are erased again: the store that is there, newer backups beside SRC, and the
journals within reach tell who.

SRC may be a folder or s3://bucket/prefix with backups: the newest good one from which the
journal goes on is taken, and the journal is replayed on top: of that in the data folder and
those near the backups, beside their folder, in it or among them, shipped ones too, the one
that reaches furthest. The newest backup is taken alone where it goes further than the journal,
as it does after commands without a server. One that turns out to be damaged is passed over.
A backup that is named itself gets what the journal adds when --journal or --as-of says so; the
last line tells when there is one. --as-of ends the replay with that moment, or with that second
when no fraction is told; one in a gap of the journal, or before the first backup, is refused
(exit 2).

` + cmdline.ExitCodes,
		Flags: []cli.Flag{
			cmdline.DataFlag(), cmdline.JSONFlag(), IdentityFlag(),
			// Not from the environment: who only says what to restore wants that.
			&cli.StringFlag{Name: "journal", Usage: "replay the journal in this `FOLDER` on top; the one that serve keeps, or one near SRC, when not told and SRC is a folder, or --as-of is there; off for none"},
			cmdline.Text("as-of", "bring back this `MOMENT`, such as 2026-07-04T21:59:00Z or with +02:00 for the Z"),
			storeFlag(), ClockFlag(),
			cmdline.Yes("force", "replace a store that is there, and keep it under another name"),
			cmdline.Yes("dry-run", "do everything but the last step"),
		},
		Action: func(c *cli.Context) error { return runRestore(c, program) },
	}
}

func runRestore(c *cli.Context, program Program) error {
	ctx, stop := UntilSignal(c.Context)
	defer stop()
	dir, source, err := toRestore(ctx, c)
	if err != nil {
		return err
	}
	out, err := restoreFrom(ctx, c, program, dir, source, c.Bool("force"))
	if err != nil {
		return err
	}
	return printRestored(c, out)
}

// RestoreFrom makes a backup, or the newest one at a place, the store of the folder of a command. One
// that is there is kept under another name.
func RestoreFrom(ctx context.Context, c *cli.Context, program Program, source string) error {
	dir := c.Path("data")
	source, err := namedBackup(dir, source)
	if err == nil {
		_, err = restoreFrom(ctx, c, program, dir, source, true)
	}
	return err
}

// restoreFrom restores as the flags of the command say; force keeps a store that is there.
func restoreFrom(ctx context.Context, c *cli.Context, program Program, dir, source string, force bool) (out restoredOut, err error) {
	who, err := identities(c)
	if err != nil {
		return out, err
	}
	tellMissing(ctx, c)
	replay, err := replayOf(ctx, c, source)
	if err != nil {
		return out, err
	}
	k, err := keeper(c, program)
	if err != nil {
		return out, err
	}
	undo, err := tryFolder(dir, c.Bool("dry-run"))
	if err != nil {
		return out, err
	}
	defer undo()
	believe, erase := clockOnce(c, source), eraserOf(program)
	done, err := replay.restore(ctx, k, backup.Restoring{
		Source: source, Store: filepath.Join(dir, StoreFile), Who: who,
		Of: c.String("store"), Force: force, Dry: c.Bool("dry-run"),
		Upgrade: func(ctx context.Context, path string) error {
			if err := believe(path); err != nil {
				return err
			}
			return openOnce(ctx, program, path)
		},
		Erase: func(ctx context.Context, path string, all []customer.Erased) (customer.Again, error) {
			if err := believe(path); err != nil {
				return customer.Again{}, err
			}
			return erase(ctx, path, all)
		},
		Journals: append([]string{keptJournal(c)}, journalsNear(source)...),
	})
	if err != nil {
		return out, notRestored(dir, source, err)
	}
	return restoredOut{done, replay.unused(ctx, c, k, source, done, who), serversOf(ctx, source, done)}, nil
}

// toRestore is the data folder and the file to restore, where nothing keeps it from being. Flags may
// follow the file: they are known once the arguments were read.
func toRestore(ctx context.Context, c *cli.Context) (dir, source string, err error) {
	args, err := cmdline.ArgsOf(c, 1)
	if err != nil {
		return "", "", err
	}
	dir = c.Path("data")
	if len(args) == 0 {
		return "", "", cmdline.Usage("restore needs the file to restore\nSee the backups: marquee backup list --data %s", cmdline.Typed(dir))
	}
	if source, err = namedBackup(dir, args[0]); err == nil {
		err = NotServed(ctx, dir)
	}
	if err == nil && !c.Bool("dry-run") {
		err = wantAlone(dir)
	}
	return dir, source, err
}

// notRestored says what to do about an error.
func notRestored(dir, source string, err error) error {
	if errors.Is(err, backup.ErrStoreExists) {
		return &cmdline.Exit{Code: cmdline.ExitExists, Err: err}
	}
	return verdict(whereElse(dir, source, err))
}

// restoredOut is what came of a restore, the journal that it left out, and who made the
// backups among which the newest was taken, where there were several.
type restoredOut struct {
	backup.Restored
	Unused  *unusedJournal  `json:"unusedJournal,omitempty"`
	Servers []backup.Server `json:"servers,omitempty"`
}

// serversOf are the servers whose backups of the restored store lie at the source, where they
// are several: of copies of it. Nothing tells which backup is whose.
func serversOf(ctx context.Context, source string, done backup.Restored) []backup.Server {
	if several, err := backup.HoldsSeveral(source); err != nil || !several {
		return nil
	}
	all, err := backup.Servers(ctx, source, done.Report.Store)
	if err != nil || len(all) < 2 {
		return nil
	}
	return all
}

// whereElse adds what to do about a place from which nothing can be restored as it was named.
func whereElse(dir, source string, err error) error {
	var none *backup.NoRouteError
	switch {
	case !errors.As(err, &none):
	case none.Foreign:
		err = fmt.Errorf("%w\nName the one of that store with --journal, or restore the backup alone: --journal %s", err, noJournal)
	case none.Several:
		err = fmt.Errorf("%w\nSee whose they are: %s", err, cmdline.CommandLine([]string{"marquee", "backup", "list", source}))
	case none.Empty: // it may be a data folder, whose backups lie deeper
		err = fmt.Errorf("%w\nWhat is there: %s", err, cmdline.CommandLine([]string{"marquee", "rescue", "--data", dir, "--also", source}))
	}
	return err
}

// openOnce opens a store, which upgrades it.
func openOnce(ctx context.Context, program Program, path string) error {
	store, err := program.Open(ctx, path, backup.Opening{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return store.Close()
}

// momentForms are those in which a moment is printed somewhere: with its zone, or in UTC with
// or without that word, of the minute where that was all that mattered, and in the name of a
// backup.
var momentForms = []string{
	time.RFC3339Nano, time.DateTime, time.DateTime + " UTC", time.DateTime + " Z07:00", "2006-01-02 15:04 UTC", "2006-01-02 15:04 Z07:00", "20060102T150405.000Z",
}

// ParseMoment takes a moment as it is printed.
func ParseMoment(s string) (t time.Time, err error) {
	for _, layout := range momentForms {
		if t, err = time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return t, err
}

func printRestored(c *cli.Context, r restoredOut) error {
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, r)
	}
	w := c.App.Writer
	if r.Replayed > 0 {
		fmt.Fprintf(w, "Base: %s; %d transactions of the journal came on top\n", r.Base, r.Replayed)
	}
	for _, step := range r.Upgraded {
		fmt.Fprintf(w, "Upgraded: %s\n", step)
	}
	if r.Erased > 0 {
		fmt.Fprintf(w, "%d customers who were erased since the backup were erased again\n", r.Erased)
	}
	if r.Dry {
		fmt.Fprintf(w, "It can be restored: %d records, last commit %s. Nothing was changed.\n", r.Report.Records, cmdline.Moment(&r.Report.LastCommit))
		return r.Unused.print(w)
	}
	fmt.Fprintf(w, "Restored %s: %d records, last commit %s\n", r.Store, r.Report.Records, cmdline.Moment(&r.Report.LastCommit))
	if r.Kept != "" {
		fmt.Fprintf(w, "The store that was there is %s\n", r.Kept)
	}
	if len(r.Servers) > 0 {
		fmt.Fprintln(w, "Copies of this store were backed up into that place, and the newest backup was taken, whoever made it:")
	}
	for _, s := range r.Servers {
		fmt.Fprintf(w, "   %s, the last at %s\n", s.Name, cmdline.Moment(&s.At))
	}
	fmt.Fprintf(w, "Next: marquee serve --data %s\n", cmdline.Typed(c.Path("data")))
	return r.Unused.print(w)
}

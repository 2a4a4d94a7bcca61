package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// backupFolder is where backups go when nobody says where, in the data folder.
const backupFolder = "backups"

func backupCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:      "backup",
		Usage:     "make a backup that is proven to open; list, verify and prune backups",
		ArgsUsage: "[DEST]",
		Description: `Examples:

   marquee backup --data ./festival
   marquee backup /mnt/stick/festival --data ./festival
   marquee backup --data ./festival --recipients keys.txt /mnt/stick
   marquee backup --data ./festival - | ssh far 'cat > festival.tar.zst'
   marquee backup --data ./festival s3://bucket/festival
   marquee backup list --data ./festival
   marquee backup verify /mnt/stick/marquee-20260704T120000.000Z.tar.zst
   marquee backup prune /mnt/stick --keep-daily 30

DEST is a folder, a file whose name ends in .tar.zst (or .tar.zst.age), or - for
standard output, or s3://bucket/prefix with AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY and, away from Amazon, AWS_ENDPOINT_URL and AWS_REGION in the
environment; without it the folder backups in the data folder. The store may be
served meanwhile: the server makes a copy as of one commit, everything else
works on the copy. A backup counts only when another process has opened the copy
and found page by page, record by record and promise by promise nothing wrong,
and when what was written has been read back. Else it is named .bad, and the exit
code is 5. With --recipients it is encrypted with age; such a one cannot be read
back here, but its copy was checked all the same.

` + cmdline.ExitCodes,
		Flags: []cli.Flag{
			cmdline.DataFlag(), cmdline.JSONFlag(),
			cmdline.Text("recipients", "encrypt to the public age keys in this `FILE`"),
		},
		Action: onStore(1, func(ctx context.Context, c *cli.Context, args []string) error {
			return runBackup(ctx, c, program, args)
		}),
		Subcommands: []*cli.Command{backupListCommand(), backupVerifyCommand(program), backupPruneCommand(program)},
	}
}

// backupTimeout is how long a backup by hand waits for another one.
const backupTimeout = 30 * time.Minute

func runBackup(ctx context.Context, c *cli.Context, program Program, args []string) (err error) {
	dir := c.Path("data")
	waiting := func() { fmt.Fprintln(c.App.ErrWriter, "waiting for another backup of this store") }
	release, err := lockBackups(ctx, dir, backupTimeout, waiting)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	job, err := newBackupJob(ctx, c, program)
	if err != nil {
		return err
	}
	defer removeCopy(job.store)
	return job.run(ctx, c, destOf(dir, args))
}

func destOf(dir string, args []string) string {
	if len(args) == 1 {
		return args[0]
	}
	return filepath.Join(dir, backupFolder)
}

// keeper is who makes and restores backups; it tells on standard error what it does.
func keeper(c *cli.Context, program Program) (*backup.Keeper, error) {
	child, err := backup.Self(checkFile)
	if err != nil {
		return nil, err
	}
	w := c.App.ErrWriter
	return backup.NewKeeper(program.Version, program.Business, child, func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }), nil
}

// copyOrCold copies the store: the server does where one runs.
func copyOrCold(ctx context.Context, dir string) (string, error) {
	path, err := copyOf(ctx, dir)
	if !errors.Is(err, backup.ErrNobody) {
		return path, err
	}
	if path, err = newCopy(dir); err != nil {
		return "", err
	}
	store := filepath.Join(dir, StoreFile)
	if err := backup.RequireSpace(dir, store, 1, copyStays); err != nil {
		return "", err
	}
	return path, backup.ColdCopy(store, path)
}

// verdict gives what speaks against a store or a backup its exit code.
func verdict(err error) error {
	var damaged *backup.DamagedError
	var noRoute *backup.NoRouteError
	switch {
	case backup.IsLogMissing(err):
		return Damaged(err)
	case errors.As(err, &damaged), backup.IsBad(err), backup.IsJournalBad(err), backup.IsDamaged(err):
		return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: err}
	case errors.As(err, &noRoute):
		return &cmdline.Exit{Code: cmdline.ExitUsage, Err: err}
	}
	return InUse(err)
}

func printTaken(c *cli.Context, t backup.Taken) error {
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, t)
	}
	w := c.App.Writer
	fmt.Fprintf(w, "Backup %s\n%s, %d records, last commit %s, checked in %.1f s\n",
		t.Path, size(t.Bytes), t.Manifest.Report.Records, cmdline.Moment(&t.Manifest.Report.LastCommit), t.Manifest.Report.Seconds)
	words := []string{"marquee", "restore", t.Path, "--data", "FOLDER"}
	if c.String("recipients") != "" {
		words = append(words, "--identity", "FILE")
	}
	_, err := fmt.Fprintf(w, "Restore it with: %s\n", cmdline.CommandLine(words))
	return err
}

// size is a number of bytes for people.
func size(n int64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

func printKept(w io.Writer, all []backup.Kept) {
	for _, b := range all {
		state := "checked when made"
		if b.Scheduled {
			state += ", by schedule"
		}
		switch {
		case b.Bad:
			state = cmdline.Painted(w, cmdline.Red, "bad")
		case b.Encrypted:
			state += ", encrypted"
		case b.Manifest == nil:
			state = cmdline.Painted(w, cmdline.Red, "cannot be read")
		case b.CutOff:
			state = cmdline.Painted(w, cmdline.Red, "cut off")
		}
		id := b.Store
		if id == "" {
			id = "no id"
		}
		fmt.Fprintf(w, "%s  %s  %s  store %s, %s\n", cmdline.Moment(&b.Made), size(b.Bytes), b.Name, id, state)
	}
}

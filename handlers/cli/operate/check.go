package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func checkCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "look for damage: pages, checksums, indexes, counters, promises", ArgsUsage: "[FILE]",
		Description: `Examples:

   marquee check --data ./festival
   marquee check --data ./festival --full --json
   marquee check --data ./festival --repair-indexes
   marquee check ./festival/marquee.db.before-20260704T130000.000Z

It looks at the structure of the file, the checksum of every record, every index
in both directions and every counter; with --full also at every invariant of
every company. It works on a stopped store, and on a running one by way of a
copy, so nobody waits. A FILE is a store of its own, such as one that a restore
kept; it is only read. --repair-indexes makes the indexes and counters of a stopped
store anew from the records first; it never touches a record, and does nothing when
records or pages are damaged.

The file is read by a process of its own: one that crashes its reader is damaged.

` + cmdline.ExitCodes,
		Flags: []cli.Flag{
			cmdline.DataFlag(), cmdline.JSONFlag(),
			cmdline.Yes("full", "go through every invariant of every company too, and print the digest"),
			cmdline.Yes("repair-indexes", "make every index and counter anew from the records first; the server must be stopped"),
			ClockFlag(),
		},
		Action: func(c *cli.Context) error {
			args, err := cmdline.ArgsOf(c, 1)
			if err == nil && len(args) == 0 {
				err = WantStore(c.Path("data"))
			}
			if err != nil {
				return err
			}
			ctx, stop := UntilSignal(c.Context)
			defer stop()
			return runCheck(ctx, c, program, args)
		},
	}
}

func runCheck(ctx context.Context, c *cli.Context, program Program, args []string) error {
	if c.Bool("repair-indexes") {
		if len(args) > 0 {
			return cmdline.Usage("--repair-indexes is for the store in a data folder, and does nothing to the file %s", args[0])
		}
		if err := repairIndexes(c, program); err != nil {
			return err
		}
	}
	path, remove, err := checked(ctx, c.Path("data"), args)
	if err != nil {
		return err
	}
	defer remove()
	depth := backup.Normal
	if c.Bool("full") {
		depth = backup.Full
	}
	report, findings, err := inspect(ctx, path, depth)
	if err != nil {
		return err
	}
	return printCheck(c, report, findings)
}

// checked is the file that was named, or the store in the data folder.
func checked(ctx context.Context, dir string, args []string) (path string, remove func(), err error) {
	if len(args) == 0 {
		return StableStore(ctx, dir)
	}
	if info, err := os.Stat(args[0]); err != nil || info.IsDir() {
		return "", nil, cmdline.Usage("there is no file %s\nFor the store in a folder: marquee check --data FOLDER", args[0])
	}
	return args[0], func() {}, nil
}

// UntilSignal lets a command clean up behind itself when it is interrupted.
func UntilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
}

// StableStore gives a store that does not change: the stopped one itself, or a copy
// that the running server makes.
func StableStore(ctx context.Context, dir string) (path string, remove func(), err error) {
	path, err = copyOf(ctx, dir)
	if errors.Is(err, backup.ErrNobody) {
		return filepath.Join(dir, StoreFile), func() {}, nil
	}
	return path, func() { removeCopy(path) }, err
}

// inspect checks a store in another process.
func inspect(ctx context.Context, path string, depth backup.Depth) (backup.Report, []backup.Finding, error) {
	child, err := backup.Self(checkFile)
	if err != nil {
		return backup.Report{}, nil, err
	}
	findings := []backup.Finding{}
	report, err := child.Check(ctx, path, depth, func(f backup.Finding) { findings = append(findings, f) })
	return report, findings, InUse(err)
}

// checkFile is the word that makes this program the child.
const checkFile = "check-file"

func checkFileCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:   checkFile,
		Usage:  "check one file, for check and backup",
		Hidden: true,
		Action: func(c *cli.Context) error {
			if c.NArg() != 2 {
				return cmdline.Usage("%s takes a depth and a file", checkFile)
			}
			return backup.RunChild(c.Context, program.Business, backup.Depth(c.Args().Get(0)), c.Args().Get(1), c.App.Writer)
		},
	}
}

// repairIndexes makes anew what can be derived. It opens the store only when that
// is all that is wrong: from a damaged record no index can be made.
func repairIndexes(c *cli.Context, program Program) error {
	ctx, dir := c.Context, c.Path("data")
	if err := NotServed(ctx, dir); err != nil {
		return err
	}
	path := filepath.Join(dir, StoreFile)
	report, findings, err := inspect(ctx, path, backup.Normal)
	if err != nil {
		return err
	}
	for _, f := range findings {
		if !f.Derived() {
			return damaged(report, []backup.Finding{f})
		}
	}
	if !report.Good() && (report.Lasting > 0 || len(findings) == 0) {
		return damaged(report, nil)
	}
	store, err := openStore(c, program, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	err = backup.Rebuild(ctx, store.App, func(index string) { fmt.Fprintf(c.App.ErrWriter, "rebuilding %s\n", index) })
	return errors.Join(err, store.Close())
}

type checkJSON struct {
	Good bool `json:"good"`
	backup.Report
	Found []backup.Finding `json:"found"`
}

func printCheck(c *cli.Context, r backup.Report, findings []backup.Finding) error {
	w := c.App.Writer
	if c.Bool("json") {
		if err := cmdline.PrintJSON(w, checkJSON{r.Good(), r, findings}); err != nil || r.Good() {
			return err
		}
		return lostLeast(c, r)
	}
	if !r.Good() {
		printFindings(w, r, findings)
		return lostLeast(c, r)
	}
	for _, step := range r.Pending {
		fmt.Fprintf(w, "The next start will: %s\n", step)
	}
	fmt.Fprintf(w, "%s: %d records in %d tables, last commit %s, %.1f s\n", cmdline.Painted(w, cmdline.Green, "Sound"), r.Records, len(r.Tables), cmdline.Moment(&r.LastCommit), r.Seconds)
	if r.Digest != "" {
		fmt.Fprintf(w, "%d invariants hold in %d companies\nDigest %s\n", r.Invariants, r.Companies, r.Digest)
	}
	return nil
}

// shownFindings are printed as text; --json has more.
const shownFindings = 20

func printFindings(w io.Writer, r backup.Report, findings []backup.Finding) {
	for _, f := range findings[:min(shownFindings, len(findings))] {
		fmt.Fprintln(w, f)
	}
	if more := r.Findings - shownFindings; more > 0 {
		fmt.Fprintf(w, "and %d more; --json lists the first %d\n", more, backup.MaxFindings)
	}
}

// damaged is what a report that is not good ends with; nil for a good one.
func damaged(r backup.Report, findings []backup.Finding) error {
	switch {
	case r.Good():
		return nil
	case r.Foreign:
		return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: errors.New("the file is no store of Marquee")}
	case r.Newer != "":
		return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: fmt.Errorf("%s\nUse the newer program", r.Newer)}
	case r.LogMissing:
		return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: withoutItsLog(errors.New("the log of the store is missing"))}
	case len(findings) > 0:
		return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: fmt.Errorf("the store is damaged, %d findings: %s", r.Findings, findings[0])}
	}
	return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: fmt.Errorf("the store is damaged, %d findings\nStop the server, and keep the file", r.Findings)}
}

// lostLeast is what a report that is not good ends with, and names what to do about a damaged store
// in the data folder; about a file that was named itself there is nothing to do.
func lostLeast(c *cli.Context, r backup.Report) error {
	err := damaged(r, nil)
	if c.NArg() > 0 || r.LogMissing {
		return err
	}
	return fmt.Errorf("%w\nWhich command loses least: marquee rescue --data %s", err, cmdline.Typed(c.Path("data")))
}

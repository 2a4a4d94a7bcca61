package operate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"marquee/backup"
	"marquee/backup/clock"
	"marquee/backup/disklevel"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func exportCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write every record as a portable stream",
		ArgsUsage: "[FILE]",
		Description: `Examples:

   marquee export festival.export --data ./festival
   marquee export --data ./festival | zstd > festival.export.zst

Every record of one moment, in a form that depends on no storage engine; it is
written down in backup/frame.go. The same moment gives the same bytes. Without a
file, or with -, it goes to standard output. It works on a stopped store, and on a
running one by way of a copy.

` + cmdline.ExitCodes,
		Flags: []cli.Flag{cmdline.DataFlag()},
		Action: onStore(1, func(ctx context.Context, c *cli.Context, args []string) error {
			return runExport(ctx, c, program, args)
		}),
	}
}

func runExport(ctx context.Context, c *cli.Context, program Program, args []string) error {
	k, err := keeper(c, program)
	if err != nil {
		return err
	}
	store, remove, err := StableStore(ctx, c.Path("data"))
	if err != nil {
		return InUse(err)
	}
	defer remove()
	var n int64
	if len(args) == 0 || args[0] == "-" {
		n, err = k.Export(ctx, store, c.App.Writer)
	} else {
		n, err = k.ExportTo(ctx, store, args[0])
	}
	if err != nil {
		return verdict(err)
	}
	fmt.Fprintf(c.App.ErrWriter, "%d records\n", n)
	return nil
}

func importCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "make a new store from an export",
		ArgsUsage: "[FILE]",
		Description: `Examples:

   marquee import festival.export --data ./new
   zstd -d < festival.export.zst | marquee import --data ./new

It makes the indexes and counters anew and checks the store in full before it gets
its name. A store that is there is left alone (exit 3). Without a file, or with -,
it reads standard input. Nothing is imported under a clock that cannot be right (exit 7).

` + cmdline.ExitCodes,
		Flags:  []cli.Flag{cmdline.DataFlag(), cmdline.JSONFlag(), ClockFlag()},
		Action: func(c *cli.Context) error { return runImport(c, program) },
	}
}

func runImport(c *cli.Context, program Program) error {
	args, err := cmdline.ArgsOf(c, 1)
	if err != nil {
		return err
	}
	ctx, stop := UntilSignal(c.Context)
	defer stop()
	from := c.App.Reader
	wanted := int64(0)
	if len(args) == 1 && args[0] != "-" {
		f, err := OpenNamed(args[0])
		if err != nil {
			return err
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil {
			wanted = info.Size()
		}
		from = f
	}
	var n int64
	err = newStore(ctx, c.Path("data"), "", func(path string) error {
		if err := spaceToImport(path, wanted); err != nil {
			return err
		}
		n, err = importInto(ctx, c, program, path, bufio.NewReader(from))
		return err
	})
	if err != nil {
		return verdict(err)
	}
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, map[string]int64{"records": n})
	}
	_, err = fmt.Fprintf(c.App.Writer, "Imported %d records\nNext: marquee serve --data %s\n", n, cmdline.Typed(c.Path("data")))
	return err
}

// importGrows is how many bytes of a store come of one of an export, with its
// indexes and some air.
const importGrows = 3

// spaceToImport refuses an import for which there is no room, or after which a
// server could not start. How long a stream is nobody knows.
func spaceToImport(path string, bytes int64) error {
	dir := filepath.Dir(path)
	space, err := machine.SpaceOf(dir)
	if err != nil {
		return nil // not known on this system
	}
	if need := importGrows*bytes + disklevel.Start; space.Free < need {
		return fmt.Errorf("%w: %d MB are free on the disk of %s, and the import needs up to %d", backup.ErrNoSpace, space.Free>>20, dir, need>>20)
	}
	return nil
}

// importInto fills a new store and has it checked.
func importInto(ctx context.Context, c *cli.Context, program Program, path string, from io.Reader) (int64, error) {
	store, err := program.Open(ctx, path, backup.Opening{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return 0, err
	}
	n, err := backup.Import(ctx, store.App, from, func(last time.Time) error {
		return refuseClock(c, last, clock.Read(), slog.New(slog.DiscardHandler), noWayBack)
	})
	if err = errors.Join(err, store.Close()); err != nil {
		return 0, err
	}
	report, findings, err := inspect(ctx, path, backup.Full)
	if err != nil {
		return 0, err
	}
	return n, damaged(report, findings)
}

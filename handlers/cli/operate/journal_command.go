package operate

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"

	"marquee/backup"
	"marquee/backup/journal"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func journalCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:  "journal",
		Usage: "what the journal of a store reaches, and a proof that it leads there",
		Description: `Examples:

   marquee journal status --data ./festival
   marquee journal verify --data ./festival
   marquee journal verify --data ./festival --journal /mnt/stick/journal --backups /mnt/stick/backups

` + cmdline.ExitCodes,
		Subcommands: []*cli.Command{journalStatusCommand(), journalVerifyCommand(program)},
	}
}

func journalStatusCommand() *cli.Command {
	return &cli.Command{
		Name: "status", Usage: "say from when to when a journal reaches",
		Description: `Example:

   marquee journal status --data ./festival --json

A generation is a journal without a gap. Any moment of it can be restored that is
not before the oldest backup within it.

` + cmdline.ExitCodes,
		Flags: []cli.Flag{cmdline.DataFlag(), cmdline.JSONFlag(), readJournalFlag()},
		Action: func(c *cli.Context) error {
			if err := cmdline.NoArguments(c); err != nil {
				return err
			}
			dir := journalToRead(c)
			if err := wantJournal(c, dir); err != nil {
				return err
			}
			all, err := journal.Generations(dir)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return cmdline.PrintJSON(c.App.Writer, map[string]any{"folder": dir, "generations": append([]journal.Generation{}, all...)})
			}
			return printGenerations(c.App.Writer, dir, all)
		},
	}
}

// wantJournal refuses a folder for a journal that is not there. In the data folder there
// is none before a store was served.
func wantJournal(c *cli.Context, dir string) error {
	switch {
	case dir == "":
		return cmdline.Usage("--journal %s is no journal", noJournal)
	case c.String("journal") == "":
		return wantFolder(c.Path("data"))
	}
	return wantFolder(dir)
}

func printGenerations(w io.Writer, dir string, all []journal.Generation) error {
	if len(all) == 0 {
		_, err := fmt.Fprintf(w, "There is no journal in %s\n", dir)
		return err
	}
	for _, g := range all {
		if g.Damage != "" {
			fmt.Fprintf(w, "%s  %s\n", g.Name, g.Damage)
			continue
		}
		fmt.Fprintf(w, "%s  from %s to %s, %d segments, %s\n", g.Name, cmdline.Moment(&g.Start), cmdline.Moment(&g.End), g.Segments, size(g.Bytes))
	}
	return nil
}

func journalVerifyCommand(program Program) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "replay the journal on the newest backup and compare with the store",
		Description: `Examples:

   marquee journal verify --data ./festival
   marquee journal verify --data ./festival --backups /mnt/stick --identity key.txt

It unpacks the newest good backup from which the journal goes on, replays the
journal, and compares what comes of it with a copy of the store as of one commit,
key by key and value by value. The server may run. Exit code 5: they differ, or the
journal is damaged; exit code 2: no backup leads there yet.

` + cmdline.ExitCodes,
		Flags: []cli.Flag{
			cmdline.DataFlag(), cmdline.JSONFlag(), readJournalFlag(), IdentityFlag(),
			&cli.BoolFlag{Name: "gently", Hidden: true}, // let everybody else go first, for serve
			cmdline.Text("backups", "the `FOLDER` of the backups; where serve made them last without it"),
		},
		Action: onStore(0, func(ctx context.Context, c *cli.Context, _ []string) error {
			return runJournalVerify(ctx, c, program)
		}),
	}
}

func runJournalVerify(ctx context.Context, c *cli.Context, program Program) error {
	if c.Bool("gently") {
		machine.Yield()
	}
	out, err := compareJournal(ctx, c, program)
	if err != nil {
		return verdict(err)
	}
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, out)
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s and %d transactions of the journal make the store of %s\nDigest %s, of both\n",
		out.Base, out.Replayed, cmdline.Moment(&out.To), out.Digest)
	return err
}

func compareJournal(ctx context.Context, c *cli.Context, program Program) (out backup.Compared, err error) {
	dir := c.Path("data")
	if err := wantJournal(c, journalToRead(c)); err != nil {
		return out, err
	}
	who, err := identities(c)
	if err != nil {
		return out, err
	}
	k, err := keeper(c, program)
	if err != nil {
		return out, err
	}
	source := cmp.Or(c.String("backups"), placesOf(dir).Backups, filepath.Join(dir, backupFolder))
	if err := wantPlace(dir, []string{source}); err != nil {
		return out, fmt.Errorf("%w\nMake a backup, from which the journal goes on: marquee backup %s --data %s", err, cmdline.Typed(source), cmdline.Typed(dir))
	}
	copied, err := copyOrCold(ctx, dir)
	if err != nil {
		return out, err
	}
	defer removeCopy(copied)
	return k.Compare(ctx, backup.Comparing{Copy: copied, Source: source, Journal: journalToRead(c), Who: who})
}

package cli

import (
	"context"
	"fmt"
	"path/filepath"

	"marquee/backup"

	"github.com/urfave/cli/v2"
)

// backupJob is one backup on its way from the copy to where it goes.
type backupJob struct {
	keeper *backup.Keeper
	store  string
	to     []backup.Recipient
}

func (j backupJob) run(ctx context.Context, c *cli.Context, dest string) error {
	if dest == "-" {
		_, err := j.keeper.TakeTo(ctx, j.store, c.App.Writer, j.to)
		return verdict(err)
	}
	take := j.keeper.Take
	if backup.IsS3(dest) {
		take = j.keeper.TakeToS3
	}
	taken, err := take(ctx, j.store, dest, j.to)
	if err != nil {
		return verdict(err)
	}
	return printTaken(c, taken)
}

func identityFlag() cli.Flag {
	return text("identity", "open encrypted backups with the secret age key in this `FILE`")
}

func identities(c *cli.Context) ([]backup.Identity, error) {
	file := c.String("identity")
	if file == "" {
		return nil, nil
	}
	who, err := backup.Identities(file)
	if err != nil {
		return nil, usage("%v", err)
	}
	return who, nil
}

func backupListCommand() *cli.Command {
	return &cli.Command{
		Name: "list", Usage: "list the backups in a folder, the newest first", ArgsUsage: "[FOLDER]",
		Description: "Example:\n\n   marquee backup list /mnt/stick/festival\n\n" + exitCodes,
		Flags:       []cli.Flag{dataFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			args, err := wordsOf(c, 1)
			if err != nil {
				return err
			}
			all, err := backup.List(destOf(c.Path("data"), args))
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return printJSON(c.App.Writer, map[string]any{"backups": append([]backup.Kept{}, all...)})
			}
			printKept(c.App.Writer, all)
			return nil
		},
	}
}

func backupVerifyCommand(house House) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "restore a backup beside itself and check everything in it", ArgsUsage: "[FILE]",
		Description: `Examples:

   marquee backup verify --data ./festival
   marquee backup verify /mnt/stick/marquee-20260704T120000.000Z.tar.zst.age --identity key.txt

Without a file it takes the newest good one in the data folder. A backup that
does not pass is named .bad.

` + exitCodes,
		Flags:  []cli.Flag{dataFlag(), jsonFlag(), identityFlag()},
		Action: func(c *cli.Context) error { return runVerify(c, house) },
	}
}

func runVerify(c *cli.Context, house House) error {
	args, err := wordsOf(c, 1)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(c.Context)
	defer stop()
	path, err := newestOr(c.Path("data"), args)
	if err != nil {
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
	m, err := k.Verify(ctx, path, who)
	if err != nil {
		return verdict(err)
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]any{"path": path, "manifest": m})
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s is good: %d records, last commit %s\n", path, m.Report.Records, moment(&m.Report.LastCommit))
	return err
}

// newestOr is the file that was named, or the newest good backup.
func newestOr(dir string, args []string) (string, error) {
	if len(args) == 1 {
		return args[0], nil
	}
	folder := filepath.Join(dir, backupFolder)
	all, err := backup.List(folder)
	if err != nil {
		return "", err
	}
	for _, b := range all {
		if !b.Bad {
			return filepath.Join(folder, b.Name), nil
		}
	}
	return "", usage("there is no backup in %s\nMake one: marquee backup --data %s", folder, dir)
}

func backupPruneCommand(house House) *cli.Command {
	d := backup.DefaultRetention
	return &cli.Command{
		Name: "prune", Usage: "remove backups that are no longer worth their room", ArgsUsage: "[FOLDER]",
		Description: `Example:

   marquee backup prune /mnt/stick/festival --keep-hourly 24 --keep-daily 14 --keep-weekly 8 --dry-run

The newest backup of each of the last hours, days and weeks that have one stays,
and the newest of all. Bad ones neither count nor go.

` + exitCodes,
		Flags: []cli.Flag{
			dataFlag(), jsonFlag(), yes("dry-run", "say what would go, and remove nothing"),
			whole("keep-hourly", d.Hourly, "how many `HOURS` keep one"),
			whole("keep-daily", d.Daily, "how many `DAYS` keep one"),
			whole("keep-weekly", d.Weekly, "how many `WEEKS` keep one"),
		},
		Action: func(c *cli.Context) error { return runPrune(c, house) },
	}
}

func runPrune(c *cli.Context, house House) error {
	args, err := wordsOf(c, 1)
	if err != nil {
		return err
	}
	k, err := keeper(c, house)
	if err != nil {
		return err
	}
	r := backup.Retention{Hourly: c.Int("keep-hourly"), Daily: c.Int("keep-daily"), Weekly: c.Int("keep-weekly")}
	if r.Hourly < 0 || r.Daily < 0 || r.Weekly < 0 {
		return usage("--keep-hourly, --keep-daily and --keep-weekly must be at least 0")
	}
	kept, removed, err := k.Prune(destOf(c.Path("data"), args), r, c.Bool("dry-run"))
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]any{"kept": append([]backup.Kept{}, kept...), "removed": append([]backup.Kept{}, removed...)})
	}
	word := "removed"
	if c.Bool("dry-run") {
		word = "would remove"
	}
	for _, b := range removed {
		fmt.Fprintf(c.App.Writer, "%s %s\n", word, b.Name)
	}
	_, err = fmt.Fprintf(c.App.Writer, "%d stay\n", len(kept))
	return err
}

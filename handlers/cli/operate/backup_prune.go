package operate

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"marquee/backup"
	"marquee/backup/clock"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func backupPruneCommand(program Program) *cli.Command {
	return &cli.Command{
		Name: "prune", Usage: "remove backups that are no longer worth their room", ArgsUsage: "[FOLDER|s3://BUCKET/PREFIX]",
		Description: `Examples:

   marquee backup prune --data ./festival --dry-run
   marquee backup prune /mnt/stick/festival --data ./festival --keep-hourly 24 --keep-daily 14 --keep-weekly 8
   marquee backup prune s3://bucket/festival --data ./festival --keep 90
   marquee backup prune /mnt/stick/festival --store 3f9a1c0b7d2e4

Only the backups of one store are counted and removed: of the one in the data
folder, or of the one whose id --store gives, as backup list prints it. Of those
that a schedule made the newest of each of the last hours, days and weeks that have
one stays. Those made by hand stay, unless --keep DAYS says how old they may get.
The newest backup of the store stays in any case. Backups of other stores, of older
programs that wrote no id, and bad ones neither count nor are removed. Nothing goes
for its age under a clock that cannot be right (exit 7).

` + cmdline.ExitCodes,
		Flags: append([]cli.Flag{
			cmdline.DataFlag(), cmdline.JSONFlag(), cmdline.Yes("dry-run", "say what would be removed, and remove nothing"),
			cmdline.Whole("keep", 0, "remove backups made by hand that are older than so many `DAYS`; 0 keeps them all"), storeFlag(), ClockFlag(),
		}, keepFlags()...),
		Action: func(c *cli.Context) error { return runPrune(c, program) },
	}
}

func storeFlag() cli.Flag {
	return cmdline.Text("store", "the `ID` of the store whose backups are meant, as backup list prints it")
}

func keepFlags() []cli.Flag {
	d := backup.DefaultRetention
	return []cli.Flag{
		cmdline.Whole("keep-hourly", d.Hourly, "how many `HOURS` keep one backup"),
		cmdline.Whole("keep-daily", d.Daily, "how many `DAYS` keep one backup"),
		cmdline.Whole("keep-weekly", d.Weekly, "how many `WEEKS` keep one backup"),
	}
}

func keepOf(c *cli.Context) (backup.Retention, error) {
	r := backup.Retention{Hourly: c.Int("keep-hourly"), Daily: c.Int("keep-daily"), Weekly: c.Int("keep-weekly")}
	if r.Hourly < 0 || r.Daily < 0 || r.Weekly < 0 {
		return r, cmdline.Usage("--keep-hourly, --keep-daily and --keep-weekly must be at least 0")
	}
	return r, nil
}

// maxKeepDays bounds --keep, in days.
const maxKeepDays = 100 * 365

// pruningOf reads what may go, and whose backups they are.
func pruningOf(c *cli.Context) (p backup.Pruning, err error) {
	if p.Retention, err = keepOf(c); err != nil {
		return p, err
	}
	days := c.Int("keep")
	if days < 0 || days > maxKeepDays {
		return p, cmdline.Usage("--keep must be a number of days from 0 to %d, such as --keep 90: %d", maxKeepDays, days)
	}
	p.ByHand, p.Dry, p.Store = time.Duration(days)*24*time.Hour, c.Bool("dry-run"), c.String("store")
	if p.Store != "" {
		return p, nil
	}
	dir := c.Path("data")
	if there, err := hasStore(dir); err != nil || !there {
		return p, orElse(err, cmdline.Usage(`whose backups? There is no store in %s
Name the folder of the store with --data, or its id, as marquee backup list prints it, with --store`, dir))
	}
	if p.Store, err = storeID(c.Context, dir); err == nil && p.Store == "" {
		err = cmdline.Usage("the store in %s has no id yet: start the server once, which gives it one", dir)
	}
	return p, err
}

// believeAges refuses to remove for their age under a clock that cannot be right: one that is
// ahead makes all of them old. Without a store nobody can tell.
func believeAges(c *cli.Context, p backup.Pruning) error {
	if p.ByHand == 0 || p.Dry {
		return nil
	}
	dir := c.Path("data")
	last, err := backup.LastCommitAt(filepath.Join(dir, StoreFile))
	if err != nil {
		reply, served := backup.Call(c.Context, dir, backup.Request{Command: StoreClock.Path}, func(string) {})
		if served != nil {
			return nil
		}
		out, err := cmdline.Decode[clockOut](reply.Result)
		if err != nil {
			return err
		}
		last = out.At
	}
	return refuseClock(c, last, clock.Read(), slog.New(slog.DiscardHandler), noWayBack)
}

// alone refuses a place where another server makes backups of a copy of the store.
func alone(c *cli.Context, dest, store string) error {
	met, err := backup.MetServer(c.Context, dest, store, serverName(c.Path("data")), time.Now())
	if met != nil {
		err = cmdline.Usage("%s\nIts backups count as those of this one, so nothing was removed; to remove them all the same: --store %s", otherText(met), store)
	}
	return err
}

func runPrune(c *cli.Context, program Program) error {
	args, err := cmdline.ArgsOf(c, 1)
	if err == nil {
		err = wantPlace(c.Path("data"), args)
	}
	if err != nil {
		return err
	}
	k, err := keeper(c, program)
	if err != nil {
		return err
	}
	p, err := pruningOf(c)
	if err != nil {
		return err
	}
	if err := believeAges(c, p); err != nil {
		return err
	}
	dest := destOf(c.Path("data"), args)
	if c.String("store") == "" {
		if err := alone(c, dest, p.Store); err != nil {
			return err
		}
	}
	done, failed := k.Prune(c.Context, dest, p)
	if failed != nil && len(done.Removed) == 0 {
		return failed
	}
	if c.Bool("json") {
		done.Kept, done.Removed = append([]backup.Kept{}, done.Kept...), append([]backup.Kept{}, done.Removed...)
		return errors.Join(failed, cmdline.PrintJSON(c.App.Writer, done))
	}
	word := "removed"
	if p.Dry {
		word = "would remove"
	}
	for _, b := range done.Removed {
		fmt.Fprintf(c.App.Writer, "%s %s\n", word, b.Name)
	}
	if failed != nil {
		return failed
	}
	_, err = fmt.Fprintf(c.App.Writer, "%d stay\n", len(done.Kept))
	if err == nil && done.Foreign > 0 {
		_, err = fmt.Fprintf(c.App.Writer, "%d of other stores or older programs were left alone\n", done.Foreign)
	}
	return err
}

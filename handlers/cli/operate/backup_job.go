package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"marquee/backup"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// backupJob is one backup on its way from the copy to where it goes.
type backupJob struct {
	keeper *backup.Keeper
	store  string
	to     []backup.Recipient
}

// newBackupJob makes the copy; whoever asked for it removes it.
func newBackupJob(ctx context.Context, c *cli.Context, program Program) (job backupJob, err error) {
	if job.keeper, err = keeper(c, program); err != nil {
		return job, err
	}
	if file := c.String("recipients"); file != "" {
		if job.to, err = backup.Recipients(file); err != nil {
			return job, cmdline.Usage("%v", err)
		}
	}
	job.store, err = copyOrCold(ctx, c.Path("data"))
	return job, InUse(err)
}

func (j backupJob) take(ctx context.Context, dest string) (backup.Taken, error) {
	if backup.IsS3(dest) {
		return j.keeper.TakeToS3(ctx, j.store, dest, j.to)
	}
	return j.keeper.Take(ctx, j.store, dest, j.to)
}

// besideLocked tells whether the newest backup of a store at a place is encrypted: one that is
// not would show there what the others hide.
func besideLocked(ctx context.Context, dest, store string) bool {
	newest, ok, err := backup.Newest(ctx, dest, store)
	return ok && err == nil && newest.Encrypted
}

// inTheOpen refuses a backup that everybody could read among those that nobody can.
func inTheOpen(dest string) error {
	return cmdline.Usage("the newest backup in %s is encrypted, and the one to be made there would not be\nSay to whom, with --recipients FILE, or name another place", dest)
}

func (j backupJob) run(ctx context.Context, c *cli.Context, dest string) error {
	if dest == "-" {
		_, err := j.keeper.TakeTo(ctx, j.store, c.App.Writer, j.to)
		return verdict(err)
	}
	if id, err := backup.StoreIDAt(j.store); len(j.to) == 0 && err == nil && besideLocked(ctx, dest, id) {
		return inTheOpen(dest)
	}
	taken, err := j.take(ctx, dest)
	j.note(ctx, c.Path("data"), dest, taken, err)
	if err != nil {
		return verdict(err)
	}
	return printTaken(c, taken)
}

// note tells a running server, which remembers backups that go where its own go.
// The backup is what it is without that.
func (j backupJob) note(ctx context.Context, dir, dest string, taken backup.Taken, failed error) {
	home, err := backup.Home(dest)
	if err != nil || ctx.Err() != nil {
		return
	}
	in := noteIn{To: home, At: taken.Manifest.Made, Path: taken.Path}
	if failed != nil {
		in.Problem = failed.Error()
	}
	if input, err := json.Marshal(in); err == nil {
		_, _ = backup.Call(ctx, dir, backup.Request{Command: NoteBackup.Path, Input: input}, func(string) {})
	}
	if failed == nil {
		tellJournal(ctx, dir, taken)
	}
}

func IdentityFlag() cli.Flag {
	return cmdline.Text("identity", "open encrypted backups with the secret age key in this `FILE`")
}

func identities(c *cli.Context) ([]backup.Identity, error) {
	file := c.String("identity")
	if file == "" {
		return nil, nil
	}
	who, err := backup.Identities(file)
	if err != nil {
		return nil, cmdline.Usage("%v", err)
	}
	return who, nil
}

func backupListCommand() *cli.Command {
	return &cli.Command{
		Name: "list", Usage: "list the backups at a place, the newest first", ArgsUsage: "[FOLDER|s3://BUCKET/PREFIX]",
		Description: "Examples:\n\n   marquee backup list /mnt/stick/festival\n   marquee backup list s3://bucket/festival\n\n" + cmdline.ExitCodes,
		Flags:       []cli.Flag{cmdline.DataFlag(), cmdline.JSONFlag()},
		Action: func(c *cli.Context) error {
			args, err := cmdline.ArgsOf(c, 1)
			if err != nil {
				return err
			}
			if err := wantPlace(c.Path("data"), args); err != nil {
				return err
			}
			all, err := backup.List(c.Context, destOf(c.Path("data"), args))
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return cmdline.PrintJSON(c.App.Writer, map[string]any{"backups": append([]backup.Kept{}, all...)})
			}
			printKept(c.App.Writer, all)
			if elsewhere := placesOf(c.Path("data")).Backups; len(args) == 0 && elsewhere != "" {
				fmt.Fprintf(c.App.ErrWriter, "The server makes its backups elsewhere: marquee backup list %s\n", cmdline.Typed(elsewhere))
			}
			return nil
		},
	}
}

func backupVerifyCommand(program Program) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "restore a backup beside itself and check everything in it", ArgsUsage: "[FILE|FOLDER|s3://BUCKET/…]",
		Description: `Examples:

   marquee backup verify --data ./festival
   marquee backup verify s3://bucket/festival
   marquee backup verify /mnt/stick/marquee-20260704T120000.000Z.tar.zst.age --identity key.txt

A FILE may be the bare name that marquee backup list prints of one in the data
folder. Without a file it takes the newest good one in the data folder, and of a folder or
a prefix in a bucket the newest good one there, and says which. One in a bucket is fetched into the
data folder for as long as it takes. A backup that does not pass is named .bad; no
other file is renamed, whatever is in it. For a plain store see marquee check.

` + cmdline.ExitCodes,
		Flags:  []cli.Flag{cmdline.DataFlag(), cmdline.JSONFlag(), IdentityFlag()},
		Action: func(c *cli.Context) error { return runVerify(c, program) },
	}
}

func runVerify(c *cli.Context, program Program) error {
	args, err := cmdline.ArgsOf(c, 1)
	if err != nil {
		return err
	}
	ctx, stop := UntilSignal(c.Context)
	defer stop()
	path, err := newestOr(ctx, c.Path("data"), args)
	if err != nil {
		return err
	}
	if len(args) == 0 || path != args[0] {
		fmt.Fprintf(c.App.ErrWriter, "verifying %s\n", path)
	}
	who, err := identities(c)
	if err != nil {
		return err
	}
	k, err := keeper(c, program)
	if err != nil {
		return err
	}
	fetchDir, remove, err := fetchDirFor(c.Path("data"), path)
	if err != nil {
		return err
	}
	defer remove()
	m, err := k.Verify(ctx, path, fetchDir, who)
	if errors.Is(err, backup.ErrPlainStore) {
		return cmdline.Usage("%s is a plain store and no backup\nLook at it with: marquee check %s", path, cmdline.Typed(path))
	}
	if err != nil {
		return verdict(err)
	}
	if c.Bool("json") {
		return cmdline.PrintJSON(c.App.Writer, map[string]any{"path": path, "manifest": m})
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s is %s: %d records, last commit %s\n", path, cmdline.Painted(c.App.Writer, cmdline.Green, "good"), m.Report.Records, cmdline.Moment(&m.Report.LastCommit))
	return err
}

package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"marquee/app/customer"
	"marquee/backup"
	"marquee/backup/journal"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

func eraseCommand(program Program) *cli.Command {
	return &cli.Command{
		Name: "erase", Usage: "erase a customer for good: from the store, its journal, and backups within reach",
		Description: `Examples:

   marquee erase --data ./festival --customer 17
   marquee erase --data ./festival --customer 17 --backups ./festival/backups --backups /mnt/stick
   marquee erase --data ./festival --customer 17 --backups s3://bucket/festival --identity key.txt --recipients keys.txt

Name, addresses, answers, names on tickets and what mails said are gone from the records,
then from the bytes of the file, which is compacted. Orders and money stay, as of nobody.
With --force tickets for events to come are void at the gates, without money back.
Then a backup is made, the journal begins anew after it, and every older backup of this
store in the folders and buckets that --backups names, without it in the folder backups of
the data folder and wherever else the store remembers backups, is made anew under its name:
unpacked, the customer erased, compacted, checked. It can be restored like every other one, as of its own moment; only what the
journal added to it is lost. Encrypted ones need --identity and --recipients.

A backup that is out of reach keeps what it has; restoring it erases the customer again.
What was handed out stays where it went: mails that were sent, outbound calls, and files of
reports, also those in the folder of marquee serve --report-folder.
Whoever is no customer, and was only given tickets by address, can be erased too: make a
customer with that address, and erase it.
The command says what still holds the customer, and ends with 1 then. Run again, it
goes on where it was. The server may run.

` + cmdline.ExitCodes,
		Flags: append([]cli.Flag{
			cmdline.DataFlag(), cmdline.JSONFlag(), ClockFlag(), readJournalFlag(), IdentityFlag(), cmdline.Text("recipients", "encrypt what was encrypted to the public age keys in this `FILE`"),
			cmdline.Texts("backups", "where backups lie: a folder or s3://bucket/prefix, `DEST` (repeatable)"),
			cmdline.Yes("force", "also one who has tickets for events to come, which are void then, or money on an account"),
		}, personFlags()...),
		Action: onStore(0, func(ctx context.Context, c *cli.Context, _ []string) error { return runErase(ctx, c, program) }),
	}
}

const (
	// shipWait is how long a running server has to take away what it shipped, shipLook the
	// pause between two looks.
	shipWait = 45 * time.Second
	shipLook = 200 * time.Millisecond
)

// erasing is one run of the command.
type erasing struct {
	c       *cli.Context
	program Program
	dir     string
	dests   []string
	planned bool // also where the store remembers backups
	who     []backup.Identity
	out     erasedOut
}

type erasedOut struct {
	customer.Erased
	// Merged are those who had been merged into the customer.
	Merged    []customer.Erased `json:"merged,omitempty"`
	Compacted backup.Compacted  `json:"compacted"`
	Backups   []erasedBackup    `json:"backups"`
	Journal   []string          `json:"journal"` // segments that went
	// Left is what still holds the customer, and why.
	Left []string `json:"left"`
}

type erasedBackup struct {
	Dest string `json:"dest"`
	backup.Remade
}

func runErase(ctx context.Context, c *cli.Context, program Program) (err error) {
	e := &erasing{c: c, program: program, out: erasedOut{Backups: []erasedBackup{}, Journal: []string{}, Left: []string{}}}
	if e.dir, err = filepath.Abs(c.Path("data")); err != nil {
		return err
	}
	if e.who, err = identities(c); err != nil {
		return err
	}
	if e.dests = c.StringSlice("backups"); len(e.dests) == 0 {
		e.dests, e.planned = []string{filepath.Join(e.dir, backupFolder)}, true
	} else if err := wantPlaces(e.dests); err != nil {
		return err
	}
	if err := e.hidden(ctx); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{e.records, e.bytes, e.copies, e.others} {
		if err := step(ctx); err != nil {
			return verdict(err)
		}
	}
	if err := e.tell(); err != nil || len(e.out.Left) == 0 {
		return err
	}
	return &cmdline.Exit{Code: cmdline.ExitFailed, Err: errors.New("something still holds the customer")}
}

// wantPlaces refuses folders that are not there: nobody is to believe that the backups in one
// whose name was mistyped were made anew.
func wantPlaces(dests []string) error {
	for _, dest := range dests {
		if info, err := os.Stat(dest); !backup.IsS3(dest) && (err != nil || !info.IsDir()) {
			return cmdline.Usage("--backups %s: there is no such folder", dest)
		}
	}
	return nil
}

// hidden refuses to make the new backup where it would show what others there hide.
func (e *erasing) hidden(ctx context.Context) error {
	if e.c.String("recipients") != "" {
		return nil
	}
	id, unread := storeID(ctx, e.dir)
	if unread != nil {
		id = "" // any backup tells
	}
	for _, dest := range e.dests {
		if besideLocked(ctx, dest, id) {
			return inTheOpen(dest)
		}
	}
	return nil
}

// records erases the customer from the records.
func (e *erasing) records(context.Context) error {
	in, err := personInput(e.c)
	if err != nil {
		return err
	}
	result, err := PersonErase.Call(e.c, e.program, in)
	if err != nil {
		return err
	}
	all, err := cmdline.Decode[[]customer.Erased](result)
	if err == nil {
		e.out.Erased, e.out.Merged = all[0], all[1:]
	}
	return err
}

// bytes makes the file of the store forget.
func (e *erasing) bytes(ctx context.Context) (err error) {
	e.out.Compacted, err = askCompact(ctx, e.dir, cmdline.ProgressTo(e.c.App.ErrWriter))
	if errors.Is(err, backup.ErrNobody) {
		e.out.Compacted, err = compactStopped(ctx, e.c, e.program, e.dir)
	}
	return err
}

// copies makes backups anew, and ends the journal that led up to now.
func (e *erasing) copies(ctx context.Context) (err error) {
	release, err := lockBackups(ctx, e.dir, backupTimeout, func() { fmt.Fprintln(e.c.App.ErrWriter, "waiting for another backup of this store") })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	served, err := askJournal(ctx, e.dir, askRenew, struct{}{})
	if err != nil {
		return err
	}
	job, err := newBackupJob(ctx, e.c, e.program)
	if err != nil {
		return err
	}
	defer removeCopy(job.store)
	id, err := backup.StoreIDAt(job.store)
	if err != nil {
		return err
	}
	for i, dest := range e.dests {
		taken, err := job.take(ctx, dest)
		if err != nil {
			return err
		}
		if i == 0 {
			if err := e.journal(ctx, taken, id, served); err != nil {
				return err
			}
		}
		if err := e.remake(ctx, job, dest, id, filepath.Base(taken.Path)); err != nil {
			return err
		}
	}
	return e.remembered(ctx, job, id)
}

// remembered makes those backups anew that lie where the store remembers to have sent some.
// What is out of reach holds the customer still.
func (e *erasing) remembered(ctx context.Context, job backupJob, id string) error {
	if !e.planned {
		return nil
	}
	plans, err := backup.PlansOf(ctx, job.store)
	if err != nil {
		return err
	}
	for _, p := range plans {
		if slices.Contains(e.dests, p.To) || isOfAnotherFolder(p.To, e.dir) {
			continue
		}
		if err := e.remake(ctx, job, p.To, id); err != nil {
			e.out.Left = append(e.out.Left, fmt.Sprintf("the backups in %s: %v", p.To, err))
		}
	}
	return ctx.Err()
}

// journal lets go of everything that was written before a backup.
func (e *erasing) journal(ctx context.Context, taken backup.Taken, id string, served bool) (err error) {
	dir := journalToRead(e.c)
	away := dir != "" && dir == placesOf(e.dir).Journal && !journal.IsFolder(dir)
	if away {
		e.out.Left = append(e.out.Left, awayText("the journal", dir))
	}
	if served {
		tellJournal(ctx, e.dir, taken)
		_, err = askJournal(ctx, e.dir, askPrune, baseIn{taken.Manifest.Report.LastCommit})
	} else if dir != "" && !away {
		e.out.Journal, err = journal.Clear(dir, id)
	}
	if err != nil || dir == "" {
		return err
	}
	if err := e.shipped(ctx, dir, served); err != nil {
		return err
	}
	all, err := journal.Generations(dir)
	for _, g := range all {
		if mayHold(g, id, e.out.At) {
			e.out.Left = append(e.out.Left, fmt.Sprintf("the journal %s in %s", g.Name, dir))
		}
	}
	return err
}

// mayHold tells whether a journal may have of a store what was erased at a moment: older
// programs did not say whose journal one is, so nobody removes theirs.
func mayHold(g journal.Generation, id string, at time.Time) bool {
	return (g.Store == id || g.Store == "") && (g.Damage != "" || g.Start.Before(at))
}

// shipped takes away what was sent elsewhere of the journal that went. A running server does
// that itself.
func (e *erasing) shipped(ctx context.Context, dir string, served bool) error {
	if !served {
		left, err := backup.RemoveShipped(ctx, dir)
		for _, path := range slices.Sorted(maps.Keys(left)) {
			e.out.Left = append(e.out.Left, fmt.Sprintf("the shipped journal %s: %v", path, left[path]))
		}
		e.unread(err)
		return ctx.Err()
	}
	left, err := backup.StaleShipped(dir)
	for late := time.Now().Add(shipWait); err == nil && len(left) > 0 && time.Now().Before(late) && ctx.Err() == nil; {
		time.Sleep(shipLook)
		left, err = backup.StaleShipped(dir)
	}
	for _, path := range left {
		e.out.Left = append(e.out.Left, fmt.Sprintf("the shipped journal %s: the server has not removed it yet; where it does not ship there any more, stop it and run this again", path))
	}
	e.unread(err)
	return ctx.Err()
}

// unread notes that nobody can tell what was shipped. Backups are made anew all the same.
func (e *erasing) unread(err error) {
	if err != nil {
		e.out.Left = append(e.out.Left, fmt.Sprintf("the shipped journal, wherever it lies: %v", err))
	}
}

// remake makes the backups at a place anew, but for those that were made without the customer.
func (e *erasing) remake(ctx context.Context, job backupJob, dest, id string, but ...string) error {
	all, err := job.keeper.Remake(ctx, backup.Remaking{
		Dest: dest, Store: id, Erased: append([]customer.Erased{e.out.Erased}, e.out.Merged...), Who: e.who, To: job.to,
		Scratch: filepath.Join(e.dir, StoreFile), Erase: eraserOf(e.program), But: but,
	})
	for _, b := range all {
		e.out.Backups = append(e.out.Backups, erasedBackup{dest, b})
		if b.Problem != "" {
			e.out.Left = append(e.out.Left, fmt.Sprintf("the backup %s: %s", backup.At(dest, b.Name), b.Problem))
		}
	}
	return err
}

// others finds the stores that restores and upgrades kept beside this one, and what one that
// was killed left of a backup or a journal that it had fetched.
func (e *erasing) others(ctx context.Context) error {
	removeStaleFetchDirs(e.dir)
	e.otherNodes(ctx)
	all, err := filepath.Glob(filepath.Join(e.dir, StoreFile+".*"))
	if err != nil {
		return err
	}
	slices.Sort(all)
	for _, path := range all {
		if is, err := backup.IsStore(path); err == nil && is {
			e.out.Left = append(e.out.Left, fmt.Sprintf("%s, which was kept from before; remove it", path))
			continue
		}
		if there, err := backup.HoldsCopy(ctx, path); err == nil && there {
			e.out.Left = append(e.out.Left, fmt.Sprintf("%s, which a command left that was killed; remove it", path))
		}
	}
	copies, err := filepath.Glob(filepath.Join(e.dir, copyName+"*"))
	for _, path := range copies {
		if info, err := os.Stat(path); err == nil && info.ModTime().Before(e.out.At) {
			e.out.Left = append(e.out.Left, fmt.Sprintf("%s, a copy of before, which a command left that was killed; remove it", path))
		}
	}
	return err
}

// otherNodes names those whose files nobody has made forget yet: each compacts its own.
func (e *erasing) otherNodes(ctx context.Context) {
	seen, err := seenBy(ctx, e.dir)
	if err != nil || seen == nil {
		return // it stands alone
	}
	for _, n := range seen.Nodes {
		if n.Name != seen.Node {
			e.out.Left = append(e.out.Left, fmt.Sprintf("the file of the node %s, until this is run there: marquee compact", n.Name))
		}
	}
}

func (e *erasing) tell() error {
	if e.c.Bool("json") {
		return cmdline.PrintJSON(e.c.App.Writer, e.out)
	}
	return e.print(e.c.App.Writer)
}

func (e *erasing) print(w io.Writer) error {
	fmt.Fprintf(w, "Customer %d of company %d was erased at %s\n", e.out.Customer, e.out.Company, cmdline.Moment(&e.out.At))
	for _, b := range e.out.Backups {
		if b.Problem == "" {
			fmt.Fprintf(w, "Made anew: %s\n", backup.At(b.Dest, b.Name))
		}
	}
	for _, left := range e.out.Left {
		fmt.Fprintf(w, "Still there: %s\n", left)
	}
	return nil
}

// eraserOf opens a store that came out of a backup and erases from it.
func eraserOf(program Program) backup.Eraser {
	return func(ctx context.Context, path string, all []customer.Erased) (done customer.Again, err error) {
		store, err := program.Open(ctx, path, backup.Opening{}, slog.New(slog.DiscardHandler))
		if err != nil {
			return done, err
		}
		done, err = customer.EraseAgain(ctx, store.App, all)
		return done, errors.Join(err, store.Close())
	}
}

// askJournal has a running server do something with its journal; served is false where none
// runs.
func askJournal(ctx context.Context, dir, command string, in any) (served bool, err error) {
	input, err := json.Marshal(in)
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	reply, err := backup.Call(ctx, dir, backup.Request{Command: command, Input: input}, func(string) {})
	switch {
	case errors.Is(err, backup.ErrNobody):
		return false, nil
	case err == nil && reply.Error != "":
		err = &cmdline.Exit{Code: reply.Code, Err: errors.New(reply.Error)}
	}
	return true, err
}

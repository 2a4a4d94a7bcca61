package operate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"marquee/backup"
	"marquee/backup/machine"
	"marquee/backup/schedule"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// runBackupWord is the word that makes this program the process of one scheduled
// backup: compressing, encrypting and shipping are not done by the server, and
// only when nobody else wants the processors.
const runBackupWord = "run-backup"

// cleanupTimeout is how long a backup may take to clean up behind itself.
const cleanupTimeout = 5 * time.Second

// backupRun is what each scheduled backup of a server is made with.
type backupRun struct {
	dir, to, recipients string
	store               string // its id
	keep                backup.Retention
	removed             *atomic.Uint64          // backups that retention removed
	other               *atomic.Pointer[string] // who else was met where they go
	away                *atomic.Bool            // their own disk is not mounted
}

func newBackupRun(c *cli.Context, store *Store) (r backupRun, err error) {
	r.store, r.removed, r.other = backup.StoreID(store.App), new(atomic.Uint64), new(atomic.Pointer[string])
	r.away = new(atomic.Bool)
	r.dir, r.recipients = c.Path("data"), c.String("backup-recipients")
	if r.keep, err = keepOf(c); err != nil {
		return r, err
	}
	if r.recipients != "" {
		if _, err := backup.Recipients(r.recipients); err != nil {
			return r, cmdline.Usage("--backup-recipients: %v", err)
		}
	}
	var words []string
	if to := c.String("backup-to"); to != "" {
		words = []string{to}
	}
	r.to, err = backup.Home(destOf(r.dir, words))
	if err != nil {
		return r, cmdline.Usage("--backup-to: %v", err)
	}
	return r, nil
}

// scheduledOut is what the process of a scheduled backup tells.
type scheduledOut struct {
	backup.Taken
	// Removed are the names of the backups that need not stay any more, RemovedBad those of
	// bad ones. They are told also where the backup failed.
	Removed    []string `json:"removed"`
	RemovedBad []string `json:"removedBad,omitempty"`
	// Other tells of another server that backs up a copy of the store into the same place.
	Other string `json:"other,omitempty"`
}

// make runs the process and reads what it made.
func (r backupRun) make(ctx context.Context) (taken scheduledOut, err error) {
	program, err := os.Executable()
	if err != nil {
		return taken, err
	}
	cmd := exec.CommandContext(ctx, program, runBackupWord, "--data", r.dir, "--to", r.to, "--recipients="+r.recipients, "--store="+r.store,
		"--keep-hourly", strconv.Itoa(r.keep.Hourly), "--keep-daily", strconv.Itoa(r.keep.Daily), "--keep-weekly", strconv.Itoa(r.keep.Weekly))
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = cleanupTimeout
	err = cmd.Run()
	if out.Len() > 0 {
		var unread error
		if taken, unread = cmdline.Decode[scheduledOut](out.Bytes()); unread != nil {
			return taken, errors.Join(err, unread)
		}
	}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == cmdline.ExitInUse:
		return taken, fmt.Errorf("%w: %s", schedule.ErrBusy, lastLine(said.String()))
	case err != nil:
		return taken, fmt.Errorf("%s (%w)", lastLine(said.String()), err)
	}
	return taken, nil
}

// lastLine is why a process ended, as its last words say.
func lastLine(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if why, ok := strings.CutPrefix(lines[i], "marquee: "); ok {
			return strings.Join(append([]string{why}, lines[i+1:]...), " ")
		}
	}
	return lines[len(lines)-1]
}

func runBackupCommand(program Program) *cli.Command {
	return &cli.Command{
		Name:   runBackupWord,
		Usage:  "make one scheduled backup, for serve",
		Hidden: true,
		Flags:  append([]cli.Flag{cmdline.DataFlag(), cmdline.Text("to", ""), cmdline.Text("recipients", ""), storeFlag()}, keepFlags()...),
		Action: func(c *cli.Context) error {
			machine.Yield()
			ctx, stop := UntilSignal(c.Context)
			defer stop()
			return runScheduled(ctx, c, program)
		},
	}
}

func runScheduled(ctx context.Context, c *cli.Context, program Program) (err error) {
	release, err := lockBackups(ctx, c.Path("data"), 0, func() {})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	keep, err := keepOf(c)
	if err != nil {
		return err
	}
	job, err := newBackupJob(ctx, c, program)
	if err != nil {
		return err
	}
	defer removeCopy(job.store)
	job.keeper.Store, job.keeper.Scheduled = c.String("store"), true
	out, to := scheduledOut{}, c.String("to")
	if out.Taken, err = job.take(ctx, to); err != nil {
		removed, unpruned := job.keeper.PruneBad(ctx, to, job.keeper.Store)
		out.RemovedBad = namesOf(removed)
		return errors.Join(verdict(err), unpruned, json.NewEncoder(c.App.Writer).Encode(out))
	}
	out.Removed, out.Other, err = pruneAlone(ctx, job.keeper, to, serverName(c.Path("data")), backup.Pruning{Store: job.keeper.Store, Retention: keep, Spared: filepath.Base(out.Taken.Path)})
	if err != nil {
		err = fmt.Errorf("the backup is good, but old ones cannot be removed: %w", err)
	}
	return errors.Join(err, json.NewEncoder(c.App.Writer).Encode(out))
}

// pruneAlone removes what need not stay, unless another server backs up a copy of the store
// into the same place: each would remove what the other needs.
func pruneAlone(ctx context.Context, k *backup.Keeper, to, me string, what backup.Pruning) (removed []string, other string, err error) {
	met, err := k.NoteServer(ctx, to, k.Store, me)
	if met != nil || err != nil {
		return nil, otherText(met), err
	}
	pruned, err := k.Prune(ctx, to, what)
	return namesOf(pruned.Removed), "", err
}

// otherText tells of another server; empty where there is none.
func otherText(met *backup.Server) string {
	if met == nil {
		return ""
	}
	return fmt.Sprintf("%s makes backups of the same store there too, the last at %s", met.Name, cmdline.Moment(&met.At))
}

func namesOf(all []backup.Kept) (names []string) {
	for _, b := range all {
		names = append(names, b.Name)
	}
	return names
}

// A disk that is not mounted leaves a folder of the same name on the disk of the store, and
// backups go there as if nothing had happened. So it is noted once they lie on another disk.

// lookAtDisk notes that, and says when they do not any more. It is asked after each backup, when
// the folder is there.
func (r backupRun) lookAtDisk(log *slog.Logger) {
	p := placesOf(r.dir)
	apart, away := p.disk(r.dir, r.to)
	r.away.Store(away)
	switch {
	case away:
		log.Error("BACKUPS GO TO THE DISK OF THE STORE: the disk that they lay on is not mounted; mount it, and move there what was made meanwhile", "to", r.to)
	case apart && p.Backups == r.to && !p.BackupDisk:
		p.BackupDisk = true
		if err := p.write(r.dir); err != nil {
			log.Warn("it was not noted that backups lie on another disk than the store", "error", err)
		}
	}
}

// awayNote says so to whoever asks whether the server is ready.
func (r backupRun) awayNote() string {
	if r.away.Load() {
		return "; ON THE DISK OF THE STORE: that of " + r.to + " is not mounted"
	}
	return ""
}

// isAway tells whether backups lie on the disk of the store, and lay on another one.
func isAway(dir, to string) bool {
	_, away := placesOf(dir).disk(dir, to)
	return away
}

// disk tells whether backups lie on another disk than the store, and whether they did and do not
// any more. Neither is so where that cannot be known.
func (p places) disk(dir, to string) (apart, away bool) {
	apart, known := isApart(dir, to)
	return apart, known && !apart && p.BackupDisk && p.Backups == to
}

// isApart tells whether a destination is a folder on another disk than the store, where that can
// be known.
func isApart(dir, to string) (apart, known bool) {
	if backup.IsS3(to) {
		return false, false
	}
	there, err := machine.DiskOf(to)
	if err != nil || there.Device == "" {
		return false, false
	}
	here, err := machine.DiskOf(dir)
	if err != nil || here.Device == "" {
		return false, false
	}
	return here.Device != there.Device, true
}

package operate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"syscall"
	"time"

	"marquee/backup"
	"marquee/backup/journal"
	"marquee/backup/schedule"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

const (
	// askBase is the request that tells a running server of a backup by hand.
	askBase = "journal base"
	// askRenew has a running server begin a new generation of its journal, askPrune remove
	// what was written up to a moment.
	askRenew = "journal renew"
	askPrune = "journal prune"
	// askShipped has a running server tell how its journal is shipped.
	askShipped = "journal shipped"
	// copyMargin is more than the making of any copy takes: what the journal got in
	// so much time before the oldest backup stays.
	copyMargin = time.Hour
	// askAgain is the least pause between two backups that a journal asks for: one
	// whose disk comes and goes begins again and again.
	askAgain = 5 * time.Minute
	// compareEvery is how often the journal is compared with the store, compareAgain
	// the pause after one that went wrong.
	compareEvery, compareAgain = 24 * time.Hour, time.Hour
	// journalLook is how often it is looked whether any of this is due.
	journalLook = time.Minute
)

type baseIn struct {
	LastCommit time.Time `json:"lastCommit"`
}

// withJournal answers what is about the journal, and hands on everything else.
func withJournal(store *Store, next backup.Handler) backup.Handler {
	return func(ctx context.Context, r backup.Request, progress func(string)) backup.Reply {
		switch r.Command {
		case askBase, askRenew, askPrune:
			return reply(struct{}{}, onJournal(store.Journal, r))
		case askShipped:
			return reply(store.Shipped(), nil)
		}
		return next(ctx, r, progress)
	}
}

// onJournal does what was asked of a journal; none is kept when j is nil.
func onJournal(j *journal.Journal, r backup.Request) error {
	if j == nil {
		return nil
	}
	if r.Command == askRenew {
		return j.Renew()
	}
	in, err := cmdline.Decode[baseIn](r.Input)
	switch {
	case err != nil:
	case r.Command == askBase:
		j.Based(in.LastCommit)
	default:
		_, err = j.Prune(in.LastCommit)
	}
	return err
}

// tellJournal tells a running server of a backup; where none runs, the next start
// makes one.
func tellJournal(ctx context.Context, dir string, taken backup.Taken) {
	if input, err := json.Marshal(baseIn{taken.Manifest.Report.LastCommit}); err == nil {
		_, _ = backup.Call(ctx, dir, backup.Request{Command: askBase, Input: input}, func(string) {})
	}
}

// base tells the journal of a backup, and lets go of what only older ones needed.
func (r backupRun) base(ctx context.Context, store *Store, taken backup.Taken) {
	j := store.Journal
	if j == nil {
		return
	}
	j.Based(taken.Manifest.Report.LastCommit)
	plans, err := store.App.BackupPlans(ctx)
	if err != nil {
		store.App.Log().Warn("old segments of the journal stay", "error", err)
		return
	}
	oldest, ok, err := backup.NeededFrom(ctx, r.to, r.store, plans, time.Now())
	if ok && err == nil {
		var removed []string
		removed, err = j.Prune(oldest.Add(-copyMargin))
		if len(removed) > 0 {
			store.App.Log().Info("segments of the journal removed: no backup that stays needs them", "segments", removed)
		}
	}
	if err != nil {
		store.App.Log().Warn("old segments of the journal stay", "error", err)
	}
}

// journalKeeper sees to it that a journal is worth something: that it has a base, and
// that it leads where the store is.
type journalKeeper struct {
	journal *journal.Journal
	backups *schedule.Scheduler
	off     bool // no backups are made by themselves
	verify  []string
	asked   time.Time // for a base
	tried   time.Time // to compare
	data    string    // the data folder as it is typed
	log     *slog.Logger
}

func newJournalKeeper(c *cli.Context, store *Store, backups *schedule.Scheduler) *journalKeeper {
	k := &journalKeeper{
		journal: store.Journal, backups: backups, log: store.App.Log(), data: cmdline.Typed(c.Path("data")),
		off: c.String("backup-schedule") == schedule.Off,
	}
	to := destOf(c.Path("data"), nil)
	if told := c.String("backup-to"); told != "" {
		to = told
	}
	if c.String("backup-recipients") == "" { // else nothing can be read here
		k.verify = []string{"journal", "verify", "--json", "--gently", "--data", c.Path("data"), "--backups", to, "--journal", journalOf(c)}
	}
	return k
}

// Run works until the context ends.
func (k *journalKeeper) Run(ctx context.Context) {
	if k.journal == nil {
		return
	}
	look := time.NewTicker(journalLook)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-k.journal.Wanted():
			k.want()
		case <-look.C:
			k.want()
			k.compare(ctx)
		}
	}
}

// want has a backup made as the base of a generation that began.
func (k *journalKeeper) want() {
	pause := askAgain
	if k.off {
		pause = compareEvery // it is only said
	}
	if k.journal.Status().NeedsBase && time.Since(k.asked) >= pause {
		k.ask("the journal needs a base")
	}
}

func (k *journalKeeper) ask(why string) {
	k.asked = time.Now()
	if k.off {
		k.log.Warn("a backup is wanted, and none are made by themselves", "why", why, "command", "marquee backup --data "+k.data)
		return
	}
	k.backups.Now(why)
}

// compare replays the journal and compares, when it is time to, in a process of its
// own that lets everybody else go first.
func (k *journalKeeper) compare(ctx context.Context) {
	s := k.journal.Status()
	due := s.Fault != "" || time.Since(s.Compared) >= compareEvery
	if k.verify == nil || s.NeedsBase || s.Failed != "" || !due || time.Since(k.tried) < compareAgain {
		return
	}
	k.tried = time.Now()
	program, err := os.Executable()
	if err != nil {
		k.log.Error("the journal cannot be compared with the store", "error", err)
		return
	}
	cmd := exec.CommandContext(ctx, program, k.verify...)
	var said bytes.Buffer
	cmd.Stderr = &said
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = cleanupTimeout
	k.remember(ctx, cmd.Run(), said.String())
}

func (k *journalKeeper) remember(ctx context.Context, err error, said string) {
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
	case err == nil:
		k.journal.ComparedNow("")
		k.log.Info("the journal leads to the store")
	case errors.As(err, &exit) && exit.ExitCode() == cmdline.ExitDamaged:
		k.journal.ComparedNow(lastLine(said))
		k.log.Error("the journal does not lead to the store", "why", lastLine(said))
		k.ask("the journal does not lead to the store")
	default:
		k.log.Warn("the journal was not compared with the store", "why", lastLine(said))
	}
}

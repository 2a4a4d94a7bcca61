package operate

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/clock"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

// clockIsRight is the flag that opens a store whatever the clock shows.
const clockIsRight = "clock-is-right"

// clockNote is the file in the data folder that says what the clock showed when the
// store was opened last.
const clockNote = "clock.json"

func ClockFlag() cli.Flag {
	return cmdline.Yes(clockIsRight, "go on although the clock of this machine is more than an hour off its last commit")
}

// judgeClock says why the clock of this machine cannot be believed; nil when it can.
func judgeClock(dir string, last time.Time, now clock.Reading) (*clock.Jump, error) {
	before, err := clock.ReadNote(filepath.Join(dir, clockNote))
	return clock.Judge(clock.Facts{Last: last, Before: before, Now: now, Synced: machine.ClockSynced()}), err
}

// believeClock refuses to open a store under a clock that cannot be right: the first
// commit would seal its time.
func believeClock(c *cli.Context, log *slog.Logger) error {
	dir := c.Path("data")
	last, err := backup.LastCommitAt(filepath.Join(dir, StoreFile))
	if err != nil {
		return nil // whoever opens it says why it cannot be read
	}
	now := clock.Read()
	if err := refuseClock(c, last, now, log, wayBefore); err != nil {
		return err
	}
	if err := now.Note(filepath.Join(dir, clockNote)); err != nil {
		log.Warn("what the clock shows was not noted", "error", err)
	}
	return nil
}

// wayBack gives the command that brings back what was committed up to a moment; no words
// where there is none.
type wayBack func(c *cli.Context, at time.Time) []string

// refuseClock refuses a clock that cannot be right after a commit. On a terminal it asks.
func refuseClock(c *cli.Context, last time.Time, now clock.Reading, log *slog.Logger, back wayBack) error {
	jump, err := judgeClock(c.Path("data"), last, now)
	switch {
	case err != nil || jump == nil:
		return err
	case c.Bool(clockIsRight):
		log.Warn("the clock is taken for right, as --clock-is-right says", "clock", now.Wall, "lastCommit", last)
	case !confirmClock(c, jump):
		return &cmdline.Exit{Code: cmdline.ExitClock, Err: fmt.Errorf("%w\n%s", jump, clockRemedy(jump, back(c, jump.Now)))}
	}
	return nil
}

// clockOnce gives what refuses, before the first commit to a store that was unpacked from a
// source, a clock that cannot be right.
func clockOnce(c *cli.Context, source string) func(path string) error {
	believed := false
	return func(path string) error {
		if believed {
			return nil
		}
		last, err := backup.LastCommitAt(path)
		if err == nil {
			err = refuseClock(c, last, clock.Read(), slog.New(slog.DiscardHandler), earlierIn(source))
		}
		believed = err == nil
		return err
	}
}

// clockRemedy says what to do about a jump.
func clockRemedy(j *clock.Jump, back []string) string {
	text := `Nothing was changed. If the clock is wrong, set it right and try again: timedatectl set-ntp true
If it is right:  the same command with --clock-is-right`
	if j.By > 0 || len(back) == 0 {
		return text
	}
	return text + fmt.Sprintf(`; scans and sales are judged by the clock, new records
                 carry the time of the last commit until the clock has come past it
If it was ahead when that was written, the store goes back to the moment before, and what was sold since is lost:
                 %s`, cmdline.CommandLine(back))
}

// wayBefore is the command that brings back what was committed up to a moment. Without a
// journal that is what the newest backup of before has; none where there is none.
func wayBefore(c *cli.Context, at time.Time) []string {
	dir := c.Path("data")
	home := backupsHome(c)
	if there, err := backup.HasJournal(c.Context, cmp.Or(c.String("journal"), keptJournal(c))); err == nil && !there && !backup.IsS3(home) {
		return newestBefore(c, home, at)
	}
	words := []string{"marquee", "restore", home, "--data", dir, "--force", "--as-of", at.UTC().Format(time.RFC3339)}
	if !backup.IsS3(home) { // nobody waits for a bucket to be told this
		if newest, ok, err := backup.Newest(c.Context, home, ""); ok && err == nil && newest.Encrypted {
			words = append(words, "--identity", "FILE")
		}
	}
	if journal := c.String("journal"); journal != "" && journal != noJournal {
		words = append(words, "--journal", journal)
	}
	return words
}

// newestBefore is the command that brings back the newest backup that was made before a moment.
func newestBefore(c *cli.Context, home string, at time.Time) []string {
	all, err := backup.Good(c.Context, home, "")
	i := slices.IndexFunc(all, func(b backup.Kept) bool { return !b.Made.After(at) })
	if err != nil || i < 0 {
		return nil
	}
	words := []string{"marquee", "restore", backup.At(home, all[i].Name), "--data", c.Path("data"), "--force"}
	if all[i].Encrypted {
		words = append(words, "--identity", "FILE")
	}
	return words
}

// earlierIn looks for what was committed up to a moment among the backups from which one is
// restored.
func earlierIn(source string) wayBack {
	return func(c *cli.Context, at time.Time) []string {
		if several, err := backup.HoldsSeveral(source); err != nil || !several && !backup.IsBackup(source) {
			return nil
		}
		words := []string{"marquee", "restore", backup.Folder(source), "--data", c.Path("data"), "--as-of", at.UTC().Format(time.RFC3339)}
		if c.Bool("force") {
			words = append(words, "--force")
		}
		return withFlags(c, words, "identity", "store", "journal")
	}
}

// noWayBack is for what has no past.
func noWayBack(*cli.Context, time.Time) []string { return nil }

// backupsHome is where the backups of a stopped store lie, as the flags or the plan in the
// store say.
func backupsHome(c *cli.Context) string {
	dir := c.Path("data")
	own := filepath.Join(dir, backupFolder)
	if to := c.String("backup-to"); to != "" {
		return to
	}
	plans, err := backup.PlansOf(c.Context, filepath.Join(dir, StoreFile))
	if err != nil {
		return cmp.Or(placesOf(dir).Backups, own)
	}
	home, _ := backup.Home(own)
	for _, p := range plans {
		if p.Schedule != "" && p.To != home && !isOfAnotherFolder(p.To, dir) {
			return p.To
		}
	}
	return own
}

// confirmClock asks whoever sits at a terminal; everybody else gets no question.
func confirmClock(c *cli.Context, j *clock.Jump) bool {
	if in, ok := c.App.Reader.(io.Writer); !ok || !cmdline.IsTerminal(in) || !cmdline.IsTerminal(c.App.ErrWriter) {
		return false
	}
	fmt.Fprintf(c.App.ErrWriter, "%v\nIs it %s now? [y/N] ", j, j.Now.Local().Format("Monday 2 January 2006, 15:04 MST"))
	line, _ := bufio.NewReader(io.LimitReader(c.App.Reader, cmdline.MaxSecret)).ReadString('\n')
	answer := strings.ToLower(strings.TrimSpace(line))
	return answer == "y" || answer == "yes"
}

// watchClock looks at the clock while the store is served. Until a jump is over, nothing
// expires or is forgotten.
func watchClock(ctx context.Context, dir string, store *Store, log *slog.Logger) {
	w := clock.NewWatch(clock.WatchOptions{Log: log, Note: func(r clock.Reading) {
		if err := r.Note(filepath.Join(dir, clockNote)); err != nil {
			log.Warn("what the clock shows was not noted", "error", err)
		}
	}})
	store.App.RestByClockWhile(w.Jumped)
	showClock(ctx, store, w, log)
	go w.Run(ctx)
}

// showClock shows a jump in the metrics and the notes of the store, and so a store that
// is ahead.
func showClock(ctx context.Context, store *Store, w *clock.Watch, log *slog.Logger) {
	ahead := func() time.Duration { return storeAhead(ctx, store.App) }
	if by := ahead(); by > 0 {
		log.Error("THE STORE IS AHEAD OF THE CLOCK: until the clock has come past it new records carry the store's time", "by", by)
	}
	store.Gauges = append(store.Gauges,
		rest.Gauge{Name: "marquee_clock_off_seconds", Help: "How far the wall clock jumped since the start; 0 within an hour.", Value: func() float64 { return w.Off().Seconds() }},
		rest.Gauge{Name: "marquee_clock_store_ahead_seconds", Help: "How far the last commit is ahead of the wall clock; 0 within an hour.", Value: func() float64 { return ahead().Seconds() }},
	)
	store.Notes = append(store.Notes, func() string {
		if by := ahead(); by > 0 {
			return fmt.Sprintf("clock: %s; THE STORE IS %s AHEAD OF IT", w.Text(), by)
		}
		return "clock: " + w.Text()
	})
}

// storeAhead is how far the last commit is ahead of the clock; zero within an hour.
func storeAhead(ctx context.Context, a *app.App) time.Duration {
	var last time.Time
	err := a.ViewCompany(ctx, 0, func(r app.Reader) error {
		last = r.SafeTime()
		return nil
	})
	by := last.Sub(a.Now())
	if err != nil || by <= time.Hour {
		return 0
	}
	return by.Round(time.Minute)
}

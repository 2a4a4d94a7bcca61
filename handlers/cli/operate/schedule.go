package operate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"time"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/disklevel"
	"marquee/backup/machine"
	"marquee/backup/schedule"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

// defaultSchedule saves whoever never thinks of backups: one an hour, not at a
// moment when everything else begins too.
const defaultSchedule = "17 * * * *"

func scheduleFlags() []cli.Flag {
	return append([]cli.Flag{
		cmdline.TextOr("backup-schedule", defaultSchedule, "when backups are made, in `CRON`'s words and in UTC (CRON_TZ=AREA/CITY in front for another zone), or off"),
		cmdline.Text("backup-to", "the folder or s3://bucket/prefix that backups go to, `DEST`; the folder backups in the data folder without it"),
		cmdline.Text("backup-recipients", "encrypt backups to the public age keys in this `FILE`"),
	}, keepFlags()...)
}

// planBackups makes ready what makes backups while serving. How they stand shows
// in the metrics and in the notes of the store.
func planBackups(c *cli.Context, store *Store) (*schedule.Scheduler, backupRun, error) {
	times, err := schedule.Parse(cmp.Or(c.String("backup-schedule"), defaultSchedule))
	if err != nil {
		return nil, backupRun{}, cmdline.Usage("--backup-schedule: %v", err)
	}
	run, err := newBackupRun(c, store)
	if err != nil {
		return nil, run, err
	}
	s := schedule.New(schedule.Options{
		App: store.App, To: run.to, Data: cmdline.Typed(run.dir), Times: times, Newest: run.newest, LookEvery: run.lookEvery(),
		Moves: store.Node != nil && !backup.IsS3(run.to),
		Take: func(ctx context.Context) (schedule.Made, error) {
			if err := run.room(store.App); err != nil {
				return schedule.Made{}, err
			}
			if run.recipients == "" && besideLocked(ctx, run.to, run.store) {
				store.App.Log().Warn("BACKUPS ARE NOT ENCRYPTED ANY MORE where those before were: serve was not told --backup-recipients", "to", run.to)
			}
			taken, err := run.make(ctx)
			run.removed.Add(uint64(len(taken.Removed)))
			for _, name := range taken.Removed {
				store.App.Log().Info("backup removed: newer ones of its hour, day or week stay", "path", backup.At(run.to, name))
			}
			for _, name := range taken.RemovedBad {
				store.App.Log().Info("bad backup removed: three newer bad ones stay", "path", backup.At(run.to, name))
			}
			run.meet(taken.Other, store.App.Log())
			run.lookAtDisk(store.App.Log())
			if err == nil {
				run.base(ctx, store, taken.Taken)
			}
			return schedule.Made{At: taken.Manifest.Made, Path: taken.Path}, err
		},
	})
	run.lookAtDisk(store.App.Log())
	showBackups(s, run, store)
	store.Gauges = append(store.Gauges, rest.Gauge{
		Name: "marquee_backup_removed_total", Help: "Backups that a newer one of their hour, day or week replaced.", Counter: true,
		Value: func() float64 { return float64(run.removed.Load()) },
	})
	return s, run, nil
}

// meet notes whether the last backup found another server at its place.
func (r backupRun) meet(other string, log *slog.Logger) {
	if r.other.Store(&other); other != "" {
		log.Error("TWO SERVERS BACK UP COPIES OF ONE STORE INTO ONE PLACE: nothing is removed there any more; give one of them another --backup-to", "to", r.to, "other", other)
	}
}

// otherNote says so to whoever asks whether the server is ready; empty where it is alone.
func (r backupRun) otherNote() string {
	if other := r.other.Load(); other != nil && *other != "" {
		return "; NOTHING IS REMOVED THERE: " + *other
	}
	return ""
}

func showBackups(s *schedule.Scheduler, run backupRun, store *Store) {
	health := func() schedule.Health {
		if noted := store.backupsElsewhere(); noted != nil {
			return *noted
		}
		return s.Health()
	}
	store.Gauges = append(store.Gauges,
		rest.Gauge{Name: "marquee_backup_age_seconds", Help: "Age of the newest verified backup; +Inf without one.", Value: func() float64 { return health().Age }},
		rest.Gauge{Name: "marquee_backup_verified", Help: "1 when the last backup was made and verified, else 0.", Value: func() float64 { return oneIf(health().Verified) }},
		rest.Gauge{Name: "marquee_backup_failures_total", Help: "Backups that failed.", Counter: true, Value: func() float64 { return float64(s.Failures()) }},
		rest.Gauge{Name: "marquee_backup_disk_away", Help: "1 while backups go to the disk of the store because their own is not mounted, else 0.", Value: func() float64 { return oneIf(run.away.Load()) }},
		rest.Gauge{Name: "marquee_backup_no_room_total", Help: "Backups that were not made because the disk had too little room.", Counter: true, Value: func() float64 { return float64(s.Roomless()) }},
	)
	store.Notes = append(store.Notes, func() string {
		if noted := store.backupsElsewhere(); noted != nil {
			return "backups: on the node that leads: " + noted.Text.String()
		}
		return "backups: " + s.Health().Text.String() + run.otherNote() + run.awayNote()
	})
}

// backupsElsewhere is how the backups stand as the node that leads noted in the store; nil where
// this server makes them.
func (s *Store) backupsElsewhere() *schedule.Health {
	plan, elsewhere := s.planElsewhere()
	if !elsewhere {
		return nil
	}
	var found schedule.Found
	if plan.Good != nil {
		found.At = *plan.Good
	}
	noted := schedule.HealthOf(plan, found, time.Now())
	if plan.To == "" {
		noted = schedule.Health{Age: math.Inf(1), Text: app.Message{Format: "none yet"}}
	}
	return &noted
}

// planElsewhere is the plan of backups that the node that leads keeps to; elsewhere is false where
// this server makes them. To is empty where there is none, or none that can be read.
func (s *Store) planElsewhere() (plan app.BackupPlan, elsewhere bool) {
	if s.Node == nil {
		return plan, false
	}
	if leads, _ := s.Node.Leads(); leads {
		return plan, false
	}
	plans, err := s.App.BackupPlans(app.Background(context.Background()))
	if err != nil {
		s.App.Log().Warn("the plans of backups cannot be read", "error", err)
	}
	for _, p := range plans {
		if p.Schedule != "" {
			plan = p
		}
	}
	return plan, true
}

// backupLeaves is the least room that a backup by schedule leaves on the disk of
// the store, in bytes: no sale is refused for its sake.
const backupLeaves = disklevel.Low + 128<<20

// room refuses a backup that would bring the disk near the first level. The copy lies
// beside the store, and often the backup does too.
func (r backupRun) room(a *app.App) error {
	info, err := os.Stat(filepath.Join(r.dir, StoreFile))
	if err != nil {
		return err
	}
	space, err := machine.SpaceOf(r.dir)
	if err != nil {
		return nil // not known on this system
	}
	need := 2*info.Size() + backupLeaves
	if a.Disk() == app.DiskFine && space.Free >= need {
		return nil
	}
	return fmt.Errorf("%w: %d MB are free on the disk of %s, and %d are wanted for the copy, the backup and the sales meanwhile; make room, or keep fewer with --keep-hourly",
		schedule.ErrNoSpace, space.Free>>20, r.dir, need>>20)
}

// bucketEvery is the pause between two listings of a bucket, which cost money.
const bucketEvery = 10 * time.Minute

// lookEvery is how often the destination is listed; a folder whenever the clock is.
func (r backupRun) lookEvery() time.Duration {
	if backup.IsS3(r.to) {
		return bucketEvery
	}
	return 0
}

// newest is the newest good backup where they go.
func (r backupRun) newest(ctx context.Context) (schedule.Made, error) {
	k, ok, err := backup.NewestWhole(ctx, r.to, r.store)
	if !ok || err != nil {
		return schedule.Made{}, err
	}
	return schedule.Made{At: k.Made, Path: backup.At(r.to, k.Name)}, nil
}

type (
	noteIn struct {
		To      string    `json:"to"`
		At      time.Time `json:"at"`
		Path    string    `json:"path"`
		Problem string    `json:"problem"`
	}
	plansOut struct {
		Plans []app.BackupPlan `json:"plans"`
	}
)

// NoteBackup tells a running server of a backup by hand. It has no form of its own
// on the command line.
var NoteBackup = Admin{
	Own:   true,
	Path:  "backup note",
	Usage: "remember a backup by hand",
	Run: On(func(ctx context.Context, a *app.App, in noteIn) (any, error) {
		return struct{}{}, a.NoteBackup(app.Background(ctx), in.To, func(p *app.BackupPlan) {
			if in.Problem != "" {
				schedule.Fail(p, in.Problem)
				return
			}
			schedule.Succeed(p, in.At, in.Path, time.Now())
		})
	}),
}

// StorePlans asks a running server how its backups stand. It has no form of its
// own on the command line.
var StorePlans = Admin{
	Own:   true,
	Here:  true,
	Path:  "backup plans",
	Usage: "how the backups stand",
	Run: func(ctx context.Context, a *app.App, _ []byte) (any, error) {
		all, err := a.BackupPlans(ctx)
		return plansOut{all}, err
	},
}

// lockBackups keeps all others from making a backup of this store meanwhile. With
// timeout it waits for one that is being made.
func lockBackups(ctx context.Context, dir string, timeout time.Duration, waiting func()) (release func() error, err error) {
	for end := time.Now().Add(timeout); ; {
		release, err = machine.Lock(filepath.Join(dir, "backup.lock"))
		if !errors.Is(err, machine.ErrLocked) {
			return release, err
		}
		if time.Now().After(end) {
			return nil, cmdline.InUse(errors.New("another backup of this store is being made, or the store is being compacted"))
		}
		waiting()
		waiting = func() {}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second / 2):
		}
	}
}

package schedule

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"marquee/app"
	"marquee/backup"
)

const (
	// clockEvery is how often the wall clock is looked at: a timer alone would sleep on
	// with a machine that sleeps.
	clockEvery = 5 * time.Second
	// warnEvery is the pause between two warnings about the same plan.
	warnEvery = time.Hour
)

// ErrBusy: another backup of this store is being made.
var ErrBusy = errors.New("another backup is being made")

// ErrNoSpace: a backup would leave too little room on the disk.
var ErrNoSpace = errors.New("too little room for a backup")

// Made is a backup that was made and verified.
type Made struct {
	At   time.Time
	Path string
}

// Options of New.
type Options struct {
	App *app.App
	To  string // the destination, as the plan names it
	// Data is the data folder as it is typed to a shell, for what the log says to type.
	Data string
	Times
	// Take makes one backup. ErrBusy and ErrNoSpace are no failures.
	Take func(ctx context.Context) (Made, error)
	// Newest is the newest good backup at the destination, zero without one.
	Newest func(ctx context.Context) (Made, error)
	// Moves tells that another machine makes the backups at other times, into a folder of its own
	// with the same name: what it noted proves nothing about the folder here.
	Moves bool
	// LookEvery is the pause between two looks at the destination, besides those at the
	// start and after each backup.
	LookEvery time.Duration
	Clock     func() time.Time
}

// Scheduler makes backups when they are due. Run is for one goroutine, everything
// else for any.
type Scheduler struct {
	o                Options
	log              *slog.Logger
	wake             chan string
	failed, roomless atomic.Uint64
	warned, lookedAt time.Time
	found            atomic.Pointer[Found]
	asked, busy      atomic.Bool
}

// New makes a scheduler that has done nothing yet.
func New(o Options) *Scheduler {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	s := &Scheduler{o: o, log: o.App.Log(), wake: make(chan string, 1)}
	s.found.Store(&Found{})
	return s
}

// Now asks for a backup at once, for a reason, and does not wait for it. It may be
// called before Run, and where the schedule is off.
func (s *Scheduler) Now(why string) {
	s.asked.Store(true)
	select {
	case s.wake <- why:
	default: // one is asked for already
	}
}

// Doing tells whether a backup is being made, and whether one is asked for that has not begun.
func (s *Scheduler) Doing() (busy, asked bool) { return s.busy.Load(), s.asked.Load() }

// Failures counts the backups of this process that failed.
func (s *Scheduler) Failures() uint64 { return s.failed.Load() }

// Roomless counts the backups that were not made for want of room.
func (s *Scheduler) Roomless() uint64 { return s.roomless.Load() }

// Run makes backups until the context ends.
func (s *Scheduler) Run(ctx context.Context) {
	for ctx.Err() == nil {
		err := s.Settle(ctx)
		if err == nil || ctx.Err() != nil {
			break
		}
		s.log.Error("the backup plan cannot be read", "error", err)
		s.pause(ctx)
	}
	for why := ""; ctx.Err() == nil; why = s.pause(ctx) {
		s.Step(ctx, why)
	}
}

func (s *Scheduler) pause(ctx context.Context) (why string) {
	t := time.NewTimer(s.untilNext())
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	case why = <-s.wake:
	}
	return why
}

// untilNext is when to look again. A plan that cannot be written is not looked at
// without a pause.
func (s *Scheduler) untilNext() time.Duration {
	if s.o.Off() {
		return clockEvery
	}
	return max(time.Second, min(clockEvery, s.o.App.KnownBackupPlan(s.o.To).Next.Sub(s.o.Clock())))
}

// Settle brings the plan in the store to the schedule, and ends the plans for
// other destinations. A good backup that was made while nobody served counts.
func (s *Scheduler) Settle(ctx context.Context) error {
	all, err := s.o.App.BackupPlans(ctx)
	if err != nil {
		return err
	}
	for _, p := range all {
		if p.To == s.o.To || p.Schedule == "" {
			continue
		}
		if _, err := s.o.App.PlanBackups(ctx, p.To, func(p *app.BackupPlan) { settle(p, Times{}, s.o.Clock().UTC()) }); err != nil {
			return err
		}
	}
	s.look(ctx, true)
	newest := s.found.Load()
	if newest.Err != nil {
		s.log.Warn("the backups cannot be listed", "to", s.o.To, "error", newest.Err)
	}
	now := s.o.Clock().UTC()
	plan, err := s.o.App.PlanBackups(ctx, s.o.To, func(p *app.BackupPlan) {
		if s.o.Moves && isMissing(*p, *newest, now) {
			p.Good, p.Path, p.Next = nil, "", now
		}
		settle(p, s.o.Times, now)
		if !newest.At.IsZero() && (p.Good == nil || newest.At.After(*p.Good) || backup.IsEarly(*p.Good, now)) {
			Succeed(p, newest.At, newest.Path, now)
		}
	})
	if err == nil && s.o.Off() {
		s.log.Warn("no backups are made by themselves", "command", "marquee backup --data "+s.o.Data)
	} else if err == nil {
		s.log.Info("backups", "to", s.o.To, "schedule", s.o.Words+" (UTC)", "next", plan.Next)
	}
	return err
}

// Step makes a backup when one is due, or asked for with a reason.
func (s *Scheduler) Step(ctx context.Context, why string) {
	s.look(ctx, false)
	plan, now := s.o.App.KnownBackupPlan(s.o.To), s.o.Clock().UTC()
	due := !s.o.Off() && (!now.Before(plan.Next) || plan.Next.After(s.o.Next(now))) // the clock was set back
	if due && why == "" {
		why = "due since " + plan.Next.Format(time.RFC3339)
	}
	if why != "" {
		s.one(ctx, why)
		s.look(ctx, true)
	}
	s.warn()
}

// one makes a backup and remembers what came of it.
func (s *Scheduler) one(ctx context.Context, why string) {
	s.busy.Store(true)
	s.asked.Store(false)
	defer s.busy.Store(false)
	if err := s.change(ctx, func(p *app.BackupPlan, now time.Time) { begin(p, s.o.Times, now) }); err != nil {
		s.failure(ctx, err)
		return
	}
	s.log.Debug("backup begins", "to", s.o.To, "why", why)
	made, err := s.o.Take(ctx)
	if ctx.Err() != nil {
		return // the plan says when to try again
	}
	if err = s.remember(ctx, made, err); err != nil {
		s.failure(ctx, err)
	}
}

// failure tells of a plan that could not be stored, unless that is because the server stops:
// the next start finds what was made.
func (s *Scheduler) failure(ctx context.Context, err error) {
	if ctx.Err() == nil {
		s.log.Error("backup", "error", err)
	}
}

func (s *Scheduler) remember(ctx context.Context, made Made, failed error) error {
	switch {
	case errors.Is(failed, ErrBusy):
		s.log.Info("backup waits", "why", failed)
		return s.change(ctx, func(p *app.BackupPlan, now time.Time) { p.Next = s.o.again(now, busyPause) })
	case errors.Is(failed, ErrNoSpace):
		s.roomless.Add(1)
		s.log.Error("no backup was made", "to", s.o.To, "why", failed)
		return s.change(ctx, func(p *app.BackupPlan, now time.Time) {
			p.Problem, p.Next = failed.Error(), s.o.again(now, roomPause)
		})
	case failed != nil:
		err := s.change(ctx, func(p *app.BackupPlan, now time.Time) {
			Fail(p, failed.Error())
			p.Next = s.o.again(now, pauseAfter(p.Failures))
		})
		s.failed.Add(1) // who sees the figure finds the reason too
		s.log.Error("backup failed", "to", s.o.To, "error", failed, "again", s.o.App.KnownBackupPlan(s.o.To).Next)
		return err
	}
	s.log.Info("backup", "path", made.Path)
	return s.change(ctx, func(p *app.BackupPlan, now time.Time) {
		Succeed(p, made.At, made.Path, now)
		if p.Next = (time.Time{}); !s.o.Off() {
			p.Next = s.o.Next(now)
		}
	})
}

func (s *Scheduler) change(ctx context.Context, change func(p *app.BackupPlan, now time.Time)) error {
	now := s.o.Clock().UTC()
	_, err := s.o.App.PlanBackups(ctx, s.o.To, func(p *app.BackupPlan) { change(p, now) })
	return err
}

// warn says now and then that backups are stale, failing, or gone.
func (s *Scheduler) warn() {
	now, h := s.o.Clock(), s.Health()
	plan := s.o.App.KnownBackupPlan(s.o.To)
	if !h.Stale && !h.Missing && !h.Unseen && plan.Problem == "" {
		s.warned = time.Time{}
		return
	}
	if now.Sub(s.warned) >= warnEvery {
		s.warned = now
		s.log.Warn("backups need a look", "state", h.Text.String(), "command", "marquee doctor --data "+s.o.Data)
	}
}

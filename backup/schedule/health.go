package schedule

import (
	"context"
	"math"
	"time"

	"marquee/app"
	"marquee/backup"
)

// Found is the newest good backup that lies at a destination.
type Found struct {
	Made // zero when there is none
	// Err is why the destination could not be listed.
	Err error
}

// Health is what is to be said of a plan and of the files at its destination.
type Health struct {
	// Age of the newest verified backup, in seconds; infinite without one.
	Age float64
	// Verified tells that the last try gave a verified backup, and that it is there.
	Verified bool
	// Stale tells that the newest verified one is older than twice the interval.
	Stale bool
	// Missing tells that a backup is gone which was the newest one when it was made.
	Missing bool
	// Unseen tells that the destination could not be listed.
	Unseen bool
	// Text says all that for people.
	Text app.Message
}

// HealthOf judges a plan by the files that were found at its destination. What the
// plan notes of its newest backup proves nothing: somebody may have removed it.
func HealthOf(p app.BackupPlan, found Found, now time.Time) Health {
	h := Health{Age: math.Inf(1), Unseen: found.Err != nil, Missing: isMissing(p, found, now)}
	h.Verified = !found.At.IsZero() && p.Problem == "" && !h.Missing && !h.Unseen
	from := p.Since
	switch {
	case h.Unseen:
		h.Text = app.Msg("%s CANNOT BE LOOKED AT: %v", p.To, found.Err)
		if p.Good != nil {
			from = *p.Good
		}
	case found.At.IsZero():
		h.Text = app.Msg("none yet in %s", p.To)
	case backup.IsEarly(found.At, now):
		from = time.Time{}
		h.Text = app.Msg("the newest verified one in %s, of %s, was made under a clock that was ahead: NOBODY KNOWS HOW OLD IT IS",
			p.To, app.Moment(found.At))
	default:
		from = found.At
		h.Age = max(0, now.Sub(from).Seconds())
		h.Text = app.Msg("the newest verified one in %s is %s old", p.To, app.Span(now.Sub(from)))
	}
	if h.Missing {
		h.Text = app.Msg("%s; THE ONE OF %s IS GONE, OR CANNOT BE READ", h.Text, app.Moment(*p.Good))
	}
	if t, err := Parse(p.Schedule); err == nil && !t.Off() {
		h.Stale = now.After(t.Next(t.Next(from)))
		h.Text = app.Msg("%s, next at %s", h.Text, app.Moment(p.Next))
	} else {
		h.Text = app.Msg("%s, no schedule", h.Text)
	}
	if h.Stale {
		h.Text = app.Msg("%s; IT IS STALE", h.Text)
	}
	if p.Problem != "" {
		h.Text = app.Msg("%s; THE LAST ONE DOES NOT COUNT: %s", h.Text, p.Problem)
	}
	return h
}

// isMissing reports whether the newest backup that the plan notes is not there any
// more, or is not whole. Names of backups tell milliseconds. One that is noted under a clock
// that was ahead tells nothing until the next is made.
func isMissing(p app.BackupPlan, found Found, now time.Time) bool {
	return p.Good != nil && found.Err == nil && (found.At.IsZero() || !backup.IsEarly(*p.Good, now)) && found.At.Before(p.Good.Truncate(time.Millisecond))
}

// Health is how the backups stood when their destination was looked at last.
func (s *Scheduler) Health() Health {
	return HealthOf(s.o.App.KnownBackupPlan(s.o.To), *s.found.Load(), s.o.Clock())
}

// look lists the destination, unless that was done a short while ago.
func (s *Scheduler) look(ctx context.Context, again bool) {
	if now := s.o.Clock(); again || now.Sub(s.lookedAt) >= s.o.LookEvery {
		made, err := s.o.Newest(ctx)
		if ctx.Err() != nil {
			return
		}
		s.lookedAt = now
		s.found.Store(&Found{made, err})
	}
}

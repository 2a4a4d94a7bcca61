package schedule

import (
	"time"

	"marquee/app"
	"marquee/backup"
)

const (
	// firstPause follows the first failure; each further one doubles it.
	firstPause = time.Minute
	// longestPause is where it stops growing.
	longestPause = time.Hour
	// roomPause follows a backup for which there was no room.
	roomPause = 10 * time.Minute
	// busyPause follows one that another backup was in the way of.
	busyPause = time.Minute
)

// pauseAfter is how long to wait after so many failures in a row.
func pauseAfter(failures int64) time.Duration {
	pause := firstPause
	for ; failures > 1 && pause < longestPause; failures-- {
		pause *= 2
	}
	return min(pause, longestPause)
}

// again is the next try after a pause, or the next of the schedule when that is
// sooner.
func (t Times) again(now time.Time, pause time.Duration) time.Time {
	soon := now.Add(pause)
	if !t.Off() && t.Next(now).Before(soon) {
		return t.Next(now)
	}
	return soon
}

// settle brings a plan to a schedule when the server starts. A backup that is
// overdue stays due; a time further away than the schedule's next one is a clock
// that was wrong.
func settle(p *app.BackupPlan, t Times, now time.Time) {
	if p.Since.IsZero() {
		p.Since = now
	}
	if t.Off() {
		p.Schedule, p.Next = "", time.Time{}
		return
	}
	if p.Schedule != t.Words || p.Next.IsZero() || p.Next.After(t.Next(now)) {
		p.Next = t.Next(now)
	}
	p.Schedule = t.Words
}

// begin writes down that a backup is being made, as if it were to fail.
func begin(p *app.BackupPlan, t Times, now time.Time) {
	p.Tried = &now
	p.Next = t.again(now, pauseAfter(p.Failures+1))
}

// Succeed writes down a good backup. One that was noted under a clock that was ahead is
// not the newest for ever.
func Succeed(p *app.BackupPlan, made time.Time, path string, now time.Time) {
	if p.Good == nil || made.After(*p.Good) || backup.IsEarly(*p.Good, now) {
		p.Good, p.Path = &made, path
	}
	p.Problem, p.Failures = "", 0
}

// Fail writes down a backup that does not count.
func Fail(p *app.BackupPlan, why string) {
	p.Problem = why
	p.Failures++
}

package app

import (
	"context"
	"time"
)

// Job is work that the box office does by itself while it serves. It has either Run
// or Each, which do what is due and return soon after their context ends. Both are
// safe to call by hand, also while another call of them runs.
type Job struct {
	Name string
	// Every is the pause between the end of one round and the start of the next.
	Every time.Duration
	// ByClock tells that it ends, gives up, forgets or begins things because their time has
	// come. Such a job rests while the clock of this machine cannot be right: what it does
	// cannot be taken back.
	ByClock bool
	// Run does what is due in the installation as a whole.
	Run func(ctx context.Context, w *Work) error
	// Each does what is due in one company. The companies take their turn one after
	// the other, and none of them suffers from what happens in another.
	Each func(ctx context.Context, w *Work) error
	// Wake begins the next round at once; nil when the pause is good enough.
	Wake func(a *App) <-chan struct{}
	// Drain waits for what a round started and did not wait for; nil when there is
	// nothing of that kind. It returns soon after the context of the rounds ended.
	Drain func(ctx context.Context, a *App)
	// Last writes down what is left when the box office has stopped, and nobody asks it for
	// anything any more; nil when nothing is.
	Last func(ctx context.Context, a *App)
}

// jobs are those of the kernel itself.
func jobs() []Job {
	return []Job{
		{Name: "forget old answers", Every: forgetEvery, ByClock: true, Run: forgetAnswers},
	}
}

const (
	// firstJobPause is the least pause after a job failed. It doubles with each
	// failure in a row, up to lastJobPause, and is never shorter than the job's own.
	firstJobPause = time.Second
	lastJobPause  = 15 * time.Minute
)

// pauseAfter is how long a job waits that has failed so many times in a row.
func (j *Job) pauseAfter(failures int) time.Duration {
	pause := firstJobPause
	for range failures - 1 {
		if pause *= 2; pause >= lastJobPause {
			pause = lastJobPause
			break
		}
	}
	return max(pause, j.Every)
}

// RestByClockWhile has the jobs that are ByClock rest while off tells that the clock of
// this machine cannot be right. It is asked before each of their rounds.
func (a *App) RestByClockWhile(off func() bool) { a.clockOff.Store(&off) }

// rests tells whether a job waits for the clock of this machine to be right.
func (a *App) rests(j *Job) bool {
	off := a.clockOff.Load()
	return j.ByClock && off != nil && (*off)()
}

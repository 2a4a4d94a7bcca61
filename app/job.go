package app

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Job is work the box office does by itself while it serves.
type Job struct {
	Name string
	// Every is the pause between the end of one run and the start of the next.
	Every time.Duration
	// Run does what is due and returns soon after its context ends. It is safe to
	// call by hand, also while another call of it runs.
	Run func(ctx context.Context, a *App) error
}

// Jobs are those of the kernel itself.
func Jobs() []Job {
	return []Job{
		{"trim feeds", trimEvery, trimFeeds},
		{"forget old answers", forgetEvery, forgetAnswers},
	}
}

// RunJobs runs every job of the definition, each at once and then again and again,
// until the context ends; it returns when the last of them has stopped. A job
// that fails is logged and tried again.
func (a *App) RunJobs(ctx context.Context) {
	ctx = Background(ctx)
	var all sync.WaitGroup
	for _, j := range a.definition.Jobs {
		all.Go(func() { a.repeat(ctx, j) })
	}
	all.Wait()
}

// SettleJobs runs every job of the definition once, one after the other: what is due
// now is then done.
func (a *App) SettleJobs(ctx context.Context) error {
	for _, j := range a.definition.Jobs {
		if err := j.Run(ctx, a); err != nil {
			return fmt.Errorf("%s: %w", j.Name, err)
		}
	}
	return nil
}

func (a *App) repeat(ctx context.Context, j Job) {
	for ctx.Err() == nil {
		if err := j.Run(ctx, a); err != nil && ctx.Err() == nil {
			a.log.Error("background job failed", "job", j.Name, "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(j.Every):
		}
	}
}

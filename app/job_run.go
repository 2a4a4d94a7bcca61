package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// RunJobs runs every job of the definition, each at once and then again and again,
// until the context ends; it returns when the last of them has stopped. A job that
// fails in a company is tried there again after a pause that grows; it goes on in
// the other companies meanwhile.
func (a *App) RunJobs(ctx context.Context) {
	ctx = Background(ctx)
	var all sync.WaitGroup
	for i := range a.definition.Jobs {
		all.Go(func() { a.repeat(ctx, &a.definition.Jobs[i]) })
	}
	all.Wait()
}

func (a *App) repeat(ctx context.Context, j *Job) {
	var wake <-chan struct{} // nil never wakes
	if j.Wake != nil {
		wake = j.Wake(a)
	}
	for ctx.Err() == nil {
		if !a.rests(j) {
			_ = a.round(ctx, j, false) // logged, and in the figures of the job
		}
		pause := time.NewTimer(j.Every)
		select {
		case <-ctx.Done():
		case <-wake:
		case <-pause.C:
		}
		pause.Stop()
	}
	if j.Drain != nil {
		j.Drain(ctx, a)
	}
}

// EndJobs has every job write down what is left. It is called when RunJobs has returned and
// the last request was answered: what a job holds then goes with the process.
func (a *App) EndJobs(ctx context.Context) {
	for i := range a.definition.Jobs {
		if j := &a.definition.Jobs[i]; j.Last != nil {
			j.Last(ctx, a)
		}
	}
}

// SettleJobs runs every job of the definition once, one after the other: what is due
// now is then done. It tells everything that could not be done.
func (a *App) SettleJobs(ctx context.Context) (failed error) {
	for i := range a.definition.Jobs {
		failed = errors.Join(failed, a.settle(ctx, &a.definition.Jobs[i]))
	}
	return failed
}

// RunJob runs one job of the definition once, also where it pauses after a failure.
// It tells everything that could not be done.
func (a *App) RunJob(ctx context.Context, name string) error {
	i := slices.IndexFunc(a.definition.Jobs, func(j Job) bool { return j.Name == name })
	if i < 0 {
		return fmt.Errorf("there is no job %q", name)
	}
	return a.settle(ctx, &a.definition.Jobs[i])
}

func (a *App) settle(ctx context.Context, j *Job) error {
	err := a.round(ctx, j, true)
	if j.Drain != nil {
		j.Drain(ctx, a)
	}
	return err
}

// round runs a job in each company where it is due, or everywhere when all is true.
func (a *App) round(ctx context.Context, j *Job, all bool) (failed error) {
	h := a.history(j)
	if j.Run != nil {
		return a.turn(ctx, j, h, 0, all)
	}
	var companies []int64
	err := Recovered(func() (err error) { companies, err = a.companies(ctx); return err })
	if err != nil && ctx.Err() == nil {
		a.log.Error("background job cannot list the companies", "job", j.Name, "error", err)
		return fmt.Errorf("%s: %w", j.Name, err)
	}
	for _, company := range companies {
		if ctx.Err() != nil {
			return errors.Join(failed, ctx.Err())
		}
		failed = errors.Join(failed, a.turn(ctx, j, h, company, all))
	}
	return failed
}

// companies lists every company of the installation.
func (a *App) companies(ctx context.Context) ([]int64, error) {
	if a.definition.Companies == nil {
		return nil, nil
	}
	return a.definition.Companies(ctx, a)
}

// turn runs a job in one company if it is due there.
func (a *App) turn(ctx context.Context, j *Job, h *jobHistory, company int64, always bool) error {
	began := a.Now()
	if !always && !h.due(j, company, began) {
		return nil
	}
	var skipped []error
	w := &Work{App: a, Company: company}
	w.onSkip = func(record int64, err error) {
		skipped = append(skipped, fmt.Errorf("record %d: %w", record, err))
		a.noteSkip(j, company, record, err, len(skipped))
	}
	run := j.Run
	if run == nil {
		run = j.Each
	}
	err := Recovered(func() error { return run(ctx, w) })
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return err // stopped, not failed
	}
	failures := h.note(j, company, began, a.Now(), err, len(skipped))
	a.noteFailure(j, company, err, failures)
	if err = errors.Join(err, errors.Join(skipped...)); err != nil {
		return fmt.Errorf("%s, company %d: %w", j.Name, company, err)
	}
	return nil
}

// noteFailure logs that a job failed in a company.
func (a *App) noteFailure(j *Job, company int64, err error, failures int) {
	if err == nil {
		return
	}
	args := []any{"job", j.Name, "company", company, "failures", failures, "again", j.pauseAfter(failures), "error", err}
	if stack := StackOf(err); stack != "" {
		args = append(args, "stack", stack)
	}
	a.log.Error("background job failed", args...)
}

// logSkipEvery is how many skipped records of one run share a line in the log.
const logSkipEvery = 100

// noteSkip logs some of the records that a job skipped.
func (a *App) noteSkip(j *Job, company, record int64, err error, n int) {
	if n%logSkipEvery != 1 || a.history(j).skippedBefore(company) {
		return
	}
	args := []any{"job", j.Name, "company", company, "record", record, "skipped", n, "error", err}
	if stack := StackOf(err); stack != "" {
		args = append(args, "stack", stack)
	}
	a.log.Error("background job skipped a record", args...)
}

package async

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Runner carries requests out.
type Runner interface {
	// Run answers a request in the name of the user of a token.
	Run(ctx context.Context, tokenID, companyID int64, in Request) Answer
	// Interrupted is the answer to a request of which nobody knows whether it was carried
	// out, because the program was ended.
	Interrupted() Answer
	// Refused is an answer that refuses.
	Refused(e *app.Error) Answer
}

// Use says what carries the requests of an App out.
func Use(a *app.App, r Runner) {
	w := runners.Of(a)
	w.mu.Lock()
	w.runner = r
	w.mu.Unlock()
	w.nudge()
}

// worker carries requests out. There is one per App.
type worker struct {
	awake chan struct{} // holds one wake-up at most

	mu     sync.Mutex
	runner Runner
	// busy are the requests that run here, each its company; each counts them by company.
	busy map[int64]int64
	each map[int64]int
	last int64 // the company that began the last one
	all  sync.WaitGroup
}

var runners = app.NewPerApp(func() *worker {
	return &worker{awake: make(chan struct{}, 1), busy: map[int64]int64{}, each: map[int64]int{}}
})

func wake(a *app.App) <-chan struct{} { return runners.Of(a).awake }

// nudge begins a round soon.
func (w *worker) nudge() {
	select {
	case w.awake <- struct{}{}:
	default: // there is one to come
	}
}

// drain waits for what runs.
func drain(_ context.Context, a *app.App) { runners.Of(a).all.Wait() }

// runDue begins what waits, as much as may run at once.
func runDue(ctx context.Context, work *app.Work) error {
	w := runners.Of(work.App)
	w.mu.Lock()
	runner := w.runner
	w.mu.Unlock()
	if runner == nil {
		return nil
	}
	open, err := due(ctx, work)
	if err != nil {
		return err
	}
	for range maxRunning { // each that ends begins another round
		next, ok := w.claim(open)
		if !ok {
			break
		}
		open = slices.DeleteFunc(open, func(j job) bool { return j == next })
		w.all.Go(func() { w.carryOut(ctx, work.App, runner, next) })
	}
	return nil
}

// job is a request that waits or runs.
type job struct{ id, company int64 }

// due lists what waits or runs, the oldest of each company first.
func due(ctx context.Context, work *app.Work) (all []job, err error) {
	err = work.View(ctx, func(r app.Reader) error {
		all = nil
		for e, err := range callDue.Keys(r, indexes.All[int64]().Limit(maxLook)) {
			if err != nil {
				return err
			}
			all = append(all, job{e.ID, e.Key})
		}
		return nil
	})
	return all, err
}

// claim reserves a place for a request: of the company whose turn it is, after that which
// had the last.
func (w *worker) claim(open []job) (next job, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.busy) >= maxRunning {
		return next, false
	}
	for _, j := range open {
		if _, runs := w.busy[j.id]; runs || w.each[j.company] >= maxRunningEach {
			continue
		}
		if !ok || j.company > w.last && next.company <= w.last {
			next, ok = j, true
		}
	}
	if ok {
		w.busy[next.id] = next.company
		w.each[next.company]++
		w.last = next.company
	}
	return next, ok
}

func (w *worker) release(j job) {
	w.mu.Lock()
	delete(w.busy, j.id)
	if w.each[j.company]--; w.each[j.company] == 0 {
		delete(w.each, j.company)
	}
	w.mu.Unlock()
	w.nudge()
}

// carryOut carries one request out and stores the answer. It keeps its place until that is
// done: a store that refuses to write is asked again after pauses that grow.
func (w *worker) carryOut(ctx context.Context, a *app.App, runner Runner, j job) {
	defer w.release(j)
	c, err := open(ctx, a, j.id)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, indexes.ErrNotFound) {
			a.Log().Error("an asynchronous request could not be begun", "request", j.id, "error", err)
		}
		return
	}
	out, ok := answer(ctx, a, runner, c)
	if !ok {
		return // the next process does it
	}
	if err := again(ctx, func() error { return finish(context.WithoutCancel(ctx), a, runner, c.ID, out) }); err != nil {
		a.Log().Error("the answer to an asynchronous request could not be stored", "request", c.ID, "error", err)
	}
}

// open reads a request that is still to be carried out, as it stood. One that may change
// something is marked as running.
func open(ctx context.Context, a *app.App, id int64) (c call, err error) {
	err = again(ctx, func() error {
		return a.UpdateCompany(ctx, 0, func(tx app.Tx) (err error) {
			if c, err = calls.Get(tx, id); err == nil && c.State == done {
				err = indexes.ErrNotFound
			}
			if err != nil || c.State == running || c.Request.Safe && !c.Outdated {
				return err
			}
			_, err = calls.Update(tx, id, func(c *call) error {
				if c.Outdated = false; !c.Request.Safe {
					c.State = running
				}
				return nil
			})
			return err
		})
	})
	return c, err
}

// answer carries a request out; ok is false for one that the next process may carry out.
func answer(ctx context.Context, a *app.App, runner Runner, c call) (out Answer, ok bool) {
	if c.State == running {
		return runner.Interrupted(), true // of an earlier process
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := app.Recovered(func() error { out = runner.Run(limited, c.TokenID, c.CompanyID, c.Request); return nil })
	if ctx.Err() != nil && c.Request.Safe {
		return out, false
	}
	if err == nil && c.Request.Safe && len(out.Body) > MaxAnswer {
		return runner.Refused(app.Refuse(app.Invalid, "The answer is larger than %d bytes. Please ask for less.", MaxAnswer)), true
	}
	if err != nil || len(out.Body) > MaxAnswer || out.Status == 0 {
		a.Log().Error("an asynchronous request has no answer", "request", c.ID, "bytes", len(out.Body), "error", err)
		out = runner.Interrupted()
	}
	return out, true
}

// again does something until the store takes it, so many times, and once more at the end
// of the program.
func again(ctx context.Context, do func() error) (err error) {
	pause := againAfter
	for range maxAgain {
		if err = app.Recovered(do); err == nil || errors.Is(err, indexes.ErrNotFound) || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, againMost)
	}
	return err
}

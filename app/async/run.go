package async

import (
	"context"
	"sync"

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
	var open []call
	err := work.View(ctx, func(r app.Reader) error {
		open = nil
		for hit, err := range callOpen.Scan(r, indexes.All[int64]().Limit(maxLook)) {
			if err != nil {
				return err
			}
			open = append(open, hit.Rec)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range open {
		if w.claim(&open[i]) {
			w.all.Go(func() { w.carryOut(ctx, work.App, runner, &open[i]) })
		}
	}
	return nil
}

// claim reserves a place for a request.
func (w *worker) claim(c *call) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, runs := w.busy[c.ID]; runs || len(w.busy) >= maxRunning || w.each[c.CompanyID] >= maxRunningEach {
		return false
	}
	w.busy[c.ID] = c.CompanyID
	w.each[c.CompanyID]++
	return true
}

func (w *worker) release(c *call) {
	w.mu.Lock()
	delete(w.busy, c.ID)
	if w.each[c.CompanyID]--; w.each[c.CompanyID] == 0 {
		delete(w.each, c.CompanyID)
	}
	w.mu.Unlock()
	w.nudge()
}

// carryOut carries one request out and stores the answer. One that may change something
// is first marked as running.
func (w *worker) carryOut(ctx context.Context, a *app.App, runner Runner, c *call) {
	defer w.release(c)
	out := Answer{}
	switch {
	case c.State == running:
		out = runner.Interrupted() // of an earlier process
	case !c.Request.Safe:
		if err := begin(ctx, a, c.ID); err != nil {
			a.Log().Warn("an asynchronous request could not be begun", "request", c.ID, "error", err)
			return
		}
		fallthrough
	default:
		limited, cancel := context.WithTimeout(ctx, timeout)
		err := app.Recovered(func() error { out = runner.Run(limited, c.TokenID, c.CompanyID, c.Request); return nil })
		cancel()
		if ctx.Err() != nil && c.Request.Safe {
			return // the next process does it
		}
		if err != nil || len(out.Body) > MaxAnswer || out.Status == 0 {
			a.Log().Error("an asynchronous request has no answer", "request", c.ID, "bytes", len(out.Body), "error", err)
			out = runner.Interrupted()
		}
	}
	if err := finish(context.WithoutCancel(ctx), a, c.ID, out); err != nil {
		a.Log().Error("the answer to an asynchronous request could not be stored", "request", c.ID, "error", err)
	}
}

// begin marks a request as running.
func begin(ctx context.Context, a *app.App, id int64) error {
	return a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		_, err := calls.Update(tx, id, func(c *call) error { c.State = running; return nil })
		return err
	})
}

package async

import (
	"context"
	"errors"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/queue"
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
	c := carriers.Of(a)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.runner = r
}

// carrier is what carries requests out, nil before it is known.
type carrier struct {
	mu     sync.Mutex
	runner Runner
}

var carriers = app.NewPerApp(func() *carrier { return &carrier{} })

func (c *carrier) now() Runner {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.runner
}

// goesOn are the requests in the queue.
var goesOn = queue.NewRuns(queue.RunSpec[call]{
	Name: "async", Of: func(c *call) queue.Ref { return queue.Ref{ID: c.ID} }, Works: func(c *call) bool { return c.State != done },
	Company: func(c *call) int64 { return c.CompanyID }, Each: maxRunningEach, Most: maxRunning,
})

// begin carries out what was taken.
func begin(a *app.App, _ int64, of queue.Ref) queue.Step {
	return func(ctx context.Context) (queue.Progress, error) {
		runner := carriers.Of(a).now()
		if runner == nil {
			return queue.Rest(runnerPause), nil
		}
		return carryOut(ctx, a, runner, of.ID)
	}
}

// QueueFormer is the migration that puts the requests into the queue that an earlier release took.
func QueueFormer() indexes.Migration {
	return indexes.Migration{Number: 10, Name: "asynchronous requests in the queue", Step: indexes.LookAtEach(calls.Table, goesOn.PutFormer)}
}

// carryOut carries one request out and stores the answer. It keeps its place until that is
// done: a store that refuses to write is asked again after pauses that grow. A request whose
// answer may tell what was forgotten meanwhile is carried out anew.
func carryOut(ctx context.Context, a *app.App, runner Runner, id int64) (queue.Progress, error) {
	c, err := open(ctx, a, id)
	if err != nil {
		return queue.Ended, missing(err)
	}
	out, ok := answer(ctx, a, runner, c)
	if !ok {
		return queue.Ended, ctx.Err() // the next process does it
	}
	anew := false
	err = again(ctx, func() error {
		anew, err = finish(context.WithoutCancel(ctx), a, runner, c.ID, out)
		return err
	})
	if anew && err == nil {
		return queue.More, nil
	}
	return queue.Ended, err
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

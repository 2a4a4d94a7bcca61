package imports

import (
	"context"
	"errors"
	"sync"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// worker is what one App keeps of the work.
type worker struct {
	awake chan struct{} // holds one wake-up at most
	// one lets one import be worked at: each is read into memory as a whole.
	one sync.Mutex
}

var workers = app.NewPerApp(func() *worker { return &worker{awake: make(chan struct{}, 1)} })

func wake(a *app.App) <-chan struct{} { return workers.Of(a).awake }

// nudge begins a round.
func (w *worker) nudge() {
	select {
	case w.awake <- struct{}{}:
	default: // there is one to come
	}
}

// goOnAll goes on with the imports of a company that wait for nobody.
func goOnAll(ctx context.Context, w *app.Work) error {
	var ids []int64
	err := w.View(ctx, func(r app.Reader) error {
		ids = nil
		for e, err := range byOpen.Keys(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			ids = append(ids, e.ID)
		}
		return nil
	})
	until := w.App.Now().Add(turnTime)
	for _, id := range ids {
		if err == nil {
			err = w.Record(ctx, id, func() error { return goOn(ctx, w.App, w.Company, id, until) })
		}
	}
	return err
}

// Finish goes on with an import until it waits for somebody or is at its end, and gives
// it as it is then. It is for whoever does not want to wait for the background.
func Finish(ctx context.Context, a *app.App, c *app.Caller, id int64) (Import, error) {
	if err := goOn(app.Background(ctx), a, c.CompanyID, id, time.Time{}); err != nil {
		return Import{}, err
	}
	return Read(ctx, a, c, id)
}

// goOn checks or runs an import, a step at a time, until a moment; the zero time is never.
func goOn(ctx context.Context, a *app.App, company, id int64, until time.Time) error {
	one := &workers.Of(a).one
	one.Lock()
	defer one.Unlock()
	for first := true; ctx.Err() == nil; first = false {
		var n Import
		var p *plan
		err := a.ViewCompany(ctx, company, func(r app.Reader) (err error) {
			if n, err = imports.Get(r, id); err == nil && n.works() {
				p, err = load(r, &n)
			}
			return err
		})
		if err != nil || !n.works() || !first && !until.IsZero() && !a.Now().Before(until) {
			return err
		}
		if err := p.work(ctx, a, company, &n, until); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// works tells that the import waits for nobody.
func (n *Import) works() bool { return n.State == Checking || n.State == Running }

// work takes step after step while the import stays as it was.
func (p *plan) work(ctx context.Context, a *app.App, company int64, n *Import, until time.Time) error {
	state, round := n.State, n.Round
	for n.State == state && n.Round == round {
		s := step{plan: p, app: a, company: company, was: *n}
		var err error
		if state == Checking {
			err = s.check(ctx)
		} else {
			err = s.run(ctx)
		}
		if errors.Is(err, errOvertaken) {
			return nil // it is read again
		}
		if err != nil || ctx.Err() != nil {
			return err
		}
		if *n = s.now; !until.IsZero() && !a.Now().Before(until) {
			return nil
		}
	}
	return nil
}

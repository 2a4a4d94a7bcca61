package attempt

import (
	"context"
	"errors"
	"sync"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// reconcile asks the outside about the attempts of a company that nobody finished in
// time. A kind whose outside gave no answer is not asked about others in this round.
func reconcile(ctx context.Context, w *app.Work) error {
	first := firstLooks.Of(w.App).take(w.Company)
	due, err := dueOf(ctx, w, first)
	if err != nil {
		return err
	}
	silent := map[string]bool{}
	for _, r := range due {
		k := kindOf(w.App, r.Kind)
		if k == nil || silent[r.Kind] || underWays.Of(w.App).has(w.Company, r.ID) {
			continue
		}
		err := w.Record(ctx, r.ID, func() error {
			answered, err := askOne(ctx, w, k, &r)
			silent[r.Kind] = !answered
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// firstLook remembers the companies whose attempts this process has looked at.
type firstLook struct {
	mu     sync.Mutex
	looked map[int64]bool
}

var firstLooks = app.NewPerApp(func() *firstLook { return &firstLook{looked: map[int64]bool{}} })

// take tells whether this is the first look at a company.
func (f *firstLook) take(company int64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	first := !f.looked[company]
	f.looked[company] = true
	return first
}

// dueOf lists the attempts to ask about, without those that cannot be read: those whose
// time is up, and at the first look those that an earlier process left behind.
func dueOf(ctx context.Context, w *app.Work, first bool) (due []record, err error) {
	open := func(r app.Reader) ([]int64, error) {
		return indexes.Gather(attemptByAsk.IDs(r, indexes.All[time.Time]().Limit(maxLook)))
	}
	err = w.EachDue(ctx, open, func(id int64) error {
		return w.View(ctx, func(r app.Reader) error {
			rec, err := attempts.Get(r, id)
			if err == nil && (rec.due(w.App.Now()) || first && askedAtStart(w.App, &rec)) {
				due = append(due, rec)
			}
			return err
		})
	})
	return due, err
}

// askedAtStart tells whether a begun attempt is asked about whatever its time.
func askedAtStart(a *app.App, r *record) bool {
	k := kindOf(a, r.Kind)
	return r.State == Begun && k != nil && k.the().AtStart
}

// AskNow asks about an attempt at once, whatever its time: when somebody says that it
// has been decided, or that it can be found out now. One that this process is calling the
// outside for is left alone, and so is one that has ended.
func AskNow(ctx context.Context, a *app.App, company, id int64) error {
	if underWays.Of(a).has(company, id) {
		return nil
	}
	var r record
	err := a.ViewCompany(ctx, company, func(rd app.Reader) (err error) {
		r, err = attempts.Get(rd, id)
		return err
	})
	k := kindOf(a, r.Kind)
	if err != nil || !r.State.open() || k == nil {
		return err
	}
	_, err = askOne(ctx, &app.Work{App: a, Company: company}, k, &r)
	return err
}

// askOne asks about one attempt and finishes it. answered is false when the outside gave
// no answer at all.
func askOne(ctx context.Context, w *app.Work, k wired, r *record) (answered bool, err error) {
	var o Outcome
	call, cancel := context.WithTimeout(ctx, k.the().Timeout)
	defer cancel()
	failed := app.Recovered(func() (err error) { o, err = k.asks(call, w.App, w.Company, r); return err })
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if failed == nil {
		return true, end(ctx, w, r.ID, o)
	}
	answered = errors.Is(failed, ErrUndecided)
	if r.Asked+1 >= k.the().Asks {
		return answered, end(ctx, w, r.ID, Outcome{State: Unknown, Problem: failed.Error()})
	}
	if !answered {
		logSilence(w, r, failed)
	}
	return answered, w.Update(ctx, func(tx app.Tx) error {
		_, err := attempts.Update(tx, r.ID, func(r *record) error {
			if r.State != Begun {
				return nil
			}
			at := tx.Wall().Add(pauseAfter(r.Asked))
			r.AskAt, r.SetAt, r.Asked = &at, tx.Wall(), r.Asked+1
			return nil
		})
		return err
	})
}

// logSilence notes that the outside gave no answer.
func logSilence(w *app.Work, r *record, failed error) {
	args := []any{"kind", r.Kind, "attempt", r.ID, "company", w.Company, "asked", r.Asked + 1}
	if stack := app.StackOf(failed); stack != "" {
		args = append(args, "stack", stack)
	}
	w.App.Log().Warn("the outside does not say what became of an attempt", args...)
}

// end finishes an attempt, unless somebody else did.
func end(ctx context.Context, w *app.Work, id int64, o Outcome) error {
	err := w.Update(ctx, func(tx app.Tx) error {
		_, err := finish(tx, id, o)
		return err
	})
	if errors.Is(err, errEnded) {
		w.App.Log().Error("an attempt ended in another way before the outside was asked", "attempt", id, "company", w.Company, "answer", o.State.String())
		return nil
	}
	return err
}

// pauseAfter is the pause after so many questions without an answer.
func pauseAfter(asked int64) time.Duration {
	pause := firstPause
	for range min(asked, 20) {
		pause = min(2*pause, lastPause)
	}
	return pause
}

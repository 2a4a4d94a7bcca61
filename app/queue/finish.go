package queue

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// outcome is what becomes of an entry after an attempt.
type outcome struct {
	state   State
	pause   time.Duration // until it is due again
	problem string
	// released entries were not given the time that is theirs: the attempt does not count.
	released bool
	// onward is a run whose turn is over: it begins anew to count attempts.
	onward bool
	// forgotten entries are deleted at their end.
	forgotten bool
}

// judge decides about the result of an attempt. share is where between 0 and 1 the
// random part of the pause lies.
func (r *rules) judge(err error, attempt int64, stopping bool, share float64) outcome {
	on, goesOn := errors.AsType[goingOn](err)
	switch {
	case err == nil:
		return outcome{state: Done, pause: keepDone, forgotten: r.inside}
	case goesOn:
		return outcome{state: Waiting, pause: on.rest, onward: true}
	case stopping && !isPermanent(err):
		return outcome{state: Waiting, released: true}
	case isPermanent(err) || attempt >= r.attempts:
		return outcome{state: Dead, problem: problemOf(err)}
	}
	pause := r.pauses[min(attempt, int64(len(r.pauses)))-1]
	pause += time.Duration(share * float64(pause) / 4)
	return outcome{state: Waiting, pause: pause, problem: problemOf(err)}
}

// problemOf is what is kept of an error.
func problemOf(err error) string {
	text := err.Error()
	return strings.ToValidUTF8(text[:min(len(text), maxProblem)], "")
}

// finishPauses are those between attempts to store a result.
var finishPauses = []time.Duration{100 * time.Millisecond, time.Second, 5 * time.Second}

// finish stores the result of an attempt. When the store takes it in no time, the lease
// ends and the entry is sent again.
func (w *worker) finish(a *app.App, r *rules, e *Entry, failed error, stopping bool) {
	if r.isPump {
		w.stopped(a, e, failed)
		return
	}
	o := r.judge(failed, e.Attempts, stopping, rand.Float64())
	var stored bool
	err := errors.New("not tried")
	for i := 0; err != nil; i++ {
		if err = app.Recovered(func() (err error) { stored, err = settle(a, e, o); return err }); err == nil {
			break
		}
		if i == len(finishPauses) || stopping || r.inside && w.stopping() {
			break
		}
		time.Sleep(finishPauses[i])
	}
	args := []any{"kind", e.Kind, "entry", e.ID, "company", e.CompanyID, "attempt", e.Attempts}
	switch {
	case err != nil:
		a.Log().Error("the result of a queue entry could not be stored; it will be sent again", append(args, "error", err)...)
	case !stored:
		w.note(e.Kind, func(f *figures) { f.late++ })
		a.Log().Warn("the result of a queue entry came too late", args...)
	case failed == nil:
		w.note(e.Kind, func(f *figures) { f.sent++ })
	case o.released, o.onward:
	default:
		w.note(e.Kind, func(f *figures) { f.failed++ })
		if r.inside {
			args = append(args, "error", failed)
		}
		w.logFailure(a, o, failed, args)
	}
}

// logFailure logs an attempt that failed. Why it did may quote the receiver or the
// payload: that is shown by marquee queue show.
func (w *worker) logFailure(a *app.App, o outcome, failed error, args []any) {
	if stack := app.StackOf(failed); stack != "" {
		args = append(args, "stack", stack)
	}
	if o.state == Dead {
		a.Log().Error("a queue entry is a dead letter", args...)
		return
	}
	a.Log().Warn("a queue entry was not sent", append(args, "again", o.pause)...)
}

// settle stores an outcome if the entry is still under the lease of the attempt.
func settle(a *app.App, sent *Entry, o outcome) (stored bool, err error) {
	ctx, cancel := context.WithTimeout(app.Background(context.Background()), leaseSlack/2)
	defer cancel()
	err = a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		stored = false
		e, err := entries.Get(tx, sent.ID)
		if errors.Is(err, indexes.ErrNotFound) {
			return nil // dropped
		}
		if err != nil || e.State != Leased || e.Lease != sent.Lease {
			return err
		}
		if stored = true; o.forgotten {
			return entries.Delete(tx, e.ID)
		}
		_, err = entries.Update(tx, e.ID, func(e *Entry) error {
			var due *time.Time
			if o.state != Dead {
				at := tx.Wall().Add(o.pause)
				due = &at
			}
			switch {
			case o.released:
				e.Attempts--
			case o.onward:
				e.Attempts, e.Problem = 0, ""
			default:
				e.Problem = o.problem
			}
			e.become(o.state, due, tx.Wall())
			return nil
		})
		if err == nil && o.state == Dead {
			err = lose(tx, &e, o.problem)
		}
		return err
	})
	return stored, err
}

package system

import (
	"context"
	"sync/atomic"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// TrialState says where a trial stands. The text is the slug of the API.
type TrialState string

// The states.
const (
	Never   TrialState = "never"
	Running TrialState = "running"
	Good    TrialState = "good"
	Failed  TrialState = "failed"
	// Stopped: the server ended in between.
	Stopped TrialState = "stopped"
)

// TrialStates are the slugs of all states.
func TrialStates() []string {
	return []string{string(Never), string(Running), string(Good), string(Failed), string(Stopped)}
}

// Outcome is what came of a trial.
type Outcome struct {
	// Backup is the one that was restored, Records how many records it holds, and LastCommit the
	// newest of what it brings back.
	Backup     string
	Records    int64
	LastCommit time.Time
	// Problem is why nothing could be restored, empty: all is well.
	Problem string
}

// Trial is the last one.
type Trial struct {
	State TrialState
	Began time.Time
	Ended *time.Time
	Outcome
}

// record is the last trial as it is stored.
type record struct {
	Name       string     `msgpack:"n"`
	Began      time.Time  `msgpack:"b"`
	Ended      *time.Time `msgpack:"e"`
	Backup     string     `msgpack:"f"`
	Records    int64      `msgpack:"r"`
	LastCommit time.Time  `msgpack:"c"`
	Problem    string     `msgpack:"p"`
}

var trials = indexes.DefineKeyed(indexes.KeyedSpec[string, record]{
	Name: "restore_trials", Version: 1, Global: true,
	Person:    indexes.Nobody("which backup was tried"),
	Unaudited: "who asked for a trial is noted",
	Key:       kv.String,
	KeyOf:     func(r *record) string { return r.Name },
})

// last is the only key.
const last = "last"

// trying keeps a second trial out.
type trying struct{ atomic.Bool }

// Try begins a trial: the newest backup is restored beside the store and checked in full, and
// removed again.
func Try(ctx context.Context, a *app.App, c *app.Caller) (Trial, error) {
	m, err := machineFor(a, c)
	if err != nil {
		return Trial{}, err
	}
	t := &machines.Of(a).trying
	if !t.CompareAndSwap(false, true) {
		return Trial{}, app.Refuse(app.Conflict, "A backup is being tried already.")
	}
	now := a.Now()
	if err := a.Update(ctx, c, app.Installation, func(tx app.Tx) error {
		app.Note(tx, "companies", tx.Company(), "asked for a backup to be tried")
		return trials.Put(tx, &record{Name: last, Began: now})
	}); err != nil {
		t.Store(false)
		return Trial{}, err
	}
	m.Try(func(out Outcome) {
		defer t.Store(false)
		if err := note(app.Background(context.WithoutCancel(ctx)), a, now, out); err != nil {
			a.Log().Error("what came of trying a backup could not be noted", "error", err)
		}
	})
	return LastTrial(ctx, a, c)
}

// note writes down what came of the trial that began at a moment.
func note(ctx context.Context, a *app.App, began time.Time, out Outcome) error {
	ended := a.Now()
	return a.UpdateCompany(ctx, 0, func(tx app.Tx) error {
		return trials.Put(tx, &record{
			Name: last, Began: began, Ended: &ended,
			Backup: out.Backup, Records: out.Records, LastCommit: out.LastCommit, Problem: out.Problem,
		})
	})
}

// LastTrial is the last trial, and how it stands.
func LastTrial(ctx context.Context, a *app.App, c *app.Caller) (t Trial, err error) {
	err = a.View(ctx, c, app.Installation, func(r app.Reader) error {
		rec, found, err := trials.Find(r, last)
		t = trialOf(&rec, found, machines.Of(a).trying.Load())
		return err
	})
	return t, err
}

// trialOf judges a record: one that has no end, and of which this process knows nothing, was ended
// with the server.
func trialOf(r *record, found, running bool) Trial {
	t := Trial{Began: r.Began, Ended: r.Ended, Outcome: Outcome{r.Backup, r.Records, r.LastCommit, r.Problem}}
	switch {
	case !found:
		t.State = Never
	case r.Ended == nil && running:
		t.State = Running
	case r.Ended == nil:
		t.State = Stopped
	case r.Problem != "":
		t.State = Failed
	default:
		t.State = Good
	}
	return t
}

package queue

import (
	"context"
	"fmt"
	"iter"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// A run is work of many steps, such as an import or the refund of an event. It has a record of its
// own, in which each step stores how far it is together with what it did, and what became of each
// row. Its entry in the queue says no more than that it is to go on: it is put when the run begins,
// or when somebody whom it waited for lets it go on.

// RunSpec says which records are runs.
type RunSpec[R any] struct {
	// Name is that of a kind.
	Name string
	// Of names a record, in one phase of it, and Works tells whether it goes on by itself.
	Of    func(*R) Ref
	Works func(*R) bool
	// Company is whose a record of a global table is; nil for other tables.
	Company func(*R) int64
	// Each and Most are how many go on at once, of a company and of all; 1 when zero. Those that
	// waited longest have their turn first.
	Each, Most int
}

// Ref names a run.
type Ref struct {
	ID int64 `msgpack:"i"`
	B  int64 `msgpack:"b,omitempty"`
	C  int64 `msgpack:"c,omitempty"`
}

// Runs are the runs of a table. The declaration never changes, so it may be a package variable.
type Runs[R any] struct {
	kind *Kind[Ref]
	spec RunSpec[R]
}

// NewRuns declares runs.
func NewRuns[R any](s RunSpec[R]) *Runs[R] {
	return &Runs[R]{NewKind(Spec[Ref]{
		Name: s.Name, Inside: true, Timeout: MaxTimeout, Attempts: Forever, Parallel: max(1, s.Each), Most: max(1, s.Most),
		Pauses: []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 5 * time.Minute},
	}), s}
}

func (q *Runs[R]) where(r app.Reader, rec *R) (company int64, key string) {
	ref := q.spec.Of(rec)
	company, key = r.Company(), fmt.Sprintf("%d/%d/%d", ref.ID, ref.B, ref.C)
	if q.spec.Company != nil {
		company = q.spec.Company(rec)
	}
	return company, key
}

// Put lets a run go on.
func (q *Runs[R]) Put(tx app.Tx, rec *R) error {
	_, key := q.where(tx, rec)
	_, err := q.kind.Put(tx, key, q.spec.Of(rec))
	return err
}

// PutFormer looks at a record for a migration: what an earlier release had begun stands in the queue
// from then on.
func (q *Runs[R]) PutFormer(tx app.Tx, rec *R) error {
	if !q.spec.Works(rec) {
		return nil
	}
	company, key := q.where(tx, rec)
	_, err := q.kind.put(tx, company, key, q.spec.Of(rec))
	return err
}

// Check reports a record that goes on by itself and does not stand in the queue.
func (q *Runs[R]) Check(r app.Reader, rec *R, report func(app.Breach)) error {
	if !q.spec.Works(rec) {
		return nil
	}
	company, key := q.where(r, rec)
	e, found, err := entryByKey.Find(r, keyOf(company, q.spec.Name, key))
	if err == nil && (!found || !e.State.open()) {
		report(app.Breach{ID: q.spec.Of(rec).ID, Key: "queue", Expected: "an open entry in the queue", Found: "none"})
	}
	return err
}

// Invariant is that of all the records of a company.
func (q *Runs[R]) Invariant(name string, all func(app.Reader) iter.Seq2[indexes.Hit[R], error]) app.Invariant {
	return app.Invariant{Name: name, Check: func(r app.Reader, report func(app.Breach)) error {
		for hit, err := range all(r) {
			if err == nil {
				err = q.Check(r, &hit.Rec, report)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}}
}

// Progress is how a run stands after a step.
type Progress struct {
	more bool
	rest time.Duration
}

var (
	// More: the next step can be done.
	More = Progress{more: true}
	// Ended: the run is at its end, or waits for somebody.
	Ended = Progress{}
)

// Rest is a run that can do nothing for a while.
func Rest(pause time.Duration) Progress { return Progress{rest: max(pause, time.Millisecond)} }

// Step does the next piece of a run and stores it. It may be done again: when it failed, or when the
// process ended before its progress was noted.
type Step func(ctx context.Context) (Progress, error)

// By wires what goes on with the runs. It is called for each turn, and gives what does one step
// after the other while the turn lasts.
func (q *Runs[R]) By(turn func(a *app.App, company int64, of Ref) Step) app.Effect {
	return q.kind.SentBy(func(ctx context.Context, a *app.App, m Message[Ref]) error {
		return takeTurn(ctx, a, turn(a, m.Company, m.Payload))
	})
}

// goingOn is instead of an error when a turn is over and the run is not.
type goingOn struct{ rest time.Duration }

func (goingOn) Error() string { return "it goes on" }

// takeTurn does steps until the run rests or ends, the turn is over, or the server stops.
func takeTurn(ctx context.Context, a *app.App, step Step) error {
	for until := a.Now().Add(turnTime); ; {
		p, err := step(ctx)
		switch {
		case err != nil:
			return err
		case p == Ended:
			return nil
		case !p.more, workers.Of(a).stopping(), !a.Now().Before(until):
			return goingOn{p.rest}
		}
	}
}

// stopping tells that no further round begins.
func (w *worker) stopping() bool { return w.serving().Err() != nil }

// serving is the context of the last round.
func (w *worker) serving() context.Context {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rounds
}

package imports

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/queue"
	"marquee/indexes"
)

// goesOn are the imports in the queue: those that wait for nobody, in one state and round.
var goesOn = queue.NewRuns(queue.RunSpec[Import]{
	Name: "import", Of: func(n *Import) queue.Ref { return queue.Ref{ID: n.ID, B: int64(n.State), C: n.Round} }, Works: (*Import).works,
})

// begin has an import checked, or run.
func (n *Import) begin(tx app.Tx, s State) error {
	if err := n.enter(s); err != nil {
		return err
	}
	return goesOn.Put(tx, n)
}

// beginTurn begins a turn of an import.
func beginTurn(a *app.App, company int64, of queue.Ref) queue.Step {
	t := &turn{app: a, company: company, id: of.ID}
	return t.step
}

// QueueFormer is the migration that puts the imports into the queue that an earlier release began.
func QueueFormer() indexes.Migration {
	return indexes.Migration{Number: 7, Name: "imports in the queue", Step: indexes.LookAtEach(imports.Table, goesOn.PutFormer)}
}

// Finish goes on with an import until it waits for somebody or is at its end, and gives
// it as it is then. It is for whoever does not want to wait for the background.
func Finish(ctx context.Context, a *app.App, c *app.Caller, id int64) (Import, error) {
	t := &turn{app: a, company: c.CompanyID, id: id}
	for p := queue.More; p == queue.More; {
		var err error
		if p, err = t.step(app.Background(ctx)); err != nil {
			return Import{}, err
		}
	}
	return Read(ctx, a, c, id)
}

// turn is a time in which an import goes on. It is read into memory as a whole.
type turn struct {
	app         *app.App
	company, id int64
	plan        *plan // nil until it is read
	now         Import
}

// step checks or runs some records.
func (t *turn) step(ctx context.Context) (queue.Progress, error) {
	if ctx.Err() != nil {
		return queue.Ended, ctx.Err()
	}
	if t.plan == nil {
		if err := t.load(ctx); err != nil || t.plan == nil {
			return queue.Ended, err
		}
	}
	s := step{plan: t.plan, app: t.app, company: t.company, was: t.now}
	do := s.run
	if t.now.State == Checking {
		do = s.check
	}
	err := do(ctx)
	if overtaken := errors.Is(err, errOvertaken); overtaken || err == nil && (s.now.State != t.now.State || s.now.Round != t.now.Round) {
		t.plan = nil // it is read again
		return queue.More, nil
	}
	t.now = s.now
	return queue.More, err
}

// load reads an import that waits for nobody.
func (t *turn) load(ctx context.Context) error {
	return t.app.ViewCompany(ctx, t.company, func(r app.Reader) (err error) {
		if t.now, err = imports.Get(r, t.id); err == nil && t.now.works() {
			t.plan, err = load(r, &t.now)
		}
		return err
	})
}

// works tells that the import waits for nobody.
func (n *Import) works() bool { return n.State == Checking || n.State == Running }

package imports

import (
	"context"
	"fmt"
	"iter"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// ForgetJob is the name of the job that removes what is kept no longer.
const ForgetJob = "forget imported rows"

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:   &p,
		Tables:  []indexes.Declared{imports.Declared, parts.Declared, results.Declared, taken.Declared},
		Effects: []app.Effect{goesOn.By(beginTurn)},
		Jobs: []app.Job{
			{Name: ForgetJob, Every: forgetEvery, ByClock: true, Each: func(ctx context.Context, w *app.Work) error { return forgetAll(ctx, w) }},
		},
		Invariants: []app.Invariant{
			{Name: "the report of an import adds up", Check: checkReports},
			goesOn.Invariant("an import that waits for nobody stands in the queue", func(r app.Reader) iter.Seq2[indexes.Hit[Import], error] {
				return imports.Scan(r, indexes.All[int64]())
			}),
		},
	}
}

func checkReports(r app.Reader, report func(app.Breach)) error {
	for hit, err := range imports.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		n := &hit.Rec
		if n.Parts == 0 || n.State != Checked && n.State != Running && n.State != Done {
			continue
		}
		counted := Import{}
		for row, err := range results.Scan(r, indexes.Between(resultKey{A: n.ID}, resultKey{A: n.ID + 1})) {
			if err != nil {
				return err
			}
			counted.count(&row.Rec)
		}
		counted.Valid += counted.Created + counted.Changed + counted.Unchanged + counted.Failed
		if found, want := n.figures(), counted.figures(); found != want {
			report(app.Breach{ID: n.ID, Key: "figures", Expected: want, Found: found})
		}
		if n.Valid+n.Refused != n.Rows {
			report(app.Breach{ID: n.ID, Key: "rows", Expected: fmt.Sprint(n.Rows), Found: fmt.Sprint(n.Valid + n.Refused)})
		}
	}
	return nil
}

// figures are the counts of an import in one text.
func (n *Import) figures() string {
	return fmt.Sprint(n.Valid, n.Refused, n.Created, n.Changed, n.Unchanged, n.Failed)
}

// Ports are what the area asks of others: app/areas fills them.
type Ports struct {
	// ImportOrder keeps an order that was sold elsewhere.
	ImportOrder func(ctx context.Context, a *app.App, c *app.Caller, in order.ForeignOrder) (order.Order, error)
	// What is done to orders that there are: their mail comes again, their money came by transfer,
	// they wait longer, items of them are decided about, and they are void.
	MailOrder   func(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error
	PayOrder    func(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error
	ExtendOrder func(ctx context.Context, a *app.App, c *app.Caller, k order.Key, until *time.Time) (order.Order, error)
	DecideItems func(ctx context.Context, a *app.App, c *app.Caller, items []int64, approve bool) error
	VoidOrder   func(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error
}

package massrefund

import (
	"fmt"
	"iter"

	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:   &p,
		Tables:  []indexes.Declared{runs.Declared, results.Declared},
		Effects: []app.Effect{goesOn.By(begin)},
		Invariants: []app.Invariant{
			{Name: "the report of a mass refund adds up", Check: checkReports},
			goesOn.Invariant("a mass refund that is not at its end stands in the queue", func(r app.Reader) iter.Seq2[indexes.Hit[Run], error] {
				return runs.Scan(r, indexes.All[int64]())
			}),
		},
	}
}

// QueueFormer is the migration that puts the runs into the queue that an earlier release began.
func QueueFormer() indexes.Migration {
	return indexes.Migration{Number: 6, Name: "refunds of events in the queue", Step: indexes.LookAtEach(runs.Table, goesOn.PutFormer)}
}

func checkReports(r app.Reader, report func(app.Breach)) error {
	counted := map[int64]*Run{}
	for hit, err := range results.Scan(r, indexes.All[resultKey]()) {
		if err != nil {
			return err
		}
		if counted[hit.Rec.RunID] == nil {
			counted[hit.Rec.RunID] = &Run{}
		}
		counted[hit.Rec.RunID].note(&hit.Rec, nil)
	}
	for hit, err := range runs.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		want := counted[hit.Rec.ID]
		if want == nil {
			want = &Run{}
		}
		if found, expected := hit.Rec.figures(), want.figures(); found != expected {
			report(app.Breach{ID: hit.Rec.ID, Key: "figures", Expected: expected, Found: found})
		}
	}
	return nil
}

// figures are the counts and sums of a run in one text.
func (n *Run) figures() string {
	sums := map[int64]int64{}
	for _, s := range n.Sums {
		sums[s.CurrencyID] = s.Amount
	}
	return fmt.Sprint(n.Refunded, n.Nothing, n.Failed, n.Pending, sums)
}

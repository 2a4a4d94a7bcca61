package massrefund

import (
	"fmt"

	"marquee/app"
	"marquee/indexes"
)

// Job is the name of the job that refunds.
const Job = "refund cancelled events"

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:      &p,
		Tables:     []indexes.Declared{runs.Declared, results.Declared},
		Jobs:       []app.Job{{Name: Job, Every: every, Each: goOnAll}},
		Invariants: []app.Invariant{{Name: "the report of a mass refund adds up", Check: checkReports}},
	}
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

package attempt

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// ReconcileJob is the name of the job that finishes what nobody finished.
const ReconcileJob = "reconcile attempts"

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables: []indexes.Declared{attempts.Declared},
		Jobs: []app.Job{
			{Name: ReconcileJob, Every: reconcileEvery, Each: reconcile},
		},
		Invariants: []app.Invariant{
			{Name: "AT-1 a subject has at most one open attempt, and every begun one is asked about", Check: checkOpen},
		},
	}
}

// checkOpen compares the begun attempts of a company with those that keep others out.
func checkOpen(r app.Reader, report func(app.Breach)) error {
	subjects := map[string]int64{}
	for h, err := range attemptByAsk.Scan(r, indexes.All[time.Time]()) {
		if err != nil {
			return err
		}
		if other, taken := subjects[h.Rec.Subject]; taken || h.Rec.State != Begun {
			report(app.Breach{ID: h.ID, Expected: "the only begun attempt of its subject", Found: fmt.Sprintf("%s, beside %d", h.Rec.State, other)})
		}
		subjects[h.Rec.Subject] = h.ID
	}
	for e, err := range attemptByOpen.Keys(r, indexes.All[string]()) {
		if err != nil {
			return err
		}
		if begun, ok := subjects[e.Key]; ok && begun != e.ID {
			report(app.Breach{ID: begun, Expected: "one open attempt of its subject", Found: fmt.Sprint(e.ID)})
		}
		delete(subjects, e.Key)
	}
	for _, id := range subjects {
		report(app.Breach{ID: id, Expected: "an attempt that keeps others out", Found: "none"})
	}
	return nil
}

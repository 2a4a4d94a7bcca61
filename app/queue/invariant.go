package queue

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// checkQueue reads the open entries of a company, by their queue and by their states,
// and reports where the two do not agree.
func checkQueue(r app.Reader, report func(app.Breach)) error {
	queued := map[int64]bool{}
	for h, err := range entryByQueue.Scan(r, indexes.PrefixOf1[string, time.Time](r.Company())) {
		if err != nil {
			return err
		}
		queued[h.ID] = true
		if !h.Rec.State.open() || h.Rec.CompanyID != r.Company() {
			report(app.Breach{ID: h.ID, Expected: "an open entry of the company", Found: fmt.Sprintf("%s, company %d", h.Rec.State, h.Rec.CompanyID)})
		}
	}
	for _, s := range []State{Waiting, Leased} {
		for h, err := range entryByState.Scan(r, rangeOf(s)) {
			if err != nil {
				return err
			}
			if h.Rec.CompanyID != r.Company() {
				continue
			}
			if !queued[h.ID] || h.Rec.State != s {
				report(app.Breach{ID: h.ID, Expected: fmt.Sprintf("%s, and queued once", s), Found: fmt.Sprintf("%s, queued: %v", h.Rec.State, queued[h.ID])})
			}
			delete(queued, h.ID)
		}
	}
	for id := range queued {
		report(app.Breach{ID: id, Expected: "a queued entry in one state", Found: "none"})
	}
	return nil
}

// IsOpen tells whether an entry is still to be sent.
func IsOpen(r app.Reader, id int64) (bool, error) {
	all, err := entries.GetMany(r, []int64{id})
	return len(all) == 1 && all[0].State.open(), err
}

package webhook

import (
	"fmt"

	"marquee/app"
	"marquee/indexes"
)

// checkEndpoints holds the calls against the endpoints, and what is wanted against what
// the endpoints want.
func checkEndpoints(r app.Reader, report func(app.Breach)) error {
	known := map[int64]bool{}
	var kinds int64
	for h, err := range endpoints.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		known[h.Rec.ID] = true
		for _, k := range h.Rec.Kinds {
			if h.Rec.wants(k) {
				kinds |= k.bit()
			}
		}
	}
	w, _, err := subscribedKinds.Find(r, 0)
	if err != nil {
		return err
	}
	if w.Kinds != kinds {
		report(app.Breach{Key: "webhook_kinds", Expected: fmt.Sprintf("%b", kinds), Found: fmt.Sprintf("%b", w.Kinds)})
	}
	for h, err := range calls.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if !known[h.Rec.EndpointID] {
			report(app.Breach{ID: h.Rec.ID, Expected: "a call with an endpoint", Found: fmt.Sprintf("endpoint %d, which is gone", h.Rec.EndpointID)})
		}
	}
	return nil
}

// checkLanes walks the open calls lane by lane.
func checkLanes(r app.Reader, report func(app.Breach)) error {
	var lane laneKey
	waiting, first := 0, int64(0)
	done := func() {
		if first != 0 && waiting != 1 {
			report(app.Breach{ID: first, Expected: "one call of its object that waits", Found: fmt.Sprint(waiting)})
		}
	}
	for h, err := range callOpen.Scan(r, indexes.All[laneKey]()) {
		if err != nil {
			return err
		}
		if at := (laneKey{A: h.Rec.EndpointID, B: h.Rec.lane()}); at != lane || first == 0 {
			done()
			lane, waiting, first = at, 0, h.Rec.ID
		}
		if h.Rec.State == Waiting {
			waiting++
		}
	}
	done()
	return nil
}

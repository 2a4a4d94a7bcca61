package office

import (
	"time"

	"marquee/app"
	"marquee/app/office"
	"marquee/app/readiness"
)

// firstWeek is how long Home says what the next event still lacks, whether it sells or not.
const firstWeek = 7 * 24 * time.Hour

// todo is something that an event has, or not yet.
type todo struct {
	Text, To string
	Done     bool
}

// addFirstSteps adds what the next event of a new company has and lacks, unless nothing is missing.
func (body *homeBody) addFirstSteps(v *visit, next *office.Row) error {
	if v.app.Now().Sub(v.company.CreatedAt) > firstWeek || !v.holds(app.EditEvents) {
		return nil
	}
	r, err := readiness.Of(v.r.Context(), v.app, v.caller, next.ID)
	if err != nil {
		return err
	}
	missing := false
	for _, c := range r.Checks {
		missing = missing || !c.Done
		if !c.Done || !c.Needed {
			body.FirstSteps = append(body.FirstSteps, v.todo(next.ID, &c))
		}
	}
	if !missing {
		body.FirstSteps = nil
	}
	body.StepsOf = next.Name
	return nil
}

// todo is a condition of an event in words, with the way to where it is seen to.
func (v *visit) todo(eventID int64, c *readiness.Check) todo {
	t := todo{Text: v.view.T("office.check_" + string(c.Name)), Done: c.Done}
	if below, there := where[c.Name]; there && !c.Done {
		t.To = v.path("/events/%d%s", eventID, below)
	}
	return t
}

// addNeeded adds what the event still needs to be sold, as long as it is not.
func (body *overviewBody) addNeeded(v *visit) error {
	if body.Final || !v.holds(app.EditEvents) || body.Selling && body.E.Standing.Is == office.Selling {
		return nil
	}
	r, err := readiness.Of(v.r.Context(), v.app, v.caller, body.E.ID)
	if err != nil || r.Sells() {
		return err
	}
	done := 0
	for _, c := range r.Checks {
		if !c.Needed {
			continue
		}
		t := v.todo(body.E.ID, &c)
		if t.To == body.Event { // it is seen to here
			t.To = ""
		}
		if body.Needed = append(body.Needed, t); c.Done {
			done++
		}
	}
	body.NeededDone = v.view.T("office.n_done", "done", v.view.Number(int64(done)), "n", len(body.Needed))
	return nil
}

// where is below the address of an event where a condition is seen to; others have no page here.
var where = map[readiness.Name]string{
	readiness.Published: "", readiness.Selling: "", readiness.Date: "/basics", readiness.Description: "/basics",
	readiness.Tickets: "/tickets", readiness.Prices: "/tickets", readiness.Window: "/tickets", readiness.Stock: "/tickets",
}

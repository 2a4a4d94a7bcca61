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
		t := todo{Text: v.view.T("office.check_" + string(c.Name)), Done: c.Done}
		if below, there := where[c.Name]; there && !c.Done {
			t.To = v.path("/events/%d%s", next.ID, below)
		}
		missing = missing || !c.Done
		if !c.Done || !c.Needed {
			body.FirstSteps = append(body.FirstSteps, t)
		}
	}
	if !missing {
		body.FirstSteps = nil
	}
	body.StepsOf = next.Name
	return nil
}

// where is below the address of an event where a condition is seen to; others have no page here.
var where = map[readiness.Name]string{
	readiness.Published: "", readiness.Selling: "", readiness.Date: "/basics", readiness.Description: "/basics",
	readiness.Tickets: "/tickets", readiness.Prices: "/tickets", readiness.Window: "/tickets", readiness.Stock: "/tickets",
}

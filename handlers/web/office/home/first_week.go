package home

import (
	"marquee/handlers/web/office/event"
	"marquee/handlers/web/office/screen"
	"time"

	"marquee/app"
	"marquee/app/office"
	"marquee/app/readiness"
)

// firstWeek is how long Home says what the next event still lacks, whether it sells or not.
const firstWeek = 7 * 24 * time.Hour

// addFirstSteps adds what the next event of a new company has and lacks, unless nothing is missing.
func (body *homeBody) addFirstSteps(v *screen.Visit, next *office.Row) error {
	if v.App.Now().Sub(v.Company.CreatedAt) > firstWeek || !v.Holds(app.EditEvents) {
		return nil
	}
	r, err := readiness.Of(v.R.Context(), v.App, v.Caller, next.ID)
	if err != nil {
		return err
	}
	missing := false
	for _, c := range r.Checks {
		missing = missing || !c.Done
		if !c.Done || !c.Needed {
			body.FirstSteps = append(body.FirstSteps, event.TodoOf(v, next.ID, &c))
		}
	}
	if !missing {
		body.FirstSteps = nil
	}
	body.StepsOf = next.Name
	return nil
}

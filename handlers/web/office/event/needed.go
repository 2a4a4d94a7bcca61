package event

import (
	"marquee/app"
	"marquee/app/office"
	"marquee/app/readiness"
	"marquee/handlers/web/office/screen"
)

// addNeeded adds what the event still needs to be sold, as long as it is not.
func (body *overviewBody) addNeeded(v *screen.Visit) error {
	if body.Final || !v.Holds(app.EditEvents) || body.Selling && body.E.Standing.Is == office.Selling {
		return nil
	}
	r, err := readiness.Of(v.R.Context(), v.App, v.Caller, body.E.ID)
	if err != nil || r.Sells() {
		return err
	}
	done := 0
	for _, c := range r.Checks {
		if !c.Needed {
			continue
		}
		t := TodoOf(v, body.E.ID, &c)
		if t.To == body.Event { // it is seen to here
			t.To = ""
		}
		if body.Needed = append(body.Needed, t); c.Done {
			done++
		}
	}
	body.NeededDone = v.View.T("office.n_done", "done", v.View.Number(int64(done)), "n", len(body.Needed))
	return nil
}

// TodoOf is a condition of an event in words, with the way to where it is seen to.
func TodoOf(v *screen.Visit, eventID int64, c *readiness.Check) Todo {
	t := Todo{Text: v.View.T("office.check_" + string(c.Name)), Done: c.Done}
	if below, there := where[c.Name]; there && !c.Done {
		t.To = v.Path("/events/%d%s", eventID, below)
	}
	return t
}

// Todo is something that an event has, or not yet.
type Todo struct {
	Text, To string
	Done     bool
}

// where is below the address of an event where a condition is seen to; others have no page here.
var where = map[readiness.Name]string{
	readiness.Published: "", readiness.Selling: "", readiness.Date: "/basics", readiness.Description: "/basics",
	readiness.Tickets: "/tickets", readiness.Prices: "/tickets", readiness.Window: "/tickets", readiness.Stock: "/tickets",
}

package seats

import (
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/office"
	"marquee/app/seating"
	forms "marquee/handlers/seating"
	"marquee/handlers/web/office/event"
	"marquee/handlers/web/office/screen"
)

// maxPlan is what the form of a plan may send, in bytes: 60,000 seats, as browsers write them.
const maxPlan = 10 << 20

// drawBody is the plan of the venue, to be drawn.
type drawBody struct {
	E              *office.Event
	Event, All, At string
	// Op is the operation that saves it.
	Op, About string
	Choices   []screen.Tab
}

const (
	makePlan   = "POST seating-plans"
	revisePlan = "POST seating-plans/update"
)

// plansQuery names the plan that is drawn, where it is not that of the event.
const plansQuery = "plan"

func drawScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/seats/draw", Post: "POST /office/{alias}/events/{id}/seats/draw", Needs: app.EditSeating, MaxForm: maxPlan,
		Template: o.Template(templates, "draw.html"), Show: showDraw,
		Forms: map[string]screen.Then{
			makePlan:   {Say: "office.seats_plan_made", To: toSeats},
			revisePlan: {Say: "office.seats_plan_saved", To: afterDrawing},
		},
	}
}

// afterDrawing shows what the new revision would change, where the event is sold from the plan.
func afterDrawing(v *screen.Visit, _ any) string {
	p, err := seating.ReadOfEvent(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return toSeats(v, nil)
	}
	src, err := seating.Read(v.R.Context(), v.App, v.Caller, p.RootID(), 0)
	if err != nil || src.ID == p.SourceID {
		return toSeats(v, nil)
	}
	return toSeats(v, nil) + "/take-over"
}

// showDraw shows the plan as a text, of which a script makes a drawing.
func showDraw(v *screen.Visit) error {
	e, err := event.ReadEvent(v)
	if err != nil {
		return err
	}
	if e.VenueID == 0 || !v.Holds(app.ViewSeating) {
		return app.Missing("page")
	}
	v.View.Title = v.View.T("office.seats_draw")
	v.View.Styles, v.View.Scripts = append(v.View.Styles, "seats.css"), append(v.View.Scripts, "plan.js")
	at := v.Path("/events/%d", e.ID)
	b := &drawBody{E: e, Event: at, All: v.Path("/events"), At: at + "/seats"}
	v.Body.It = b
	id, err := b.which(v)
	if err != nil {
		return err
	}
	if id == 0 {
		b.Op, b.About = makePlan, v.View.T("office.seats_draw_new")
		v.Body.Add(makePlan).Fill(map[string]any{"venueId": e.VenueID, "plan": firstPlan(v)})
		return nil
	}
	p, err := seating.Read(v.R.Context(), v.App, v.Caller, id, 0)
	if err != nil {
		return err
	}
	d, err := seating.Export(v.R.Context(), v.App, v.Caller, id, 0)
	if err != nil {
		return err
	}
	text, err := forms.WriteDocument(&d)
	if err != nil {
		return err
	}
	b.Op, b.About = revisePlan, v.View.T("office.seats_draw_of", "name", p.Name, "n", v.View.Number(p.Number()))
	f := v.Body.Add(revisePlan)
	f.Fill(map[string]any{"id": id, "plan": string(text), "unchangedSince": p.UpdatedAt.UTC().Format(time.RFC3339Nano)})
	return nil
}

// which is the plan that is drawn: the one that is asked for, that of the event, or the first of
// the venue; 0 is a new one.
func (b *drawBody) which(v *screen.Visit) (int64, error) {
	page, err := seating.List(v.R.Context(), v.App, v.Caller, seating.Filter{VenueID: b.E.VenueID, Limit: seating.MaxPage})
	if err != nil {
		return 0, err
	}
	id := int64(0)
	if len(page.Rows) > 0 {
		id = page.Rows[0].RootID()
	}
	if own, err := seating.ReadOfEvent(v.R.Context(), v.App, v.Caller, b.E.ID); err == nil {
		for i := range page.Rows {
			if page.Rows[i].RootID() == own.RootID() {
				id = own.RootID()
			}
		}
	}
	if asked := v.R.URL.Query().Get(plansQuery); asked != "" {
		id = 0
		for i := range page.Rows {
			if strconv.FormatInt(page.Rows[i].RootID(), 10) == asked {
				id = page.Rows[i].RootID()
			}
		}
	}
	if len(page.Rows) == 0 {
		return 0, nil
	}
	for i := range page.Rows {
		p := &page.Rows[i]
		b.Choices = append(b.Choices, screen.Tab{Text: p.Name, To: b.At + "/draw?" + plansQuery + "=" + strconv.FormatInt(p.RootID(), 10), Here: p.RootID() == id})
	}
	b.Choices = append(b.Choices, screen.Tab{Text: v.View.T("office.seats_draw_another"), To: b.At + "/draw?" + plansQuery + "=new", Here: id == 0})
	return id, nil
}

// firstPlan is what a new drawing begins with.
func firstPlan(v *screen.Visit) string {
	d := seating.Document{Name: v.View.T("office.seats_first_plan"), Focal: &seating.Position{Y: -3}, PriceBands: []seating.Label{{Name: v.View.T("office.seats_first_band")}}}
	text, err := forms.WriteDocument(&d)
	if err != nil {
		return ""
	}
	return string(text)
}

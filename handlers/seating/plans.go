package seating

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/seating"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// planJSON is a seating plan without its seats.
type planJSON struct {
	Name       string            `json:"name"`
	VenueID    int64             `json:"venueId"`
	EventID    *int64            `json:"eventId" doc:"The event whose copy it is; null: the plan is a venue's."`
	Spaces     int64             `json:"spaces" doc:"Seats and general admission areas."`
	Capacity   int64             `json:"capacity" doc:"How many people it takes."`
	FocalPoint *positionJSON     `json:"focalPoint" doc:"What the best seats are nearest to."`
	PriceBands []bandIDJSON      `json:"priceBands"`
	Settings   *seatSettingsJSON `json:"settings" doc:"How the event sells from it; null for the plan of a venue."`
	Holds      []holdJSON        `json:"holds"`
	CreatedAt  time.Time         `json:"createdAt"`
	UpdatedAt  time.Time         `json:"updatedAt"`
}

type bandIDJSON struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

func planForm(p *seating.Plan) planJSON {
	out := planJSON{
		Name: p.Name, VenueID: p.VenueID, EventID: wire.OrNull(p.EventID), Spaces: p.Spaces, Capacity: p.Capacity,
		PriceBands: []bandIDJSON{}, Holds: []holdJSON{}, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
	}
	for n, b := range p.BandAreas {
		out.PriceBands = append(out.PriceBands, bandIDJSON{p.BandID(int64(n)), b.Name})
	}
	if p.Focal != nil {
		out.FocalPoint = &positionJSON{float64(p.Focal.X) / 1000, float64(p.Focal.Y) / 1000}
	}
	if p.EventID != 0 {
		out.Settings = settingsForm(&p.Settings)
	}
	for _, h := range p.HoldViews() {
		out.Holds = append(out.Holds, holdForm(h))
	}
	return out
}

func planRow(p seating.Plan) rest.Resource[planJSON] {
	row := rest.Resource[planJSON]{Type: "seatingPlans", ID: p.ID, Attributes: planForm(&p), Self: fmt.Sprintf("/v1/seating-plan?id=%d", p.ID)}
	if p.EventID != 0 {
		row.Self = fmt.Sprintf("/v1/events/seating-plan?eventId=%d", p.EventID)
	}
	return row
}

func onePlan(p seating.Plan) rest.One[planJSON] { return rest.One[planJSON]{Data: planRow(p)} }

type importIn struct {
	VenueID rest.ID  `json:"venueId" required:"true" min:"1"`
	Plan    rest.Raw `json:"plan" required:"true" doc:"The plan, as the manual describes it. Read strictly: what is wrong is told by its path."`
}

type plansIn struct {
	rest.Page
	VenueID *rest.ID `query:"venueId" blank:"true"`
}

type planIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

type dropPlanIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

type exportJSON struct {
	VenueID int64    `json:"venueId"`
	Plan    rest.Raw `json:"plan"`
}

func plans(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/seating-plans", Summary: "Import a seating plan", Tag: "Seating",
			Doc:   "A plan of a venue with up to 60,000 seats, stored as a whole or not at all. It does not change afterwards: import another one.",
			Allow: app.EditSeating, Status: 201, MaxBody: maxBody, Weight: app.Heavy,
		}, rest.On(a, importPlan)),
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/seating-plans", Summary: "List seating plans of venues", Tag: "Seating",
			Doc: "By id.", Allow: app.ViewSeating, Limit: seating.MaxPage,
		}, rest.OnList(a, listPlans)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/seating-plan", Summary: "Read a seating plan of a venue", Tag: "Seating",
			Doc: "Without its seats: these are in the export.", Allow: app.ViewSeating,
		}, func(ctx context.Context, c *app.Caller, in planIn) (rest.One[planJSON], error) {
			return rest.As(onePlan)(seating.Read(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/seating-plan/export", Summary: "Export a seating plan of a venue", Tag: "Seating",
			Doc: "As POST /seating-plans takes it.", Allow: app.ViewSeating,
		}, rest.On(a, exportPlan)),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/seating-plans", Summary: "Delete a seating plan of a venue", Tag: "Seating",
			Doc: "Events keep the copies that they are sold from.", Allow: app.EditSeating,
		}, func(ctx context.Context, c *app.Caller, in dropPlanIn) (wire.SuccessJSON, error) {
			return wire.Done(seating.Remove(ctx, a, c, int64(in.ID)))
		}),
	}
}

func importPlan(ctx context.Context, a *app.App, c *app.Caller, in importIn) (out rest.One[planJSON], err error) {
	d, err := ReadDocument(in.Plan, "plan")
	if err != nil {
		return out, err
	}
	return rest.As(onePlan)(seating.Import(ctx, a, c, seating.NewPlan{VenueID: int64(in.VenueID), Document: d, Prefix: "plan."}))
}

func listPlans(ctx context.Context, a *app.App, c *app.Caller, in plansIn) (out rest.Many[planJSON], l list.Info, err error) {
	f := seating.Filter{Offset: in.Offset, Limit: in.Limit}
	if in.VenueID != nil {
		f.VenueID = int64(*in.VenueID)
	}
	page, err := seating.List(ctx, a, c, f)
	return rest.ListOf(in.Page, page.Info, page.Rows, planRow), page.Info, err
}

func exportPlan(ctx context.Context, a *app.App, c *app.Caller, in planIn) (out exportJSON, err error) {
	p, err := seating.Read(ctx, a, c, int64(in.ID))
	if err != nil {
		return out, err
	}
	d, err := seating.Export(ctx, a, c, int64(in.ID))
	if err != nil {
		return out, err
	}
	text, err := WriteDocument(&d)
	return exportJSON{p.VenueID, text}, err
}

package seating

import (
	"context"
	"encoding/json"
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
	Revision   int64             `json:"revision" doc:"Counts from 1. Of an event: the one that it is sold from."`
	SourceID   *int64            `json:"sourceId" doc:"The plan of the venue that an event's was copied from; null for that plan itself."`
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
		Name: p.Name, VenueID: p.VenueID, Revision: p.Number(), EventID: wire.OrNull(p.EventID), Spaces: p.Spaces, Capacity: p.Capacity,
		PriceBands: []bandIDJSON{}, Holds: []holdJSON{}, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
	}
	for n, b := range p.BandAreas {
		out.PriceBands = append(out.PriceBands, bandIDJSON{p.BandID(int64(n)), b.Name})
	}
	if p.Focal != nil {
		out.FocalPoint = &positionJSON{float64(p.Focal.X) / 1000, float64(p.Focal.Y) / 1000}
	}
	if p.EventID != 0 {
		out.SourceID, out.Settings = wire.OrNull(p.RootID()), settingsForm(&p.Settings)
	}
	for _, h := range p.HoldViews() {
		out.Holds = append(out.Holds, holdForm(h))
	}
	return out
}

func planRow(p seating.Plan) rest.Resource[planJSON] {
	row := rest.Resource[planJSON]{Type: "seatingPlans", ID: p.RootID(), Attributes: planForm(&p), Self: fmt.Sprintf("/v1/seating-plan?id=%d", p.RootID())}
	if p.EventID != 0 {
		row.ID = p.ID
		row.Self = fmt.Sprintf("/v1/events/seating-plan?eventId=%d", p.EventID)
	}
	return row
}

func onePlan(p seating.Plan) rest.One[planJSON] { return rest.One[planJSON]{Data: planRow(p)} }

type importIn struct {
	VenueID rest.ID  `json:"venueId" required:"true" min:"1"`
	Plan    rest.Raw `json:"plan" required:"true" doc:"The plan, as the manual describes it, or a text with it. Read strictly: what is wrong is told by its path."`
}

type plansIn struct {
	rest.Page
	VenueID *rest.ID `query:"venueId" blank:"true"`
}

type planIn struct {
	ID       rest.ID  `query:"id" required:"true" min:"1"`
	Revision *rest.ID `query:"revision" blank:"true" min:"1" doc:"One of its revisions; the newest by default."`
}

func (in *planIn) revision() int64 {
	if in.Revision == nil {
		return 0
	}
	return int64(*in.Revision)
}

type reviseIn struct {
	ID             rest.ID    `json:"id" required:"true" min:"1"`
	Plan           rest.Raw   `json:"plan" required:"true" doc:"The whole plan, as the export gives it."`
	UnchangedSince *rest.Time `json:"unchangedSince" doc:"When the caller knows it to be changed last, its updatedAt: refused with 409 where somebody changed it since."`
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
			Doc:   "A plan of a venue with up to 60,000 seats, stored as a whole or not at all.",
			Allow: app.EditSeating, Status: 201, MaxBody: maxBody, Weight: app.Heavy,
		}, rest.On(a, importPlan)),
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/seating-plans", Summary: "List seating plans of venues", Tag: "Seating",
			Doc: "In the order in which they were made or revised.", Allow: app.ViewSeating, Limit: seating.MaxPage,
		}, rest.OnList(a, listPlans)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/seating-plan", Summary: "Read a seating plan of a venue", Tag: "Seating",
			Doc: "Without its seats: these are in the export.", Allow: app.ViewSeating,
		}, func(ctx context.Context, c *app.Caller, in planIn) (rest.One[planJSON], error) {
			return rest.As(onePlan)(seating.Read(ctx, a, c, int64(in.ID), in.revision()))
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/seating-plan/export", Summary: "Export a seating plan of a venue", Tag: "Seating",
			Doc: "As POST /seating-plans takes it.", Allow: app.ViewSeating,
		}, rest.On(a, exportPlan)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/seating-plans/update", Summary: "Make the next revision of a seating plan", Tag: "Seating",
			Doc: "The plan keeps its id and gets the next number; the revisions before it, the last 100 and the first, stay readable. " +
				"Events keep what they are sold from until POST /events/seating-plan/resync.",
			Allow: app.EditSeating, MaxBody: maxBody, Weight: app.Heavy,
		}, rest.On(a, revisePlan)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/seating-plan/revisions", Summary: "List the revisions of a seating plan", Tag: "Seating",
			Doc: "The newest first.", Allow: app.ViewSeating,
		}, rest.On(a, listRevisions)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/seating-plans/check", Summary: "Say what is wrong with a seating plan", Tag: "Seating",
			Doc:   "Stores nothing. Problems would be refused; doubts are stored, but hardly meant, such as two seats at one place.",
			Allow: app.EditSeating, Or: []app.Ability{app.ViewSeating}, MaxBody: maxBody, Weight: app.Heavy,
		}, checkPlan),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/seating-plans", Summary: "Delete a seating plan of a venue", Tag: "Seating",
			Doc: "With its revisions. Events keep the copies that they are sold from.", Allow: app.EditSeating,
		}, func(ctx context.Context, c *app.Caller, in dropPlanIn) (wire.SuccessJSON, error) {
			return wire.Done(seating.Remove(ctx, a, c, int64(in.ID)))
		}),
	}
}

// planText is the plan of a request: an object, or a text with one, as forms send it.
func planText(in rest.Raw) []byte {
	var text string
	if json.Unmarshal(in, &text) == nil {
		return []byte(text)
	}
	return in
}

func importPlan(ctx context.Context, a *app.App, c *app.Caller, in importIn) (out rest.One[planJSON], err error) {
	d, err := ReadDocument(planText(in.Plan), "plan")
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
	p, err := seating.Read(ctx, a, c, int64(in.ID), in.revision())
	if err != nil {
		return out, err
	}
	d, err := seating.Export(ctx, a, c, int64(in.ID), in.revision())
	if err != nil {
		return out, err
	}
	text, err := WriteDocument(&d)
	return exportJSON{p.VenueID, text}, err
}

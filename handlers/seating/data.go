package seating

import (
	"context"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/seating"
	"marquee/handlers/rest"
)

// seatingDataJSON is what the plan of an event has, but for its seats.
type seatingDataJSON struct {
	Areas      []bandedJSON      `json:"areas"`
	General    []generalAreaJSON `json:"generalAdmissionAreas"`
	Blocks     []bandedJSON      `json:"blocks"`
	Tables     []bandedJSON      `json:"tables"`
	PriceBands []bandIDJSON      `json:"priceBands"`
}

type bandedJSON struct {
	ID           int64   `json:"id"`
	Name         string  `json:"name"`
	PriceBandIDs []int64 `json:"priceBandIds"`
}

type generalAreaJSON struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	AreaIDs     []int64 `json:"areaIds"`
	PriceBandID int64   `json:"priceBandId"`
}

type planDataJSON struct {
	Data seatingDataJSON `json:"data"`
}

type dataIn struct {
	EventID rest.ID  `query:"eventId" required:"true" min:"1"`
	AreaID  *rest.ID `query:"areaId" blank:"true" doc:"Only what lies in one area."`
}

type areasIn struct {
	rest.Page
	EventID   rest.ID    `query:"eventId" required:"true" min:"1"`
	Available *rest.Flag `query:"hasAvailability" blank:"true" doc:"Only areas where something can still be had, or, when false, where nothing can."`
}

type areaJSON struct {
	Name string `json:"name"`
}

// maxAreas is how many areas one page has: all of an event.
const maxAreas = 500

func data(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/seating-plan-data", Summary: "Retrieve seating plan data", Tag: "Seating",
			Doc:   "Of the copy that the event is sold from. An event without a seating plan has none: 404.",
			Allow: app.ViewEvents, Or: []app.Ability{app.ListEvents},
		}, rest.On(a, planData)),
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/seating-plan-areas", Summary: "Retrieve areas", Tag: "Seating",
			Allow: app.ViewEvents, Or: []app.Ability{app.ListEvents}, Limit: maxAreas,
		}, rest.OnList(a, planAreas)),
	}
}

func planData(ctx context.Context, a *app.App, c *app.Caller, in dataIn) (out planDataJSON, err error) {
	_, chart, err := seating.OfTheEvent(ctx, a, c, int64(in.EventID))
	if err != nil {
		return out, err
	}
	area := int64(0)
	if in.AreaID != nil {
		area = int64(*in.AreaID)
	}
	o, err := chart.Outline(area)
	if err != nil {
		return out, err
	}
	out.Data = seatingDataJSON{bandedForms(o.Areas), []generalAreaJSON{}, bandedForms(o.Blocks), bandedForms(o.Tables), []bandIDJSON{}}
	for _, g := range o.General {
		out.Data.General = append(out.Data.General, generalAreaJSON{g.ID, g.Name, g.AreaIDs, g.BandID})
	}
	for _, b := range o.Bands {
		out.Data.PriceBands = append(out.Data.PriceBands, bandIDJSON(b))
	}
	return out, nil
}

func bandedForms(all []seating.BandedPart) []bandedJSON {
	out := make([]bandedJSON, 0, len(all))
	for _, p := range all {
		out = append(out, bandedJSON{p.ID, p.Name, append([]int64{}, p.BandIDs...)})
	}
	return out
}

func planAreas(ctx context.Context, a *app.App, c *app.Caller, in areasIn) (out rest.Many[areaJSON], l list.Info, err error) {
	all, err := seating.Areas(ctx, a, c, int64(in.EventID), (*bool)(in.Available))
	if err != nil {
		return out, l, err
	}
	page := list.Held(all, list.Request{Offset: in.Offset, Limit: in.Limit})
	return rest.ListOf(in.Page, page.Info, page.Rows, func(p seating.NamedPart) rest.Resource[areaJSON] {
		return rest.Resource[areaJSON]{Type: "seating_plan_areas", ID: p.ID, Attributes: areaJSON{p.Name}}
	}), page.Info, nil
}

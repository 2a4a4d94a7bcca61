package catalog

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// copyPart is a part of what hangs on an event.
type copyPart string

// Values lists the parts.
func (copyPart) Values() []string { return catalog.CopyParts() }

type copyEventIn struct {
	EventID  rest.ID       `json:"eventId" required:"true" min:"1"`
	Dates    []rest.Time   `json:"dates" required:"true" maxitems:"100" doc:"When the copies begin. Everything of the event that has a time moves along, by the clocks at the event."`
	Repeat   *repeatFields `json:"repeat" doc:"Takes each of the dates again, up to its until; 100 copies in all."`
	Name     string        `json:"name" maxlen:"255" doc:"Of the copies; that of the event when absent."`
	Parts    *[]copyPart   `json:"parts" doc:"What is copied beside the event itself, its settings, sale periods and limits. All that the caller may make when absent; a part that is named and that they may not make is refused."`
	Schedule rest.Flag     `json:"schedule" doc:"The copies are dates of the same show: they join the schedule of the event, or one is made of it and them. Needs events.edit."`
	wire.DryRunIn
}

type copiedJSON struct {
	Events  []copiedEventJSON `json:"events" doc:"The copies, by their start. They are drafts."`
	Each    []copiedPartJSON  `json:"each" doc:"How much each of them has."`
	LeftOut []leftPartJSON    `json:"leftOut" doc:"What none of them has, and why."`
}

type copiedEventJSON struct {
	ID        int64     `json:"id"`
	Name      string    `json:"name"`
	StartDate time.Time `json:"startDate"`
	EndDate   time.Time `json:"endDate"`
	Timezone  string    `json:"timezone"`
}

type copiedPartJSON struct {
	Part  copyPart `json:"part"`
	Count int64    `json:"count"`
}

type leftPartJSON struct {
	Part   copyPart   `json:"part"`
	Count  int64      `json:"count" doc:"0: all there is."`
	Reason rest.Words `json:"reason"`
}

func copiedOf(c *app.Caller, out catalog.Copied) copiedJSON {
	form := copiedJSON{Events: []copiedEventJSON{}, Each: []copiedPartJSON{}, LeftOut: []leftPartJSON{}}
	for i := range out.Events {
		e := &out.Events[i]
		form.Events = append(form.Events, copiedEventJSON{ID: e.ID, Name: e.NameIn(c.Language), StartDate: e.Start, EndDate: e.End, Timezone: e.Timezone})
	}
	for _, p := range out.Each {
		form.Each = append(form.Each, copiedPartJSON{Part: copyPart(p.Part), Count: p.N})
	}
	for _, p := range out.Left {
		form.LeftOut = append(form.LeftOut, leftPartJSON{Part: copyPart(p.Part), Count: p.N, Reason: rest.Words(p.Why.Format)})
	}
	return form
}

// command is the request as the business takes it.
func (in *copyEventIn) command() (catalog.CopyEvent, error) {
	out := catalog.CopyEvent{EventID: int64(in.EventID), Name: in.Name, Schedule: bool(in.Schedule)}
	for _, d := range in.Dates {
		out.Starts = append(out.Starts, *d.At())
	}
	if in.Parts != nil {
		out.Parts = &[]catalog.CopyPart{}
		for _, p := range *in.Parts {
			*out.Parts = append(*out.Parts, catalog.CopyPart(p))
		}
	}
	if in.Repeat == nil {
		return out, nil
	}
	again, err := in.Repeat.repeat("repeat.")
	out.Repeat = &again
	return out, err
}

func eventCopies(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/copy", Summary: "Copy an event to other dates", Tag: "Catalogue",
			Doc: "All or nothing, as drafts: with what it sells and asks, its pictures, seats, fees, zones and limits, and nothing of what was sold, held or published. " +
				"Codes that name the event count at the copies too. What the caller may not make is left out, and named.",
			Allow: app.CreateEvents, Status: 201, Turn: rest.InBulk,
		}, func(ctx context.Context, c *app.Caller, in copyEventIn) (copiedJSON, error) {
			return wire.Do(ctx, a, c, in.DryRunIn, func(a *app.App) (copiedJSON, error) {
				cmd, err := in.command()
				if err != nil {
					return copiedJSON{}, err
				}
				out, err := catalog.CopyEvents(ctx, a, c, cmd)
				return copiedOf(c, out), err
			})
		}),
	}
}

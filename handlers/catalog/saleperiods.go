package catalog

import (
	"context"
	"fmt"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type salePeriodFields struct {
	ID        rest.ID    `json:"id"`
	Name      string     `json:"name" maxlen:"255"`
	Type      string     `json:"type" required:"true" enum:"general,presale" doc:"One is general at most, and may be open-ended."`
	StartDate *rest.Time `json:"startDate" required:"true"`
	EndDate   *rest.Time `json:"endDate" doc:"Presales have one."`
}

func salePeriods(in *[]salePeriodFields) *[]catalog.SalePeriod {
	if in == nil {
		return nil
	}
	all := []catalog.SalePeriod{}
	for _, p := range *in {
		one := catalog.SalePeriod{ID: int64(p.ID), Name: p.Name, Presale: p.Type == "presale", Until: p.EndDate.At()}
		if at := p.StartDate.At(); at != nil {
			one.From = *at
		}
		all = append(all, one)
	}
	return &all
}

// salePeriodJSON is a time in which an event is sold.
type salePeriodJSON struct {
	ID        int64      `json:"id"`
	Name      string     `json:"name"`
	StartDate time.Time  `json:"startDate"`
	EndDate   *time.Time `json:"endDate"`
	Type      string     `json:"type"`
	TypeID    int64      `json:"typeId"`
}

func salePeriodForms(e *catalog.Event) []salePeriodJSON {
	all := []salePeriodJSON{}
	for _, p := range e.SalePeriods {
		all = append(all, salePeriodForm(p))
	}
	return all
}

func salePeriodForm(p catalog.SalePeriod) salePeriodJSON {
	out := salePeriodJSON{ID: p.ID, Name: p.Name, StartDate: p.From, EndDate: p.Until, Type: "general", TypeID: 1}
	if p.Presale {
		out.Type, out.TypeID = "presale", 2
	}
	return out
}

// includeSalePeriods adds the sale periods of an event.
func includeSalePeriods(in *rest.Included, e *catalog.EventView) rest.Relation {
	refs := []rest.Ref{}
	for _, p := range e.SalePeriods {
		refs = append(refs, rest.Ref{Type: "salePeriods", ID: p.ID})
		in.Add("salePeriods", p.ID, salePeriodForm(p))
	}
	return rest.Relation{Name: "salePeriods", Data: refs}
}

type slotSeriesIn struct {
	EventID rest.ID `json:"eventId" required:"true" min:"1"`
	timeslotFields
	repeatFields
	wire.DryRunIn
}

// repeatFields take a moment again and again.
type repeatFields struct {
	Unit     string     `json:"unit" required:"true" enum:"minutes,hours,days,weeks,months,years" doc:"Months and years take the last day of a month that is too short, as BYMONTHDAY=31,30,29,28 with BYSETPOS=1 does in RFC 5545: from 31 January on, 28 February and 31 March."`
	Step     *int64     `json:"step" min:"1" max:"60" doc:"Units between two beginnings, by the clocks at the event; 1 when absent."`
	Weekdays []string   `json:"weekdays" maxitems:"7" enum:"monday,tuesday,wednesday,thursday,friday,saturday,sunday" doc:"The days of each week, for steps of weeks; that of the first when absent."`
	Times    []string   `json:"times" maxitems:"24" maxlen:"5" doc:"The times of each day, as 20:00, for steps of days and weeks; that of the first when absent."`
	Until    *rest.Time `json:"until" doc:"Timeslots: the last one ends by then, the end of the event when absent. Copies: the last one begins by then."`
}

// repeat is the request as the business takes it.
func (in *repeatFields) repeat(at string) (catalog.Repeat, error) {
	out := catalog.Repeat{Unit: catalog.SlotUnit(in.Unit), Step: 1, Until: in.Until.At()}
	if in.Step != nil {
		out.Step = *in.Step
	}
	for _, name := range in.Weekdays {
		for d := range time.Weekday(7) {
			if strings.EqualFold(d.String(), name) {
				out.Weekdays = append(out.Weekdays, d)
			}
		}
	}
	for i, text := range in.Times {
		t, err := time.Parse("15:04", text)
		if err != nil {
			return out, app.Field(fmt.Sprintf("%stimes.%d", at, i), "must be a time, as 20:00")
		}
		out.Times = append(out.Times, int64(t.Hour()*60+t.Minute()))
	}
	return out, nil
}

// slots are the routes of timeslots. Single ones are made with their event.
func slots(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/timeslots/series", Summary: "Make a series of timeslots", Tag: "Catalogue",
			Doc: "All or nothing: the first from start to end, the others as long as it, one step later each, to the end of the event. " +
				"Single timeslots are made and changed with their event. Answers with the event.",
			Allow: app.EditEvents, Or: saleEditors, Status: 201, Fields: true, Turn: rest.InBulk,
		}, func(ctx context.Context, c *app.Caller, in slotSeriesIn) (out rest.One[eventWrittenJSON], err error) {
			return wire.Do(ctx, a, c, in.DryRunIn, func(a *app.App) (out rest.One[eventWrittenJSON], err error) {
				again, err := in.repeat("")
				if err != nil {
					return out, err
				}
				v, err := catalog.CreateSlots(ctx, a, c, catalog.SlotSeries{EventID: int64(in.EventID), First: in.timeslotFields.change(), Repeat: again})
				if err != nil {
					return out, err
				}
				return writtenForm(ctx, a, c, v)
			})
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/timeslots", Summary: "Delete a timeslot", Tag: "Catalogue",
			Doc:   "With its sale items. One that was sold, or is in a basket, stays, and its sale items are taken off sale.",
			Allow: app.EditEvents, Or: saleEditors,
		}, func(ctx context.Context, c *app.Caller, in trashIn) (withdrawnJSON, error) {
			deleted, err := catalog.DeleteSlot(ctx, a, c, int64(in.ID))
			return withdrawnJSON{wire.SuccessJSON{Success: true}, deleted}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/timeslots/restore", Summary: "Restore a deleted timeslot", Tag: "Catalogue",
			Doc:   "With the sale items that were deleted with it.",
			Allow: app.EditEvents, Or: saleEditors,
		}, func(ctx context.Context, c *app.Caller, in trashIn) (wire.SuccessJSON, error) {
			return wire.Done(catalog.RestoreSlot(ctx, a, c, int64(in.ID)))
		}),
	}
}

package catalog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// scheduleFields are those of a schedule, beside lists of events and by itself.
type scheduleFields struct {
	Name         string     `json:"name"`
	Description  *string    `json:"description"`
	Type         string     `json:"type" enum:"repeating,mixed"`
	FutureEvents int64      `json:"futureEventsCount" doc:"Published ones that are not over."`
	StartDate    *time.Time `json:"startDate" doc:"Of the first of them."`
	EndDate      *time.Time `json:"endDate" doc:"Of the last of them."`
	Thumbnail    *string    `json:"thumbnail"`
	wire.SoftStamps
}

// scheduleJSON is a schedule beside a list of events.
type scheduleJSON struct {
	_  rest.Of `rest:"eventSchedules"`
	ID int64   `json:"id"`
	scheduleFields
}

func scheduleFieldsOf(v *catalog.ScheduleView) scheduleFields {
	return scheduleFields{
		Name: v.Name, Description: wire.OrNull(v.Description), Type: v.Type,
		FutureEvents: v.Upcoming, StartDate: v.From, EndDate: v.Until,
		SoftStamps: wire.SoftStampsOf(v.CreatedAt, v.UpdatedAt, v.DeletedAt),
	}
}

func scheduleForm(v catalog.ScheduleView) rest.Resource[scheduleFields] {
	out := rest.Resource[scheduleFields]{
		Type: "eventSchedules", ID: v.ID, Self: fmt.Sprintf("/v1/events?scheduleId=%d", v.ID), Attributes: scheduleFieldsOf(&v),
	}
	refs := []rest.Ref{}
	for _, id := range v.EventIDs {
		refs = append(refs, rest.Ref{Type: "events", ID: id})
	}
	out.Relate("events", refs)
	return out
}

// addSchedule puts the schedule of an event beside the list, once.
func (out *eventListJSON) addSchedule(v *catalog.ScheduleView) {
	if v == nil || slices.ContainsFunc(out.Schedules, func(s scheduleJSON) bool { return s.ID == v.ID }) {
		return
	}
	out.Schedules = append(out.Schedules, scheduleJSON{ID: v.ID, scheduleFields: scheduleFieldsOf(v)})
}

func includeSchedule(in *rest.Included, e *catalog.EventView) rest.Relation {
	const name = "eventSchedules"
	if e.Schedule == nil {
		return rest.Relation{Name: name, Data: (*rest.Ref)(nil)}
	}
	in.Add(name, e.Schedule.ID, scheduleFieldsOf(e.Schedule))
	return rest.Relation{Name: name, Data: rest.Ref{Type: name, ID: e.Schedule.ID}}
}

type schedulesIn struct {
	rest.Page
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type createScheduleIn struct {
	Name        string           `json:"name" required:"true" maxlen:"255"`
	Description rest.Opt[string] `json:"description"`
	Type        *string          `json:"type" enum:"repeating,mixed" doc:"repeating unless told: the same show on many dates."`
	EventIDs    []rest.ID        `json:"eventIds" required:"true" maxitems:"100" doc:"Two at least, which belong to no other schedule."`
}

type updateScheduleIn struct {
	ID          rest.ID          `json:"id" required:"true" min:"1"`
	Name        *string          `json:"name" maxlen:"255"`
	Description rest.Opt[string] `json:"description"`
	Type        *string          `json:"type" enum:"repeating,mixed"`
	EventIDs    *[]rest.ID       `json:"eventIds" maxitems:"100" doc:"All its events afterwards."`
}

func schedules(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/event-schedules", Summary: "List schedules of events", Tag: "Catalogue",
			Doc: "By id.", Allow: app.ListEvents, Or: []app.Ability{app.ViewEvents}, Fields: true, Limit: catalog.MaxEventPage,
		}, func(ctx context.Context, c *app.Caller, in schedulesIn) (rest.Many[scheduleFields], list.Info, error) {
			page, err := catalog.ListSchedules(ctx, a, c, catalog.ScheduleFilter{
				WithTrashed: bool(in.WithTrashed), Request: list.Request{Offset: in.Offset, Limit: in.Limit},
			})
			return rest.ListOf(in.Page, page.Info, page.Rows, scheduleForm), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/event-schedules", Summary: "Make a schedule of events", Tag: "Catalogue",
			Doc:   "A run of events that belong together. When fewer than two are left it dissolves.",
			Allow: app.EditEvents, Status: 201, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in createScheduleIn) (rest.One[scheduleFields], error) {
			ids := wire.IDs(in.EventIDs)
			v, err := catalog.CreateSchedule(ctx, a, c, catalog.ScheduleChange{
				Name: &in.Name, Description: wire.Maybe(in.Description), Type: in.Type, EventIDs: &ids,
			})
			return rest.One[scheduleFields]{Data: scheduleForm(v)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/event-schedules/update", Summary: "Change a schedule of events", Tag: "Catalogue",
			Doc:   "Season tickets that were sold keep the events that they were sold for.",
			Allow: app.EditEvents, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in updateScheduleIn) (rest.One[scheduleFields], error) {
			change := catalog.ScheduleChange{Name: in.Name, Description: wire.Maybe(in.Description), Type: in.Type}
			if in.EventIDs != nil {
				ids := wire.IDs(*in.EventIDs)
				change.EventIDs = &ids
			}
			v, err := catalog.UpdateSchedule(ctx, a, c, int64(in.ID), change)
			return rest.One[scheduleFields]{Data: scheduleForm(v)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/event-schedules", Summary: "Dissolve a schedule of events", Tag: "Catalogue",
			Doc: "Its events stay, and season tickets go on letting in at them.", Allow: app.EditEvents,
		}, act(a, catalog.DissolveSchedule)),
	}
}

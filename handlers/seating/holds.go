package seating

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/seating"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type holdJSON struct {
	ID    int64   `json:"id"`
	Name  string  `json:"name"`
	Users []int64 `json:"users" doc:"Who may sell from it."`
	// ReleaseAt is its end.
	ReleaseAt  *time.Time `json:"releaseAt" doc:"When what it keeps is on sale again; null: never by itself."`
	ReleasedAt *time.Time `json:"releasedAt" doc:"When its time was over and what it kept was given back."`
}

func holdForm(h seating.HoldView) holdJSON {
	return holdJSON{h.ID, h.Name, append([]int64{}, h.Users...), h.ReleaseAt, h.ReleasedAt}
}

type addHoldIn struct {
	EventID   rest.ID    `json:"eventId" required:"true" min:"1"`
	Name      string     `json:"name" required:"true" maxlen:"100"`
	Users     []rest.ID  `json:"users" maxitems:"100" doc:"Users of the company who may sell from it."`
	ReleaseAt *rest.Time `json:"releaseAt" doc:"When what it keeps is on sale again by itself."`
}

type changeHoldIn struct {
	EventID   rest.ID             `json:"eventId" required:"true" min:"1"`
	ID        rest.ID             `json:"id" required:"true" min:"1" doc:"Its id within the event."`
	Name      *string             `json:"name" maxlen:"100"`
	Users     *[]rest.ID          `json:"users" maxitems:"100" doc:"Replaces all."`
	ReleaseAt rest.Opt[rest.Time] `json:"releaseAt" doc:"When what it keeps is on sale again by itself; null: never."`
}

type dropHoldIn struct {
	EventID rest.ID `json:"eventId" required:"true" min:"1"`
	ID      rest.ID `json:"id" required:"true" min:"1" doc:"Its id within the event."`
}

type keepIn struct {
	EventID rest.ID `json:"eventId" required:"true" min:"1"`
	ID      rest.ID `json:"id" required:"true" min:"1" doc:"The hold's id within the event."`
	SpaceID rest.ID `json:"spaceId" required:"true" min:"1" doc:"A general admission area."`
	Left    int64   `json:"left" required:"true" min:"0" max:"1000000" doc:"How many places of it the hold keeps from now on, beside what was sold from it; 0 ends it."`
}

func holds(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/seating-holds", Summary: "Make a hold of an event", Tag: "Seating",
			Doc:   "Seats that are kept for it (POST /seating-spaces/update) are sold by its users, and by those with the ability sales.any_hold. One with releaseAt gives back by itself what it keeps then, within half a minute, and stays, empty.",
			Allow: app.EditSeating, Status: 201,
		}, func(ctx context.Context, c *app.Caller, in addHoldIn) (holdJSON, error) {
			return rest.As(holdForm)(seating.AddHold(ctx, a, c, int64(in.EventID), seating.Hold{Name: in.Name, Users: wire.IDs(in.Users), ReleaseAt: in.ReleaseAt.At()}))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/seating-holds/update", Summary: "Change a hold of an event", Tag: "Seating",
			Doc: "What is absent stays.", Allow: app.EditSeating,
		}, func(ctx context.Context, c *app.Caller, in changeHoldIn) (holdJSON, error) {
			change := seating.HoldChange{Name: in.Name, ReleaseAt: wire.MaybeTime(in.ReleaseAt)}
			if in.Users != nil {
				all := wire.IDs(*in.Users)
				change.Users = &all
			}
			return rest.As(holdForm)(seating.ChangeHold(ctx, a, c, int64(in.EventID), int64(in.ID), change))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/seating-holds/places", Summary: "Keep places of a general admission area for a hold", Tag: "Seating",
			Doc: "As many as are free at most (422 on left). The users of the hold sell them before what is free, those with the ability sales.any_hold after it; nobody else sells them. " +
				"What was sold from a hold and is given back goes back to it. GET /seating-spaces shows what is left.",
			Allow: app.EditSeating,
		}, func(ctx context.Context, c *app.Caller, in keepIn) (wire.SuccessJSON, error) {
			return wire.Done(seating.Keep(ctx, a, c, seating.Keeping{
				EventID: int64(in.EventID), HoldID: int64(in.ID), SpaceID: int64(in.SpaceID), Left: in.Left,
			}))
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/seating-holds", Summary: "Delete a hold of an event", Tag: "Seating",
			Doc: "What it kept is available again.", Allow: app.EditSeating,
		}, func(ctx context.Context, c *app.Caller, in dropHoldIn) (wire.SuccessJSON, error) {
			return wire.Done(seating.DropHold(ctx, a, c, int64(in.EventID), int64(in.ID)))
		}),
	}
}

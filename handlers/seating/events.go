package seating

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/seating"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// seatSettingsJSON are how an event sells from its plan.
type seatSettingsJSON struct {
	Best         bool   `json:"bestAvailableSeatsEnabled"`
	Neighbours   string `json:"neighbours"`
	LeaveSingles bool   `json:"leaveSingles"`
	Automatic    string `json:"automaticSaleItem"`
}

func settingsForm(s *seating.Settings) *seatSettingsJSON {
	return &seatSettingsJSON{s.Best, seating.NeighbourNames[s.Neighbours], s.LeaveSingles, seating.AutomaticNames[s.Automatic]}
}

// settingsIn are the settings of a request; what is absent stays.
type settingsIn struct {
	Best         *rest.Flag `json:"bestAvailableSeatsEnabled" doc:"Buyers may ask for the best seats there are; wants a plan with a focal point."`
	Neighbours   *string    `json:"neighbours" enum:"prefer,any,only" doc:"Whether the best seats are side by side: where that is possible, no matter, or always."`
	LeaveSingles *rest.Flag `json:"leaveSingles" doc:"The best seats may leave a single free seat behind."`
	Automatic    *string    `json:"automaticSaleItem" enum:"none,lowest,highest" doc:"Which of several sale items a seat alone means: none of them, or that of the lowest or highest price above zero."`
}

func (in *settingsIn) put(s *seating.Settings) {
	if in.Best != nil {
		s.Best = bool(*in.Best)
	}
	if in.Neighbours != nil {
		s.Neighbours = seating.Neighbours(slices.Index(seating.NeighbourNames, *in.Neighbours))
	}
	if in.LeaveSingles != nil {
		s.LeaveSingles = bool(*in.LeaveSingles)
	}
	if in.Automatic != nil {
		s.Automatic = seating.Automatic(slices.Index(seating.AutomaticNames, *in.Automatic))
	}
}

type attachIn struct {
	EventID rest.ID `json:"eventId" required:"true" min:"1"`
	PlanID  rest.ID `json:"planId" required:"true" min:"1" doc:"A plan of the event's venue."`
	settingsIn
}

type changePlanIn struct {
	EventID rest.ID `json:"eventId" required:"true" min:"1"`
	settingsIn
}

type detachIn struct {
	EventID rest.ID `json:"eventId" required:"true" min:"1"`
}

type eventIn struct {
	EventID rest.ID `query:"eventId" required:"true" min:"1"`
}

func events(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/seating-plan", Summary: "Give an event a seating plan", Tag: "Seating",
			Doc: "The event gets a copy of a plan of its venue, in place of one that it has. Refused once it has sold tickets, or has some in baskets. " +
				"While the copy is made nothing of the event is sold; then its sale items are given price bands.",
			Allow: app.EditSeating, Status: 201,
		}, func(ctx context.Context, c *app.Caller, in attachIn) (rest.One[planJSON], error) {
			ask := seating.Attach{EventID: int64(in.EventID), PlanID: int64(in.PlanID)}
			in.put(&ask.Settings)
			return rest.As(onePlan)(seating.AttachPlan(ctx, a, c, ask))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/seating-plan/update", Summary: "Change how an event sells from its plan", Tag: "Seating",
			Doc: "What is absent stays.", Allow: app.EditSeating,
		}, func(ctx context.Context, c *app.Caller, in changePlanIn) (rest.One[planJSON], error) {
			return rest.As(onePlan)(seating.ChangeSettings(ctx, a, c, int64(in.EventID), in.put))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/seating-plan/resync", Summary: "Sell an event from the newest revision of its plan", Tag: "Seating",
			Doc: "What both have keeps its id, its holds and who has it; a seat is the same if it is called the same, else if it is at the same place. " +
				"Refused while somebody has a seat that would be gone, and where a sale item sells a price band that would be: with dryRun, blocked names them. " +
				"Tickets keep the names that they were sold with.",
			Allow: app.EditSeating, Weight: app.Heavy,
		}, rest.On(a, resync)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/events/seating-plan", Summary: "Read the seating plan of an event", Tag: "Seating",
			Doc: "With its settings and holds, without its seats.", Allow: app.ViewSeating,
		}, func(ctx context.Context, c *app.Caller, in eventIn) (rest.One[planJSON], error) {
			return rest.As(onePlan)(seating.ReadOfEvent(ctx, a, c, int64(in.EventID)))
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/events/seating-plan", Summary: "Take the seating plan off an event", Tag: "Seating",
			Doc: "Refused once it has sold tickets, or has some in baskets.", Allow: app.EditSeating,
		}, func(ctx context.Context, c *app.Caller, in detachIn) (wire.SuccessJSON, error) {
			return wire.Done(seating.DetachPlan(ctx, a, c, int64(in.EventID)))
		}),
	}
}

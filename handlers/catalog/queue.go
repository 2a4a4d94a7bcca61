package catalog

import (
	"context"
	"math"
	"time"

	"marquee/app"
	"marquee/app/waitingroom"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// queueJSON is the line before an event.
type queueJSON struct {
	EventID   int64      `json:"eventId"`
	IsEnabled bool       `json:"isEnabled"`
	IsPaused  bool       `json:"isPaused" doc:"Nobody more is called in."`
	OpensAt   *time.Time `json:"opensAt" doc:"The hour of the draw; null without one."`
	Shoppers  int64      `json:"shoppers" doc:"How many may be inside at a time."`
	IsDrawn   bool       `json:"isDrawn" doc:"The draw is over."`
	Came      int64      `json:"came" doc:"Numbers that were given out."`
	Waiting   int64      `json:"waiting" doc:"People in the line."`
	Inside    int64      `json:"inside" doc:"People who choose now."`
	PerMinute float64    `json:"perMinute" doc:"How many were called in a minute, of late."`
	IsSlowed  bool       `json:"isSlowed" doc:"Fewer are called, because commits are slow."`
}

func queueForm(o waitingroom.Overview) queueJSON {
	return queueJSON{
		EventID: o.EventID, IsEnabled: o.On, IsPaused: o.Paused, OpensAt: o.OpensAt, Shoppers: o.Shoppers, IsDrawn: o.Drawn != nil,
		Came: o.Came, Waiting: o.Waiting, Inside: o.Inside, PerMinute: math.Round(o.PerMinute*10) / 10, IsSlowed: o.Slowed,
	}
}

type queueIn struct {
	EventID rest.ID `query:"eventId" required:"true" min:"1"`
}

type setQueueIn struct {
	EventID   rest.ID             `json:"eventId" required:"true"`
	IsEnabled *bool               `json:"isEnabled" doc:"A line that is put back begins anew: nobody has a number."`
	IsPaused  *bool               `json:"isPaused" doc:"True: nobody more is called in. Who is inside goes on, and who waits keeps the place. Without meaning where there is no line."`
	OpensAt   rest.Opt[rest.Time] `json:"opensAt" doc:"The hour of the draw: whoever comes before it is drawn, whoever comes later stands behind them. It cannot be changed after the draw."`
	Shoppers  *int64              `json:"shoppers" min:"1" max:"5000" doc:"How many may be inside at a time; 200 without."`
}

// queues are the routes of the lines before events.
func queues(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event-queue", Summary: "Read the line before an event", Tag: "Catalogue",
			Doc: "How the line goes is known to the running process: after a restart who is inside is counted anew.", Allow: app.ViewEvents,
		}, func(ctx context.Context, c *app.Caller, in queueIn) (queueJSON, error) {
			o, err := waitingroom.Look(ctx, a, c, int64(in.EventID))
			return queueForm(o), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/queue", Summary: "Put a line before an event", Tag: "Catalogue",
			Doc: "It stands before the event's page in the shop; this API is not queued. Fields that are left out stay as they are.", Allow: app.EditEvents,
		}, func(ctx context.Context, c *app.Caller, in setQueueIn) (queueJSON, error) {
			o, err := waitingroom.Set(ctx, a, c, int64(in.EventID), waitingroom.Settings{On: in.IsEnabled, Paused: in.IsPaused, OpensAt: wire.MaybeTime(in.OpensAt), Shoppers: in.Shoppers})
			return queueForm(o), err
		}),
	}
}

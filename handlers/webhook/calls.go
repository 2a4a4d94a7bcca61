package webhook

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/webhook"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type callsIn struct {
	rest.Page
	wire.CursorIn
	WebhookID *rest.ID `query:"webhookId" blank:"true" min:"1"`
	States    []string `query:"states" enum:"waiting,behind,sent,dead"`
	Kinds     []string `query:"kinds" doc:"Kinds of calls, such as order-completed."`
}

// callKind is what a call tells of, or that it is a test.
type callKind string

func (callKind) Values() []string { return append(webhook.Test.Values(), string(webhook.Test)) }

// callJSON is one call, and what became of it.
type callJSON struct {
	WebhookID  int64      `json:"webhookId"`
	Kind       callKind   `json:"kind"`
	ObjectType *string    `json:"objectType" enum:"order,order-item,customer,wallet,scan,event"`
	ObjectID   *int64     `json:"objectId"`
	MessageID  string     `json:"messageId" doc:"The header webhook-id, the same in each attempt."`
	State      string     `json:"state" enum:"waiting,behind,sent,dead"`
	Attempts   int64      `json:"attempts"`
	Status     *int64     `json:"status" doc:"What the receiver answered last."`
	Problem    *string    `json:"problem" doc:"Why the last attempt was not good."`
	OccurredAt time.Time  `json:"occurredAt"`
	DueAt      *time.Time `json:"dueAt" doc:"When it is sent, or sent again."`
	EndedAt    *time.Time `json:"endedAt" doc:"When it was sent or given up."`
	wire.Stamps
}

type sendIn struct {
	ID        rest.ID `json:"id" min:"1" doc:"One call that is dead, or waits for its next attempt."`
	WebhookID rest.ID `json:"webhookId" min:"1" doc:"Instead of id: all dead calls of this webhook."`
}

type queuedJSON struct {
	Queued int64 `json:"queued" doc:"How many are sent now."`
	More   bool  `json:"more" doc:"There are more: ask again."`
}

func calls(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/webhook-calls", Summary: "List calls of webhooks", Tag: tag,
			Doc: "Newest first. waiting: sent as soon as it is due. behind: another one about the same object comes first. sent: the receiver took it. " +
				"dead: given up, for the reason told. " + wire.CursorDoc,
			Allow: app.ViewWebhooks, Fields: true, Limit: webhook.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in callsIn) (out rest.Many[callJSON], l list.Info, err error) {
			page, err := webhook.ListCalls(ctx, a, c, webhook.CallFilter{
				EndpointID: int64(wire.Value(in.WebhookID)), States: in.States, Kinds: in.Kinds,
				Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit},
			})
			if err != nil {
				return out, l, err
			}
			return rest.ListOf(in.Page, page.Info, page.Rows, callRow(c.CompanyID)), page.Info, nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/webhook-calls/send", Summary: "Send calls again", Tag: tag,
			Doc: "At once, and for three days more. Those of a webhook are sent 5,000 at a time.", Allow: app.EditWebhooks, Weight: app.Medium,
		}, func(ctx context.Context, c *app.Caller, in sendIn) (out queuedJSON, err error) {
			switch {
			case in.ID != 0:
				err = webhook.SendAgain(ctx, a, c, int64(in.ID))
				return queuedJSON{Queued: 1}, err
			case in.WebhookID == 0:
				return out, app.Field("id", "is required")
			}
			n, more, err := webhook.SendDead(ctx, a, c, int64(in.WebhookID))
			return queuedJSON{int64(n), more}, err
		}),
	}
}

func callRow(company int64) func(webhook.Call) rest.Resource[callJSON] {
	return func(c webhook.Call) rest.Resource[callJSON] {
		return rest.Resource[callJSON]{Type: "webhookCalls", ID: c.ID, Attributes: callJSON{
			WebhookID: c.EndpointID, Kind: callKind(c.Kind), ObjectType: wire.OrNull(c.Kind.Object().String()), ObjectID: wire.OrNull(c.ObjectID),
			MessageID: c.MessageID(company), State: c.State.String(), Attempts: c.Attempts, Status: wire.OrNull(c.Status), Problem: wire.OrNull(c.Problem),
			OccurredAt: c.At, DueAt: c.Due, EndedAt: c.EndedAt, Stamps: wire.StampsOf(c.CreatedAt, c.UpdatedAt),
		}}
	}
}

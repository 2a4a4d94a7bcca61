package catalog

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// approvalJSON is where the approval of an event stands.
type approvalJSON struct {
	EventID   int64      `json:"eventId"`
	State     string     `json:"state" enum:"none,awaiting,approved,rejected"`
	AskedBy   *int64     `json:"requestedById" doc:"The user who asked."`
	AskedAt   *time.Time `json:"requestedAt"`
	DecidedBy *int64     `json:"decidedById"`
	DecidedAt *time.Time `json:"decidedAt"`
	Reason    *string    `json:"reason" doc:"Why it was rejected."`
}

// awaitingJSON is an event that awaits approval.
type awaitingJSON struct {
	Name  string     `json:"name"`
	Start time.Time  `json:"startDate"`
	By    *int64     `json:"requestedById" doc:"The user who asked."`
	At    *time.Time `json:"requestedAt"`
}

type awaitingIn struct{ rest.Page }

type approvalIn struct {
	EventID rest.ID `query:"eventId" required:"true" min:"1"`
}

type askApprovalIn struct {
	EventID rest.ID `json:"eventId" required:"true"`
}

type refuseApprovalIn struct {
	EventID rest.ID `json:"eventId" required:"true"`
	Reason  string  `json:"reason" required:"true" maxlen:"1000" doc:"Whoever asked gets it by mail."`
}

// eventApprovals are the routes with which those who may not publish an event ask for it.
func eventApprovals(a *app.App) []rest.Route {
	const tag = "Catalogue"
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event-approval", Summary: "Read the approval of an event", Tag: tag, Allow: app.ViewEvents,
		}, func(ctx context.Context, c *app.Caller, in approvalIn) (approvalJSON, error) {
			return rest.As(approvalForm)(catalog.LookAtApproval(ctx, a, c, int64(in.EventID)))
		}),
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/event-approvals", Summary: "List the events that await approval", Tag: tag, Allow: app.ViewEvents,
			Doc:    "Drafts that somebody asked to have published, and that nobody rejected since. The id is that of the event.",
			Fields: true, Limit: catalog.MaxEventPage,
		}, func(ctx context.Context, c *app.Caller, in awaitingIn) (out rest.Many[awaitingJSON], l list.Info, err error) {
			page, err := catalog.ListAwaiting(ctx, a, c, list.Request{Offset: in.Offset, Limit: in.Limit})
			return rest.ListOf(in.Page, page.Info, page.Rows, awaitingForm), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/request-approval", Summary: "Ask for an event to be published", Tag: tag, Allow: app.EditEvents,
			Doc: "For those who may not publish it themselves. approvalsTo of /mail-settings, and whoever asks, get a mail. Publishing the event approves it.",
		}, func(ctx context.Context, c *app.Caller, in askApprovalIn) (approvalJSON, error) {
			return rest.As(approvalForm)(catalog.AskApproval(ctx, a, c, int64(in.EventID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/reject-approval", Summary: "Say why an event is not published", Tag: tag, Allow: app.Publish,
			Doc: "It stays a draft and can be changed, and its approval can be asked for again.",
		}, func(ctx context.Context, c *app.Caller, in refuseApprovalIn) (approvalJSON, error) {
			return rest.As(approvalForm)(catalog.RefuseApproval(ctx, a, c, int64(in.EventID), in.Reason))
		}),
	}
}

func awaitingForm(w catalog.Awaiting) rest.Resource[awaitingJSON] {
	return rest.Resource[awaitingJSON]{
		Type: "event-approvals", ID: w.Event.ID,
		Attributes: awaitingJSON{Name: w.Event.Name, Start: w.Event.Start, By: wire.OrNull(w.Approval.AskedBy), At: &w.Approval.AskedAt},
	}
}

func approvalForm(p catalog.Approval) approvalJSON {
	out := approvalJSON{
		EventID: p.EventID, State: p.State.String(), AskedBy: wire.OrNull(p.AskedBy), DecidedBy: wire.OrNull(p.DecidedBy),
		DecidedAt: p.DecidedAt, Reason: wire.OrNull(p.Reason),
	}
	if p.State != 0 {
		out.AskedAt = &p.AskedAt
	}
	return out
}

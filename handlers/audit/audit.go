package audit

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// outcomeIn is what became of an attempt.
type outcomeIn string

// Values are the outcomes.
func (outcomeIn) Values() []string { return audit.Outcomes() }

type auditIn struct {
	rest.Page
	wire.CursorIn
	Outcome   outcomeIn  `query:"outcome"`
	UserID    *rest.ID   `query:"userId" blank:"true" min:"1" doc:"Who did it."`
	Operator  rest.Flag  `query:"operator" doc:"What whoever runs the box office did at its command line, and work that goes on by itself in nobody's name."`
	Object    string     `query:"object" maxlen:"40" doc:"The kind of record, such as events or members."`
	ObjectID  rest.Text  `query:"objectId" maxlen:"100" doc:"One record of that kind."`
	Operation string     `query:"operation" maxlen:"100" doc:"The whole of it, or its beginning: POST /events."`
	From      *rest.Time `query:"from" date:"true"`
	Until     *rest.Time `query:"until" date:"true" doc:"Not included."`
}

// auditJSON is what one call changed, or one that was refused.
type auditJSON struct {
	At        time.Time     `json:"at"`
	Number    int64         `json:"number" doc:"Entries of a company are numbered without gaps."`
	Outcome   string        `json:"outcome" enum:"changed,refused"`
	UserID    *int64        `json:"userId" doc:"Null is whoever runs the box office."`
	TokenID   *int64        `json:"tokenId"`
	Through   *string       `json:"through" doc:"What the call came through: api, staff pages, scanner, command line, import; null for work that goes on by itself."`
	Operation *string       `json:"operation"`
	Address   *string       `json:"address"`
	Device    *string       `json:"device"`
	Count     int64         `json:"count" doc:"How many refused attempts the entry stands for."`
	Objects   []changedJSON `json:"objects"`
	More      int64         `json:"more" doc:"How many further changes are not told."`
}

type changedJSON struct {
	Object string             `json:"object"`
	ID     string             `json:"id"`
	Did    string             `json:"did" enum:"created,edited,deleted,noted"`
	Fields []changedFieldJSON `json:"fields" doc:"Those that changed."`
}

type changedFieldJSON struct {
	Name   string  `json:"name"`
	Before *string `json:"before" doc:"*** stands for what is not shown."`
	After  *string `json:"after"`
}

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/audit", Summary: "Search the audit log", Tag: "Users",
			Doc: "Newest first: what staff changed, with the fields before and after, and what they were refused. Scans, baskets and sales are no part of it, " +
				"as they are records that tell who made them; rules that were lifted for them are. Secrets and what is known of people are never shown. " + wire.CursorDoc,
			Allow: app.ViewAudit, Fields: true, Limit: audit.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in auditIn) (out rest.Many[auditJSON], l list.Info, err error) {
			if in.ObjectID != "" && in.Object == "" {
				return out, l, app.Field("object", "is required")
			}
			page, err := audit.List(ctx, a, c, audit.Filter{
				Outcome: string(in.Outcome), UserID: int64(wire.Value(in.UserID)), Operator: bool(in.Operator),
				Object: in.Object, Key: string(in.ObjectID), Operation: in.Operation, From: in.From.At(), Until: in.Until.At(),
				Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit},
			})
			if err != nil {
				return out, l, err
			}
			return rest.ListOf(in.Page, page.Info, page.Rows, row), page.Info, nil
		}),
	}
}

func row(e audit.Entry) rest.Resource[auditJSON] {
	out := auditJSON{
		At: e.At, Number: e.Seq, Outcome: e.Outcome.String(), UserID: wire.OrNull(e.UserID), TokenID: wire.OrNull(e.TokenID),
		Through: wire.OrNull(e.Through), Operation: wire.OrNull(e.Operation), Address: wire.OrNull(e.Address), Device: wire.OrNull(e.Device),
		Count: max(e.Count, 1), Objects: []changedJSON{}, More: e.More,
	}
	for i := range e.Objects {
		o := &e.Objects[i]
		form := changedJSON{Object: o.Type, ID: o.Key, Did: o.Did.String(), Fields: []changedFieldJSON{}}
		for _, f := range o.Fields {
			form.Fields = append(form.Fields, changedFieldJSON{f.Name, wire.OrNull(f.Before), wire.OrNull(f.After)})
		}
		out.Objects = append(out.Objects, form)
	}
	return rest.Resource[auditJSON]{Type: "audit-entries", ID: e.ID, Attributes: out}
}

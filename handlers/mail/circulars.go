package mail

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/mail"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// circularIn is what a message to many is made of.
type circularIn struct {
	Texts       *[]circularTextIn   `json:"texts" maxitems:"20" doc:"Each reader gets their own language, else the first."`
	EventIDs    *[]rest.ID          `json:"eventIds" maxitems:"20" doc:"Who holds something of one of these."`
	SaleItemIDs *[]rest.ID          `json:"saleItemIds" maxitems:"100" doc:"Of these alone; none: of whatever."`
	GroupID     rest.Opt[rest.ID]   `json:"customerGroupId" doc:"Who is in this group, of those events where there are any."`
	Came        rest.Opt[mail.Came] `json:"came" doc:"Only who was let in at the event, or only who was not."`
}

type circularTextIn struct {
	Language string `json:"language" required:"true" maxlen:"20"`
	Subject  string `json:"subject" required:"true" maxlen:"200" doc:"One line; {customer.name} and {event.name} stand for these."`
	Body     string `json:"body" required:"true" maxlen:"20000" doc:"Plain text: a blank line between paragraphs, # before a heading, - before an item of a list, **bold**, [label](https://example.com)."`
}

func (in *circularIn) fields() mail.CircularFields {
	f := mail.CircularFields{To: mail.AudienceFields{EventIDs: plainIDs(in.EventIDs), SaleItemIDs: plainIDs(in.SaleItemIDs), GroupID: wire.MaybeID(in.GroupID), Came: wire.Maybe(in.Came)}}
	if in.Texts != nil {
		texts := []mail.CircularText{}
		for _, t := range *in.Texts {
			texts = append(texts, mail.CircularText{Language: t.Language, Subject: t.Subject, Body: t.Body})
		}
		f.Texts = &texts
	}
	return f
}

func plainIDs(all *[]rest.ID) *[]int64 {
	if all == nil {
		return nil
	}
	ids := []int64{}
	for _, id := range *all {
		ids = append(ids, int64(id))
	}
	return &ids
}

type addCircularIn struct{ circularIn }

type editCircularIn struct {
	ID             rest.ID    `json:"id" required:"true" min:"1"`
	UnchangedSince *rest.Time `json:"unchangedSince" doc:"When the caller knows it to be changed last, its updatedAt: refused with 409 where somebody changed it since."`
	circularIn
}

type whichCircularIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

type sendCircularIn struct {
	ID     rest.ID    `json:"id" required:"true" min:"1"`
	At     *rest.Time `json:"at" doc:"Later; absent: now."`
	DryRun rest.Flag  `json:"dryRun" doc:"Counts exactly to whom it would go, and sends nothing."`
}

type tryCircularIn struct {
	ID       rest.ID `json:"id" required:"true" min:"1"`
	Language string  `json:"language" maxlen:"20"`
}

type readCircularIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

type previewCircularIn struct {
	ID       rest.ID `query:"id" required:"true" min:"1"`
	Language string  `query:"language" maxlen:"20"`
}

type circularsIn struct {
	rest.Page
	EventID *rest.ID `query:"eventId" blank:"true"`
}

// circularJSON is a message to many.
type circularJSON struct {
	State       string             `json:"state" enum:"draft,due,sending,sent,stopped"`
	Texts       []circularTextJSON `json:"texts"`
	EventIDs    []int64            `json:"eventIds"`
	SaleItemIDs []int64            `json:"saleItemIds"`
	GroupID     *int64             `json:"customerGroupId"`
	Came        *string            `json:"came"`
	At          *time.Time         `json:"at" doc:"When it is to be sent."`
	Mails       int64              `json:"mails" doc:"How many were written so far."`
	Unreachable int64              `json:"unreachable" doc:"How many people have no address."`
	Outcome     outcomeJSON        `json:"outcome"`
	Before      *time.Time         `json:"before" doc:"When another was last sent to people of the same event, or of the same group."`
	BegunAt     *time.Time         `json:"begunAt"`
	EndedAt     *time.Time         `json:"endedAt"`
	wire.Stamps
}

type circularTextJSON struct {
	Language string `json:"language"`
	Subject  string `json:"subject"`
	Body     string `json:"body"`
}

type outcomeJSON struct {
	Queued     int64 `json:"queued"`
	Sent       int64 `json:"sent"`
	Dead       int64 `json:"dead"`
	Held       int64 `json:"held"`
	Suppressed int64 `json:"suppressed" doc:"May not be written to, or it was stopped before."`
}

// countedJSON is to whom a message would go.
type countedJSON struct {
	People      int64            `json:"people"`
	Mails       int64            `json:"mails"`
	Unreachable int64            `json:"unreachable" doc:"Without an address, or erased."`
	Suppressed  int64            `json:"suppressed" doc:"May not be written to."`
	Reasons     map[string]int64 `json:"reasons" doc:"Why, in English, and how many."`
}

// sentCircularJSON is what came of sending: the message, or with dryRun the count.
type sentCircularJSON struct {
	ID      int64        `json:"id"`
	State   string       `json:"state" enum:"draft,due,sending,sent,stopped"`
	At      *time.Time   `json:"at"`
	Counted *countedJSON `json:"counted" doc:"With dryRun."`
}

type circularPreviewJSON struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"html"`
}

func circularForm(v mail.CircularView) rest.Resource[circularJSON] {
	out := rest.Resource[circularJSON]{Type: "messages", ID: v.ID, Attributes: circularJSON{
		State: v.State.String(), Texts: []circularTextJSON{}, EventIDs: orEmpty(v.To.EventIDs), SaleItemIDs: orEmpty(v.To.SaleItemIDs),
		GroupID: wire.OrNull(v.To.GroupID), Came: wire.OrNull(string(v.To.Came)), At: v.At, Mails: v.Mails, Unreachable: v.Nobody,
		Outcome: outcomeJSON(v.Outcome), Before: v.Before, BegunAt: v.BegunAt, EndedAt: v.EndedAt, Stamps: wire.StampsOf(v.CreatedAt, v.UpdatedAt),
	}}
	for _, t := range v.Texts {
		out.Attributes.Texts = append(out.Attributes.Texts, circularTextJSON(t))
	}
	return out
}

func orEmpty(ids []int64) []int64 {
	if ids == nil {
		return []int64{}
	}
	return ids
}

func oneCircular(v mail.CircularView, err error) (rest.One[circularJSON], error) {
	if err != nil {
		return rest.One[circularJSON]{}, err
	}
	return rest.One[circularJSON]{Data: circularForm(v)}, nil
}

func circulars(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/messages", Summary: "List messages to many", Tag: tag, Allow: app.ViewMails, Doc: "The newest first.", Fields: true, Limit: mail.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in circularsIn) (rest.Many[circularJSON], list.Info, error) {
			f := mail.CircularFilter{Request: list.Request{Offset: in.Offset, Limit: in.Limit}}
			if in.EventID != nil {
				f.EventID = int64(*in.EventID)
			}
			page, err := mail.ListCirculars(ctx, a, c, f)
			return rest.ListOf(in.Page, page.Info, page.Rows, circularForm), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/message", Summary: "Read a message to many", Tag: tag, Allow: app.ViewMails, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in readCircularIn) (rest.One[circularJSON], error) {
			return oneCircular(mail.ReadCircular(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/message/preview", Summary: "Read how a message to many looks", Tag: tag, Allow: app.SendMails,
		}, func(ctx context.Context, c *app.Caller, in previewCircularIn) (circularPreviewJSON, error) {
			p, err := mail.ShowCircular(ctx, a, c, int64(in.ID), in.Language)
			return circularPreviewJSON(p), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/messages", Summary: "Write a message to many", Tag: tag, Allow: app.SendMails, Status: 201, Fields: true,
			Doc: "A draft: nobody gets it before it is sent.",
		}, func(ctx context.Context, c *app.Caller, in addCircularIn) (rest.One[circularJSON], error) {
			return oneCircular(mail.WriteCircular(ctx, a, c, in.fields()))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/messages/update", Summary: "Change a message to many", Tag: tag, Allow: app.SendMails, Fields: true,
			Doc: "As long as it is a draft.",
		}, func(ctx context.Context, c *app.Caller, in editCircularIn) (rest.One[circularJSON], error) {
			return oneCircular(mail.ChangeCircular(ctx, a, c, int64(in.ID), in.UnchangedSince.At(), in.fields()))
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/messages", Summary: "Throw a draft of a message away", Tag: tag, Allow: app.SendMails,
		}, func(ctx context.Context, c *app.Caller, in whichCircularIn) (wire.SuccessJSON, error) {
			return wire.Done(mail.DropCircular(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/messages/test", Summary: "Mail a message to oneself", Tag: tag, Allow: app.SendMails,
		}, func(ctx context.Context, c *app.Caller, in tryCircularIn) (wire.SuccessJSON, error) {
			_, err := mail.TryCircular(ctx, a, c, int64(in.ID), in.Language)
			return wire.Done(err)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/messages/send", Summary: "Send a message to many", Tag: tag, Allow: app.SendMails, Weight: app.Medium,
			Doc: "In the background, some thousand a minute, once to each person. A draft is sent once; who may not be written to is left out.",
		}, func(ctx context.Context, c *app.Caller, in sendCircularIn) (sentCircularJSON, error) {
			return sendCircular(ctx, a, c, in)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/messages/stop", Summary: "Stop a message to many", Tag: tag, Allow: app.SendMails, Fields: true,
			Doc: "What was sent was sent; what waits is not sent any more.",
		}, func(ctx context.Context, c *app.Caller, in whichCircularIn) (rest.One[circularJSON], error) {
			return oneCircular(mail.StopCircular(ctx, a, c, int64(in.ID)))
		}),
	}
}

func sendCircular(ctx context.Context, a *app.App, c *app.Caller, in sendCircularIn) (out sentCircularJSON, err error) {
	var v mail.CircularView
	if !in.DryRun {
		v, err = mail.SendCircular(ctx, a, c, int64(in.ID), in.At.At())
		return sentCircularJSON{ID: v.ID, State: v.State.String(), At: v.At}, err
	}
	x, n, err := mail.CountCircular(ctx, a, c, int64(in.ID))
	if err != nil {
		return out, err
	}
	return sentCircularJSON{
		ID: x.ID, State: x.State.String(), At: x.At,
		Counted: &countedJSON{People: n.People, Mails: n.Mails, Unreachable: n.Nobody, Suppressed: n.Suppressed, Reasons: n.Why},
	}, nil
}

package webhook

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/webhook"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(reads(a), writes(a), secrets(a), calls(a))
}

const tag = "Webhooks"

type webhooksIn struct {
	rest.Page
}

type webhookIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

// webhookJSON is an endpoint. Its secrets are told when they are made and never again.
type webhookJSON struct {
	Name      *string        `json:"name"`
	URL       string         `json:"url"`
	Kinds     []webhook.Kind `json:"kinds"`
	IsEnabled bool           `json:"isEnabled"`
	BatchSize int64          `json:"batchSize" doc:"How many calls one POST has at most; 1: each comes alone."`
	UserID    *int64         `json:"userId" doc:"Who made it."`
	Secrets   []secretJSON   `json:"secrets" doc:"Those that sign, the newest first, without their texts."`
	OpenCalls int64          `json:"openCalls" doc:"Calls that are still to be sent."`
	DeadCalls int64          `json:"deadCalls" doc:"Calls that were given up."`
	Missed    int64          `json:"missedCalls" doc:"What it was not told because too much waited for it."`
	wire.Stamps
}

type secretJSON struct {
	ValidUntil *time.Time `json:"validUntil" doc:"Null: until it is replaced."`
}

// newWebhookJSON tells the secret, this once.
type newWebhookJSON struct {
	Data   rest.Resource[webhookJSON] `json:"data"`
	Secret string                     `json:"secret" doc:"Signs the calls. It is told this once."`
}

func row(v webhook.View) rest.Resource[webhookJSON] {
	at := webhookJSON{
		Name: wire.OrNull(v.Name), URL: v.URL, Kinds: append([]webhook.Kind{}, v.Kinds...), IsEnabled: !v.Disabled, BatchSize: max(1, v.Batch), UserID: wire.OrNull(v.UserID),
		Secrets: []secretJSON{}, OpenCalls: v.Open, DeadCalls: v.Dead, Missed: v.Missed, Stamps: wire.StampsOf(v.CreatedAt, v.UpdatedAt),
	}
	for _, s := range v.Secrets {
		at.Secrets = append(at.Secrets, secretJSON{s.EndsAt})
	}
	return rest.Resource[webhookJSON]{Type: "webhooks", ID: v.ID, Self: fmt.Sprintf("/v1/webhook?id=%d", v.ID), Attributes: at}
}

func one(v webhook.View) rest.One[webhookJSON] { return rest.One[webhookJSON]{Data: row(v)} }

func made(v webhook.View, secret string) newWebhookJSON {
	return newWebhookJSON{Data: row(v), Secret: secret}
}

func reads(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/webhooks", Summary: "List webhooks", Tag: tag,
			Doc: "Where the company has other systems called. By id.", Allow: app.ViewWebhooks, Fields: true, Limit: webhook.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in webhooksIn) (rest.Many[webhookJSON], list.Info, error) {
			page, err := webhook.List(ctx, a, c, webhook.EndpointFilter{Request: list.Request{Offset: in.Offset, Limit: in.Limit}})
			return rest.ListOf(in.Page, page.Info, page.Rows, row), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/webhook", Summary: "Read a webhook", Tag: tag, Allow: app.ViewWebhooks, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in webhookIn) (rest.One[webhookJSON], error) {
			return rest.As(one)(webhook.Read(ctx, a, c, int64(in.ID)))
		}),
	}
}

type webhookFields struct {
	Name      *string    `json:"name" maxlen:"100"`
	IsEnabled *rest.Flag `json:"isEnabled" doc:"What happens while it is not is not told later."`
	BatchSize *int64     `json:"batchSize" min:"1" max:"100" doc:"How many calls one POST has at most. 1 unless told: each comes alone. With more, every POST is a list: {\"type\": \"batch\", \"calls\": [{\"id\": …, \"type\": …}]}."`
}

func (in *webhookFields) fields() webhook.Fields {
	return webhook.Fields{Name: in.Name, Enabled: wire.Yes(in.IsEnabled), Batch: in.BatchSize}
}

type createWebhookIn struct {
	webhookFields
	URL   string         `json:"url" required:"true" maxlen:"500" doc:"Begins with https:// and leads to a public address."`
	Kinds []webhook.Kind `json:"kinds" required:"true" maxitems:"50" doc:"What it is told. Whoever asks for a kind must be able to read what it is about."`
}

type updateWebhookIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
	webhookFields
	URL   *string         `json:"url" maxlen:"500"`
	Kinds *[]webhook.Kind `json:"kinds" maxitems:"50" doc:"All that it is told from now on."`
}

type whichWebhookIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

func writes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/webhooks", Summary: "Create a webhook", Tag: tag,
			Doc: "Calls are POSTs of JSON: type, timestamp, the object by its type and id, and as data what the API answers about it at that moment. They are signed as " +
				"Standard Webhooks has it, with the headers webhook-id, webhook-timestamp and webhook-signature. Any answer of 2xx within five seconds is good; others are tried again for three days.",
			Proof: true, Allow: app.EditWebhooks, Secret: true, Status: 201,
		}, func(ctx context.Context, c *app.Caller, in createWebhookIn) (out newWebhookJSON, err error) {
			f := in.fields()
			f.URL, f.Kinds = &in.URL, &in.Kinds
			e, secret, err := webhook.Create(ctx, a, c, f)
			if err != nil {
				return out, err
			}
			return made(e, secret), nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/webhooks/update", Summary: "Change a webhook", Tag: tag,
			Doc:   "What is absent stays. Whoever changes one must be able to read all that it is told.",
			Proof: true, Allow: app.EditWebhooks, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in updateWebhookIn) (rest.One[webhookJSON], error) {
			f := in.fields()
			f.URL, f.Kinds = in.URL, in.Kinds
			return rest.As(one)(webhook.Update(ctx, a, c, int64(in.ID), f))
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/webhooks", Summary: "Delete a webhook", Tag: tag,
			Doc: "Nothing is sent to it any more; its calls are forgotten.", Allow: app.EditWebhooks,
		}, func(ctx context.Context, c *app.Caller, in whichWebhookIn) (wire.SuccessJSON, error) {
			return wire.Done(webhook.Delete(ctx, a, c, int64(in.ID)))
		}),
	}
}

type rotateIn struct {
	ID        rest.ID `json:"id" required:"true" min:"1"`
	KeepHours *int64  `json:"keepHours" min:"0" max:"168" doc:"How long the secret before signs beside the new one; 24 unless told."`
}

type testedJSON struct {
	CallID int64 `json:"callId" doc:"See GET /webhook-calls."`
}

// usualKeep is how long a secret goes on that was replaced, in hours.
const usualKeep = 24

func secrets(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/webhooks/secret", Summary: "Give a webhook a new secret", Tag: tag,
			Doc: "Until the one before ends, calls carry a signature of each.", Proof: true, Allow: app.EditWebhooks, Secret: true,
		}, func(ctx context.Context, c *app.Caller, in rotateIn) (out newWebhookJSON, err error) {
			keep := int64(usualKeep)
			if in.KeepHours != nil {
				keep = *in.KeepHours
			}
			e, secret, err := webhook.Rotate(ctx, a, c, int64(in.ID), keep)
			if err != nil {
				return out, err
			}
			return made(e, secret), nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/webhooks/test", Summary: "Send a test call", Tag: tag,
			Doc: "About nothing, and sent as any other.", Allow: app.EditWebhooks,
		}, func(ctx context.Context, c *app.Caller, in whichWebhookIn) (out testedJSON, err error) {
			call, err := webhook.TestCall(ctx, a, c, int64(in.ID))
			return testedJSON{call.ID}, err
		}),
	}
}

package attention

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/attention"
	"marquee/app/readiness"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type nothingIn struct{}

// kind is what waits.
type kind string

// Values are all kinds.
func (kind) Values() []string { return attention.Kinds() }

type attentionJSON struct {
	Data []attentionItemJSON `json:"data" doc:"The most urgent first."`
}

type attentionItemJSON struct {
	Kind       kind       `json:"kind"`
	Count      int64      `json:"count" doc:"How many wait; payments are counted up to 100. Of stock_low: how many are left."`
	Since      *time.Time `json:"since" doc:"When the oldest of them began to wait; null: nobody knows, or it has no time."`
	Until      *time.Time `json:"until" doc:"Until when the first of them can wait; null: as long as it likes."`
	EventID    *int64     `json:"eventId"`
	SaleItemID *int64     `json:"saleItemId"`
	Name       *string    `json:"name" doc:"Of the event or the sale item; the address of a mail; where backups go."`
}

type readinessIn struct {
	EventID rest.ID `query:"eventId" required:"true" min:"1"`
}

type readinessJSON struct {
	EventID int64                `json:"eventId"`
	Sells   bool                 `json:"sells" doc:"Nothing is missing that is needed."`
	Checks  []readinessCheckJSON `json:"checks"`
}

// condition is one of an event.
type condition string

// Values are all conditions.
func (condition) Values() []string { return readiness.Names() }

type readinessCheckJSON struct {
	Check    condition `json:"check"`
	IsDone   bool      `json:"isDone"`
	IsNeeded bool      `json:"isNeeded" doc:"The event does not sell without; else it is advice."`
}

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/attention", Summary: "List what waits for a person", Tag: "Access",
			Doc: "Everybody gets what they may do something about: payments and orders with orders.list, payments and transfers with payments.view, mails with mails.view, calls to other systems with webhooks.view, " +
				"events with events.list, tickets that came in twice with events.edit or zones.override where they watch over the doors, those to approve with events.publish too, backups with the right for the installation. What is settled is gone by itself.",
			Allow: app.ListOrders, Or: []app.Ability{app.ListEvents, app.ViewMails, app.ViewWebhooks, app.EditCompany, app.ViewPayments},
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (attentionJSON, error) {
			all, err := attention.Read(ctx, a, c)
			out := attentionJSON{Data: []attentionItemJSON{}}
			for _, e := range all {
				out.Data = append(out.Data, attentionItemJSON{
					kind(e.Kind), e.Count, e.Since, e.Until, wire.OrNull(e.EventID), wire.OrNull(e.SaleItemID), wire.OrNull(e.Name),
				})
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event-readiness", Summary: "Tell why an event does not sell", Tag: "Catalogue",
			Doc:   "Every condition of a sale in the shop, in the order in which somebody meets them. A draft is looked at as if it were published.",
			Allow: app.ViewEvents,
		}, func(ctx context.Context, c *app.Caller, in readinessIn) (readinessJSON, error) {
			r, err := readiness.Of(ctx, a, c, int64(in.EventID))
			out := readinessJSON{EventID: r.EventID, Sells: r.Sells(), Checks: []readinessCheckJSON{}}
			for _, check := range r.Checks {
				out.Checks = append(out.Checks, readinessCheckJSON{condition(check.Name), check.Done, check.Needed})
			}
			return out, err
		}),
	}
}

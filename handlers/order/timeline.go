package order

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/timeline"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type timelineIn struct {
	OrderID rest.Text `query:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
}

type timelineJSON struct {
	OrderID int64          `json:"orderId"`
	Events  []happenedJSON `json:"events" doc:"Oldest first; the newest 500."`
	More    bool           `json:"more" doc:"True: there is more than is told."`
	Without []timelineKind `json:"without" doc:"Kinds that the caller may not see: mail needs mails.view, change audit.view."`
}

// timelineKind is a kind of what happened.
type timelineKind string

// Values lists them.
func (timelineKind) Values() []string { return timeline.Kinds() }

type happenedJSON struct {
	At           time.Time    `json:"at"`
	Kind         timelineKind `json:"kind"`
	UserID       *int64       `json:"userId" doc:"Who of the staff did it; null: a buyer, a gateway, or the program."`
	Word         *string      `json:"word" doc:"The channel (began), payment method (payment, refund), kind (mail, document), outcome at the gate (scan), operation (change), what it is the reason of (note, null: of nothing)."`
	State        *string      `json:"state" doc:"What became of it: the status of a transaction or mail, in or out of a scan, the outcome of a change."`
	Amount       *int64       `json:"amount" doc:"In minor units of the currency of the order; below zero where money went back. Null where it is about no money."`
	OrderItemIDs []int64      `json:"orderItemIds"`
	ID           *int64       `json:"id" doc:"Of the transaction, mail, document or scan; the number in the log of a change."`
	Name         *string      `json:"name" doc:"The number of a document; of a mail the address that it was sent to, where that was not the buyer's, for those who may see customers."`
	Text         *string      `json:"text" doc:"What was noted."`
}

func timelines(a *app.App) []rest.Route {
	return []rest.Route{rest.Handle(rest.Spec{
		Method: "GET", Path: "/order-timeline", Summary: "Read what happened to an order", Tag: "Orders", Allow: app.ViewOrders,
		Doc: "Its steps, money, mails, documents, admissions, notes, and what staff changed, in one list.",
	}, func(ctx context.Context, c *app.Caller, in timelineIn) (timelineJSON, error) {
		t, err := timeline.Of(ctx, a, c, order.ParseKey(string(in.OrderID)))
		out := timelineJSON{OrderID: t.Order.ID, Events: []happenedJSON{}, More: t.More, Without: []timelineKind{}}
		for _, k := range t.Without {
			out.Without = append(out.Without, timelineKind(k))
		}
		for i := range t.Events {
			e := &t.Events[i]
			out.Events = append(out.Events, happenedJSON{
				e.At, timelineKind(e.Kind), wire.OrNull(e.UserID), wire.OrNull(e.Word), wire.OrNull(e.State), wire.OrNull(e.Amount),
				append([]int64{}, e.Items...), wire.OrNull(e.ID), wire.OrNull(e.Name), wire.OrNull(e.Text),
			})
		}
		return out, err
	})}
}

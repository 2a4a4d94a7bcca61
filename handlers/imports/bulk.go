package imports

import (
	"context"

	"marquee/app"
	"marquee/app/imports"
	"marquee/app/order"
	"marquee/handlers/rest"
)

type bulkIn struct {
	IDs    []rest.ID     `json:"ids" maxitems:"10000" doc:"The orders."`
	All    rest.Flag     `json:"all" doc:"All orders that the filter leaves, at most 10,000, in place of ids."`
	Filter *bulkFilterIn `json:"filter" doc:"As of GET /orders."`
	Action bulkAction    `json:"action" required:"true" doc:"remind: mail once more what an order waits for, to those that wait for their money. resend: mail again what it is about. paid: the money came by transfer. extend: it waits longer. approve, reject: all that is undecided of it. cancel: it is void, and no money goes back."`
	Until  *rest.Time    `json:"until" blank:"true" doc:"For extend: until when they wait."`
}

// bulkAction is what is done.
type bulkAction string

// Values lists them.
func (bulkAction) Values() []string { return imports.Actions() }

type bulkFilterIn struct {
	WithReservations rest.Flag  `json:"withReservations"`
	Query            string     `json:"query" maxlen:"255"`
	EventID          *rest.ID   `json:"eventId" blank:"true"`
	Statuses         []string   `json:"statuses" maxitems:"20"`
	From             *rest.Time `json:"from" blank:"true"`
	Until            *rest.Time `json:"until" blank:"true"`
	DueBefore        *rest.Time `json:"dueBefore" blank:"true"`
	PaymentMethods   []string   `json:"paymentMethods" maxitems:"20"`
	SalesChannels    []string   `json:"salesChannels" maxitems:"20"`
	UserID           *rest.ID   `json:"userId" blank:"true"`
}

func (in *bulkIn) bulk() (b imports.Bulk, err error) {
	b = imports.Bulk{Action: imports.Action(in.Action), Until: in.Until.At()}
	if !bool(in.All) {
		for _, id := range in.IDs {
			b.IDs = append(b.IDs, int64(id))
		}
		return b, nil
	}
	b.Filter = &order.Filter{}
	if f := in.Filter; f != nil {
		*b.Filter = order.Filter{
			WithReservations: bool(f.WithReservations), Query: f.Query, EventID: (*int64)(f.EventID), From: f.From.At(), Until: f.Until.At(),
			DueBefore: f.DueBefore.At(), Methods: f.PaymentMethods, Channels: f.SalesChannels, UserID: (*int64)(f.UserID),
		}
		for _, slug := range f.Statuses {
			s := order.StatusOf(slug)
			if s <= order.Active {
				return b, app.Field("filter.statuses", "has no state %s", slug)
			}
			b.Filter.Statuses = append(b.Filter.Statuses, s)
		}
	}
	return b, nil
}

func bulk(a *app.App) []rest.Route {
	return []rest.Route{rest.Handle(rest.Spec{
		Method: "POST", Path: "/orders/bulk", Summary: "Do something to many orders", Tag: "Orders", Allow: app.EditOrders, Status: 201, Fields: true,
		Doc: "Begins an import whose rows are orders. Each is tried at once, in the background, and nothing is done: GET /import tells how many fit, GET /imports/rows why others are left out. " +
			"POST /imports/approve does it, order by order, each with its outcome; POST /imports/cancel ends it. What the same user had checked before and did not approve is ended.",
	}, func(ctx context.Context, c *app.Caller, in bulkIn) (rest.One[importJSON], error) {
		b, err := in.bulk()
		if err != nil {
			return rest.One[importJSON]{}, err
		}
		return rest.As(form)(imports.DoToOrders(ctx, a, c, b))
	})}
}

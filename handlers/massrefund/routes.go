package massrefund

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/massrefund"
	"marquee/app/sales/rules"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

const tag = "Orders"

type startIn struct {
	wire.DryRunIn
	EventID         rest.ID        `json:"eventId" required:"true" min:"1" doc:"A cancelled event."`
	Type            *kindIn        `json:"type" doc:"refund gives the money back, cancellation gives none. balance_refund adds it to the wallet of the customer."`
	Online          rest.Flag      `json:"online" doc:"Over the payment gateway, as far as the money came over it. Else, and for the rest, somebody hands it over."`
	Restock         rest.Opt[bool] `json:"restock" doc:"Default true."`
	ProcessingFee   rest.Opt[bool] `json:"refundProcessingFee" doc:"Default true."`
	ResellerFee     rest.Opt[bool] `json:"refundResellerFee" doc:"Default true."`
	Notify          rest.Opt[bool] `json:"notifyCustomer" doc:"Default true."`
	CancellationFee int64          `json:"cancellationFee" min:"0" doc:"Kept of each order, in minor units; one that is worth less fails. Needs orders.edit."`
}

// kindIn is what becomes of the money.
type kindIn string

// Values lists them.
func (kindIn) Values() []string {
	return []string{string(rules.MoneyBack), string(rules.ToBalance), string(rules.Void)}
}

type runIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

type stopIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

type runsIn struct {
	EventID rest.ID `query:"eventId" required:"true" min:"1"`
}

type ordersIn struct {
	ID      rest.ID   `query:"id" required:"true" min:"1"`
	Outcome outcomeIn `query:"outcome" doc:"Leaves out all others."`
	Behind  rest.ID   `query:"behind" doc:"Goes on behind this order."`
}

// outcomeIn is what became of an order.
type outcomeIn string

// Values lists them.
func (outcomeIn) Values() []string { return massrefund.Outcomes() }

type eventRefundJSON struct {
	ID              int64                 `json:"id"`
	EventID         int64                 `json:"eventId"`
	State           string                `json:"state" enum:"running,done,stopped"`
	Type            string                `json:"type"`
	Online          bool                  `json:"online"`
	Restock         bool                  `json:"restock"`
	ProcessingFee   bool                  `json:"refundProcessingFee"`
	ResellerFee     bool                  `json:"refundResellerFee"`
	Notify          bool                  `json:"notifyCustomer"`
	CancellationFee int64                 `json:"cancellationFee"`
	Orders          eventRefundCountsJSON `json:"orders" doc:"How many orders came to what so far."`
	Amounts         []eventRefundSumJSON  `json:"amounts" doc:"What went back so far."`
	CreatedAt       time.Time             `json:"createdAt"`
	EndedAt         *time.Time            `json:"endedAt"`
}

type eventRefundCountsJSON struct {
	Refunded int64 `json:"refunded"`
	Nothing  int64 `json:"nothing" doc:"Nothing of the event was left to refund in them."`
	Failed   int64 `json:"failed"`
	Pending  int64 `json:"pending" doc:"The payment gateway has not decided."`
}

type eventRefundSumJSON struct {
	wire.CurrencyFields
	Amount int64 `json:"amount"`
}

type eventRefundsJSON struct {
	Refunds []eventRefundJSON `json:"refunds"`
}

type refundedOrdersJSON struct {
	Orders []eventRefundOrderJSON `json:"orders"`
}

type eventRefundOrderJSON struct {
	OrderID int64   `json:"orderId"`
	Outcome string  `json:"outcome" enum:"refunded,nothing,failed,pending"`
	Items   int64   `json:"items" doc:"How many were voided, or paid back."`
	Amount  int64   `json:"amount"`
	Problem *string `json:"problem" doc:"In English."`
}

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/event-refunds", Summary: "Refund what was sold of a cancelled event", Tag: tag, Proof: true, Allow: app.Refund, Status: 201,
			Doc: "In the background, order by order; one that cannot be refunded stops no others, and stands in the report. " +
				"Season tickets, and orders that were not paid yet, are left as they are. It can be started again: nothing is refunded twice. " +
				"A dry run tells what its orders came to; where there are too many for that it is still running, and tells of the first.",
		}, func(ctx context.Context, c *app.Caller, in startIn) (eventRefundJSON, error) {
			return wire.Do(ctx, a, c, in.DryRunIn, func(a *app.App) (eventRefundJSON, error) {
				return rest.As(form)(massrefund.Start(ctx, a, c, int64(in.EventID), in.terms()))
			})
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/event-refunds/stop", Summary: "Stop the refund of an event", Tag: tag, Allow: app.Refund,
			Doc: "What was refunded stays refunded.",
		}, func(ctx context.Context, c *app.Caller, in stopIn) (eventRefundJSON, error) {
			return rest.As(form)(massrefund.Stop(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event-refunds", Summary: "List the refunds of an event", Tag: tag, Allow: app.Refund, Doc: "The latest first.",
		}, func(ctx context.Context, c *app.Caller, in runsIn) (eventRefundsJSON, error) {
			all, err := massrefund.OfEvent(ctx, a, c, int64(in.EventID))
			out := eventRefundsJSON{Refunds: []eventRefundJSON{}}
			for _, n := range all {
				out.Refunds = append(out.Refunds, form(n))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event-refund", Summary: "Read how far the refund of an event is", Tag: tag, Allow: app.Refund,
		}, func(ctx context.Context, c *app.Caller, in runIn) (eventRefundJSON, error) {
			return rest.As(form)(massrefund.Read(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event-refunds/orders", Summary: "List what became of the orders", Tag: tag, Allow: app.Refund,
			Doc: "By their id, a hundred at a time.",
		}, func(ctx context.Context, c *app.Caller, in ordersIn) (refundedOrdersJSON, error) {
			all, err := massrefund.Orders(ctx, a, c, massrefund.Report{
				RunID: int64(in.ID), Outcome: massrefund.ParseOutcome(string(in.Outcome)), Behind: int64(in.Behind),
			})
			out := refundedOrdersJSON{Orders: []eventRefundOrderJSON{}}
			for _, r := range all {
				out.Orders = append(out.Orders, eventRefundOrderJSON{r.OrderID, r.Outcome.String(), r.Items, r.Amount, wire.OrNull(r.Problem)})
			}
			return out, err
		}),
	}
}

func (in *startIn) terms() massrefund.Terms {
	t := massrefund.Terms{
		Kind: rules.MoneyBack, Online: bool(in.Online), KeepStock: wire.Off(in.Restock), KeepProcessingFee: wire.Off(in.ProcessingFee),
		KeepResellerFee: wire.Off(in.ResellerFee), InhibitMail: wire.Off(in.Notify), CancellationFee: in.CancellationFee,
	}
	if in.Type != nil {
		t.Kind = rules.RefundKind(*in.Type)
	}
	return t
}

func form(n massrefund.Run) eventRefundJSON {
	t := n.Terms
	out := eventRefundJSON{
		ID: n.ID, EventID: n.EventID, State: n.State.String(), Type: string(t.Kind), Online: t.Online, Restock: !t.KeepStock,
		ProcessingFee: !t.KeepProcessingFee, ResellerFee: !t.KeepResellerFee, Notify: !t.InhibitMail, CancellationFee: t.CancellationFee,
		Orders: eventRefundCountsJSON{n.Refunded, n.Nothing, n.Failed, n.Pending}, Amounts: []eventRefundSumJSON{}, CreatedAt: n.CreatedAt, EndedAt: n.EndedAt,
	}
	for _, s := range n.Sums {
		cur, _ := company.CurrencyByID(s.CurrencyID)
		out.Amounts = append(out.Amounts, eventRefundSumJSON{wire.CurrencyFieldsOf(cur), s.Amount})
	}
	return out
}

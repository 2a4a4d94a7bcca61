package money

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/payment"
	"marquee/app/sales/pay"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// state is how a payment stands.
type state string

// Values are all states.
func (state) Values() []string { return payment.StateNames() }

// verdict is what somebody found out.
type verdict string

// Values are all verdicts.
func (verdict) Values() []string { return payment.VerdictNames() }

type paymentsIn struct {
	rest.Page
	wire.CursorIn
	States   []state    `query:"states"`
	InDoubt  *rest.Flag `query:"inDoubt" blank:"true" doc:"Something is under way that has to end. With disputed: either is enough."`
	Disputed *rest.Flag `query:"disputed" blank:"true" doc:"The gateway says otherwise: the buyer's bank disputes it, or more was given back there than here."`
	OrderID  *rest.ID   `query:"orderId" blank:"true" min:"1"`
}

type paymentIn struct {
	ID rest.ID `query:"id" required:"true" min:"1" doc:"The transactionId of the payment."`
}

type settleIn struct {
	ID      rest.ID `json:"id" required:"true" min:"1" doc:"The transactionId of the payment."`
	Verdict verdict `json:"verdict" required:"true" doc:"ask: the gateway is asked now. taken, not_taken: somebody looked there. noted: a dispute, or money that was given back there, was dealt with."`
	Reason  string  `json:"reason" maxlen:"500" doc:"What was found out and where; needed unless the gateway is asked."`
}

type paymentJSON struct {
	OrderID   int64     `json:"orderId"`
	State     state     `json:"state"`
	Since     time.Time `json:"since"`
	Gateway   string    `json:"gateway"`
	Reference *string   `json:"gatewayReference" doc:"What the gateway calls it."`
	Method    string    `json:"paymentMethod"`
	wire.CurrencyFields
	Amount      int64      `json:"amount"`
	Captured    int64      `json:"captured"`
	Refunded    int64      `json:"refunded" doc:"Given back whole, as its order did not take it; refunds of orders stand there."`
	Problem     *string    `json:"problem" doc:"The gateway's word for what went wrong last."`
	Discrepancy *string    `json:"discrepancy" doc:"What the gateway says otherwise, in English, until somebody has dealt with it."`
	Asked       *int64     `json:"asked" doc:"How often the gateway was asked without an answer; null: nothing is asked."`
	AskAt       *time.Time `json:"nextAskAt" doc:"When it is asked next by itself; null: not any more."`
	Wants       bool       `json:"wantsSomebody" doc:"Nothing goes on by itself: somebody has to look at the gateway."`
	May         []verdict  `json:"verdicts" doc:"Those that count now."`
	Said        *saidJSON  `json:"settled" doc:"What somebody said of it last."`
	wire.Stamps
}

type saidJSON struct {
	Verdict verdict   `json:"verdict"`
	Reason  string    `json:"reason"`
	UserID  *int64    `json:"userId" doc:"null: at the command line."`
	At      time.Time `json:"at"`
}

func payments(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/payments", Summary: "List payments by card", Tag: tag,
			Doc:   "Those over a payment gateway, the newest first. The id is their transactionId. For those who see all events. " + wire.CursorDoc,
			Allow: app.ViewPayments, Fields: true, Limit: payment.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in paymentsIn) (out rest.Many[paymentJSON], l list.Info, err error) {
			all, info, err := payment.ListOf(ctx, a, c, in.filter())
			if err != nil {
				return out, l, err
			}
			return rest.ListOf(in.Page, info, all, paymentRow), info, nil
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/payment", Summary: "Read a payment by card", Tag: tag, Allow: app.ViewPayments, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in paymentIn) (rest.One[paymentJSON], error) {
			return rest.As(onePayment)(payment.ReadOf(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/payments/settle", Summary: "Settle a payment that is in doubt", Tag: tag, Allow: app.SettlePayments, Fields: true, Weight: app.Medium,
			Doc: "Asks the gateway at once, or takes down what somebody found out there: taken completes the order with the money or gives it back; after not_taken the order can be paid anew, until it ends. " +
				"What is said counts only where it decides something, and cannot be taken back.",
		}, func(ctx context.Context, c *app.Caller, in settleIn) (rest.One[paymentJSON], error) {
			return rest.As(onePayment)(pay.Settle(ctx, a, c, int64(in.ID), payment.Said{Verdict: payment.ParseVerdict(string(in.Verdict)), Reason: in.Reason}))
		}),
	}
}

func (in *paymentsIn) filter() payment.ListFilter {
	f := payment.ListFilter{
		InDoubt: wire.Yes(in.InDoubt), Disputed: wire.Yes(in.Disputed), OrderID: int64(wire.Value(in.OrderID)),
		Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit},
	}
	for _, s := range in.States {
		f.States = append(f.States, payment.ParseState(string(s)))
	}
	return f
}

func onePayment(s payment.Shown) rest.One[paymentJSON] {
	return rest.One[paymentJSON]{Data: paymentRow(s)}
}

func paymentRow(s payment.Shown) rest.Resource[paymentJSON] {
	out := paymentJSON{
		OrderID: s.OrderID, State: state(s.State.String()), Since: s.Since, Gateway: s.Gateway, Reference: wire.OrNull(s.Ref), Method: string(s.Method),
		CurrencyFields: wire.CurrencyFieldsOf(s.Currency()), Amount: s.Amount, Captured: s.Captured, Refunded: s.Refunded,
		Problem: wire.OrNull(s.Problem), Discrepancy: wire.OrNull(s.Discrepancy()), Wants: s.WantsSomebody(), May: []verdict{}, Stamps: wire.StampsOf(s.CreatedAt, s.UpdatedAt),
	}
	if s.Call != nil {
		out.Asked, out.AskAt = &s.Call.Asked, s.Call.AskAt
	}
	for _, v := range s.Verdicts() {
		out.May = append(out.May, verdict(v.String()))
	}
	if s.Said != nil {
		out.Said = &saidJSON{Verdict: verdict(s.Said.Verdict.String()), Reason: s.Said.Reason, UserID: wire.OrNull(s.Said.UserID), At: s.Said.At}
	}
	return rest.Resource[paymentJSON]{Type: "payments", ID: s.TransactionID, Attributes: out}
}

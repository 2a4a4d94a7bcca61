package administer

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/massrefund"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

var eventRefundColumns = []column{
	{name: "id"}, {name: "eventId"}, {name: "state"}, {name: "refunded", from: "orders.refunded"}, {name: "nothing", from: "orders.nothing"}, {name: "failed", from: "orders.failed"},
	{name: "pending", from: "orders.pending"}, {name: "amounts", as: asList, make: amountsOf}, {name: "startedAt", from: "createdAt", as: asMoment}, {name: "endedAt", as: asMoment},
}

// amountsOf are amounts with their currencies: "12.50 EUR".
func amountsOf(r row) any {
	all := []string{}
	for _, sum := range r.rows("amounts") {
		cur, _ := company.CurrencyByCode(sum.text("currencyCode"))
		all = append(all, cur.Amount(sum.number("amount"))+" "+cur.Code)
	}
	return all
}

var eventCommands = []derived{{
	path: "event refund", usage: "refund what was sold of a cancelled event, in the background",
	example: "marquee event refund --data ./festival --event 17 --online\n   marquee event refund --data ./festival --event 17 --cancel-only --no-mail\n\n" +
		"The server works it off order by order. marquee event refunds tells how far it is. It can\nbe started again: nothing is refunded twice.",
	operation: "POST /event-refunds",
	flags: []option{
		{name: "event", field: "eventId", usage: "the `ID` of the event"},
		{name: "online", field: "online", usage: "over the payment gateway, as far as the money came over it; else somebody hands it over"},
		{name: "cancel-only", field: "type", is: "cancellation", usage: "void the items, and give no money back"},
		{name: "keep-stock", field: "restock", is: false, usage: "do not put on sale again what was voided"},
		{name: "keep-fees", field: "refundProcessingFee", is: false, usage: "keep the processing fees"},
		{name: "no-mail", field: "notifyCustomer", is: false, usage: "do not mail the customers"},
		{name: "cancellation-fee", field: "cancellationFee", usage: "keep this `AMOUNT` of each order, in cents or what the currency's smallest unit is"},
	},
	shows: []section{{from: ".", columns: eventRefundColumns}},
	says: func(w io.Writer, r row) string {
		next := cmdline.ToType(w, "marquee event refunds --event "+r.text("eventId"))
		return fmt.Sprintf("Refund %s of event %s is running\nSee how far it is: %s\n", r.text("id"), r.text("eventId"), next)
	},
}}

type eventRefundsIn struct {
	operate.OfCompany
	EventID int64  `json:"eventId"`
	RunID   int64  `json:"refundId"`
	Outcome string `json:"outcome"`
	Behind  int64  `json:"behind"`
}

// eventRefunds puts operations together: the refunds of an event, or one and its orders.
var eventRefunds = operate.Admin{
	Reads: true,
	Path:  "event refunds", Usage: "tell how far the refunds of an event are, and what became of its orders",
	Example: "marquee event refunds --data ./festival --event 17\n   marquee event refunds --data ./festival --refund 3 --outcome failed",
	Flags: []cli.Flag{
		cmdline.Whole("event", 0, "the refunds of the event with this `ID`"),
		cmdline.Whole("refund", 0, "the orders of the refund with this `ID`, a hundred at a time"),
		cmdline.Text("outcome", "only orders with this `OUTCOME`: refunded, nothing, failed or pending"),
		cmdline.Whole("behind", 0, "go on behind the order with this `ID`"),
		operate.CompanyFlag(),
	},
	Input: func(c *cli.Context) (any, error) {
		in := eventRefundsIn{
			OfCompany: operate.CompanyOf(c), EventID: int64(c.Int("event")), RunID: int64(c.Int("refund")),
			Outcome: c.String("outcome"), Behind: int64(c.Int("behind")),
		}
		if (in.EventID > 0) == (in.RunID > 0) {
			return nil, cmdline.Usage("%s needs --event or --refund\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
		}
		if in.Outcome != "" && massrefund.ParseOutcome(in.Outcome) == 0 {
			return nil, cmdline.Usage("--outcome must be refunded, nothing, failed or pending")
		}
		return in, cmdline.NoArguments(c)
	},
	Run:   operate.ForCompany(runEventRefunds),
	Print: shown(eventRefundSections...),
}

var eventRefundSections = []section{
	{
		name: "refunds", from: "refunds", columns: eventRefundColumns,
		table: "id:REFUND eventId:EVENT state refunded nothing failed pending amounts startedAt:STARTED endedAt:ENDED",
	},
	{name: "orders", from: "orders", columns: []column{
		{name: "orderId"}, {name: "outcome"}, {name: "items"}, {name: "amount"}, {name: "problem", as: asLong},
	}, table: "orderId:ORDER outcome items amount problem"},
}

func runEventRefunds(ctx context.Context, a *app.App, c *app.Caller, in eventRefundsIn) (any, error) {
	k := as(a, c, "event refunds")
	if in.EventID > 0 {
		all, err := k.ask(ctx, "GET /event-refunds", fields{}.say("eventId", in.EventID))
		if err != nil {
			return nil, err
		}
		return project(eventRefundSections, all)
	}
	one, err := k.ask(ctx, "GET /event-refund", fields{}.say("id", in.RunID))
	if err != nil {
		return nil, err
	}
	orders, err := massrefund.Orders(ctx, a, c, massrefund.Report{RunID: in.RunID, Outcome: massrefund.ParseOutcome(in.Outcome), Behind: in.Behind})
	lines := []map[string]any{}
	for _, r := range orders {
		amount := ""
		if r.Amount > 0 {
			amount = amountIn(r.CurrencyID, r.Amount)
		}
		lines = append(lines, map[string]any{"orderId": r.OrderID, "outcome": r.Outcome.String(), "items": r.Items, "amount": amount, "problem": r.Problem})
	}
	if err != nil {
		return nil, err
	}
	both, err := json.Marshal(map[string]any{"refunds": []json.RawMessage{one}, "orders": lines})
	if err != nil {
		return nil, err
	}
	return project(eventRefundSections, both)
}

// amountIn is an amount with its currency: "12.50 EUR".
func amountIn(currencyID, minor int64) string {
	cur, _ := company.CurrencyByID(currencyID)
	return cur.Amount(minor) + " " + cur.Code
}

package cli

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/massrefund"
	"marquee/app/sales/rules"

	"github.com/urfave/cli/v2"
)

type (
	eventRefundIn struct {
		CompanyID int64            `json:"companyId"`
		EventID   int64            `json:"eventId"`
		Terms     massrefund.Terms `json:"terms"`
	}
	eventRefundsIn struct {
		CompanyID int64  `json:"companyId"`
		EventID   int64  `json:"eventId"`
		RunID     int64  `json:"refundId"`
		Outcome   string `json:"outcome"`
		Behind    int64  `json:"behind"`
	}
	eventRefundsOut struct {
		Refunds []eventRefundLine      `json:"refunds"`
		Orders  []eventRefundOrderLine `json:"orders"`
	}
	eventRefundLine struct {
		ID        int64      `json:"id"`
		EventID   int64      `json:"eventId"`
		State     string     `json:"state"`
		Refunded  int64      `json:"refunded"`
		Nothing   int64      `json:"nothing"`
		Failed    int64      `json:"failed"`
		Pending   int64      `json:"pending"`
		Amounts   []string   `json:"amounts"`
		StartedAt time.Time  `json:"startedAt"`
		EndedAt   *time.Time `json:"endedAt"`
	}
	eventRefundOrderLine struct {
		OrderID int64  `json:"orderId"`
		Outcome string `json:"outcome"`
		Items   int64  `json:"items"`
		Amount  string `json:"amount"`
		Problem string `json:"problem"`
	}
)

var eventRefund = admin{
	path: "event refund", usage: "refund what was sold of a cancelled event, in the background",
	example: "marquee event refund --data ./festival --event 17 --online\n   marquee event refund --data ./festival --event 17 --cancel-only --no-mail\n\n" +
		"The server works it off order by order. marquee event refunds tells how far it is. It can\nbe started again: nothing is refunded twice.",
	flags: []cli.Flag{
		whole("event", 0, "the `ID` of the event"), companyFlag(),
		yes("online", "over the payment gateway, as far as the money came over it; else somebody hands it over"),
		yes("cancel-only", "void the items, and give no money back"),
		yes("keep-stock", "do not put on sale again what was voided"),
		yes("keep-fees", "keep the processing fees"),
		yes("no-mail", "do not mail the customers"),
		whole("cancellation-fee", 0, "keep this `AMOUNT` of each order, in cents or what the currency's smallest unit is"),
	},
	input: func(c *cli.Context) (any, error) {
		in := eventRefundIn{CompanyID: int64(c.Int("company")), EventID: int64(c.Int("event"))}
		if in.EventID < 1 {
			return nil, usage("%s needs --event\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
		}
		in.Terms = massrefund.Terms{
			Kind: rules.MoneyBack, Online: c.Bool("online"), KeepStock: c.Bool("keep-stock"), KeepProcessingFee: c.Bool("keep-fees"),
			InhibitMail: c.Bool("no-mail"), CancellationFee: int64(c.Int("cancellation-fee")),
		}
		if c.Bool("cancel-only") {
			in.Terms.Kind = rules.Void
		}
		return in, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[eventRefundIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		n, err := massrefund.Start(ctx, a, c, in.EventID, in.Terms)
		return eventRefundLineOf(&n), err
	},
	print: func(w io.Writer, result []byte) error {
		n, err := decode[eventRefundLine](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Refund %d of event %d is running\nSee how far it is: %s\n", n.ID, n.EventID, toType(w, fmt.Sprintf("marquee event refunds --event %d", n.EventID)))
		}
		return err
	},
}

var eventRefunds = admin{
	reads: true,
	path:  "event refunds", usage: "tell how far the refunds of an event are, and what became of its orders",
	example: "marquee event refunds --data ./festival --event 17\n   marquee event refunds --data ./festival --refund 3 --outcome failed",
	flags: []cli.Flag{
		whole("event", 0, "the refunds of the event with this `ID`"),
		whole("refund", 0, "the orders of the refund with this `ID`, a hundred at a time"),
		text("outcome", "only orders with this `OUTCOME`: refunded, nothing, failed or pending"),
		whole("behind", 0, "go on behind the order with this `ID`"),
		companyFlag(),
	},
	input: func(c *cli.Context) (any, error) {
		in := eventRefundsIn{
			CompanyID: int64(c.Int("company")), EventID: int64(c.Int("event")), RunID: int64(c.Int("refund")),
			Outcome: c.String("outcome"), Behind: int64(c.Int("behind")),
		}
		if (in.EventID > 0) == (in.RunID > 0) {
			return nil, usage("%s needs --event or --refund\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
		}
		if in.Outcome != "" && massrefund.ParseOutcome(in.Outcome) == 0 {
			return nil, usage("--outcome must be refunded, nothing, failed or pending")
		}
		return in, noArguments(c)
	},
	run:   runEventRefunds,
	print: printEventRefunds,
}

func runEventRefunds(ctx context.Context, a *app.App, input []byte) (any, error) {
	in, err := decode[eventRefundsIn](input)
	if err != nil {
		return nil, err
	}
	c, err := operator(ctx, a, in.CompanyID)
	if err != nil {
		return nil, err
	}
	out := eventRefundsOut{Refunds: []eventRefundLine{}, Orders: []eventRefundOrderLine{}}
	if in.EventID > 0 {
		all, err := massrefund.OfEvent(ctx, a, c, in.EventID)
		for i := range all {
			out.Refunds = append(out.Refunds, eventRefundLineOf(&all[i]))
		}
		return out, err
	}
	n, err := massrefund.Read(ctx, a, c, in.RunID)
	if err != nil {
		return nil, err
	}
	out.Refunds = append(out.Refunds, eventRefundLineOf(&n))
	all, err := massrefund.Orders(ctx, a, c, massrefund.Report{RunID: in.RunID, Outcome: massrefund.ParseOutcome(in.Outcome), Behind: in.Behind})
	for _, r := range all {
		line := eventRefundOrderLine{OrderID: r.OrderID, Outcome: r.Outcome.String(), Items: r.Items, Problem: r.Problem}
		if r.Amount > 0 {
			line.Amount = amountIn(r.CurrencyID, r.Amount)
		}
		out.Orders = append(out.Orders, line)
	}
	return out, err
}

func eventRefundLineOf(n *massrefund.Run) eventRefundLine {
	line := eventRefundLine{
		ID: n.ID, EventID: n.EventID, State: n.State.String(), Refunded: n.Refunded, Nothing: n.Nothing, Failed: n.Failed, Pending: n.Pending,
		Amounts: []string{}, StartedAt: n.CreatedAt, EndedAt: n.EndedAt,
	}
	for _, s := range n.Sums {
		line.Amounts = append(line.Amounts, amountIn(s.CurrencyID, s.Amount))
	}
	return line
}

// amountIn is an amount with its currency: "12.50 EUR".
func amountIn(currencyID, minor int64) string {
	cur, _ := company.CurrencyByID(currencyID)
	return cur.Amount(minor) + " " + cur.Code
}

func printEventRefunds(w io.Writer, result []byte) error {
	out, err := decode[eventRefundsOut](result)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "REFUND\tEVENT\tSTATE\tREFUNDED\tNOTHING\tFAILED\tPENDING\tAMOUNTS\tSTARTED\tENDED")
	for _, n := range out.Refunds {
		fmt.Fprintf(table, "%d\t%d\t%s\t%d\t%d\t%d\t%d\t%v\t%s\t%s\n", n.ID, n.EventID, n.State, n.Refunded, n.Nothing, n.Failed, n.Pending,
			n.Amounts, moment(&n.StartedAt), moment(n.EndedAt))
	}
	if len(out.Orders) > 0 {
		fmt.Fprintln(table, "\nORDER\tOUTCOME\tITEMS\tAMOUNT\tPROBLEM")
	}
	for _, o := range out.Orders {
		fmt.Fprintf(table, "%d\t%s\t%d\t%s\t%s\n", o.OrderID, o.Outcome, o.Items, o.Amount, printable(o.Problem, 100))
	}
	return table.Flush()
}

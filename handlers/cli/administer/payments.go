package administer

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/pay"
	"marquee/app/sales/refund"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

type (
	paymentsListIn struct {
		State         string `json:"state"`
		Discrepancies bool   `json:"discrepancies,omitempty"`
		Limit         int    `json:"limit"`
	}
	paymentsListOut struct {
		Payments []paymentLine `json:"payments"`
	}
	paymentLine struct {
		ID        int64     `json:"id"`
		CompanyID int64     `json:"companyId"`
		OrderID   int64     `json:"orderId"`
		State     string    `json:"state"`
		Since     time.Time `json:"since"`
		Gateway   string    `json:"gateway"`
		Reference string    `json:"reference"`
		Method    string    `json:"method"`
		Currency  string    `json:"currency"`
		Amount    int64     `json:"amount"`
		Captured  int64     `json:"captured"`
		Refunded  int64     `json:"refunded"`
		Problem   string    `json:"problem"`
		// Discrepancy is what the gateway says otherwise, in words; empty when nothing.
		Discrepancy string    `json:"discrepancy,omitempty"`
		CreatedAt   time.Time `json:"createdAt"`
	}
	paymentIn struct {
		ID      int64       `json:"id"`
		Verdict pay.Verdict `json:"verdict"`
	}
)

var paymentsList = operate.Admin{
	Reads: true,
	Path:  "payments list", Usage: "list the payments by card that are not resolved, the longest first",
	Example: "marquee payments list --data ./festival\n   marquee payments list --data ./festival --state refunded --json\n   marquee payments list --data ./festival --discrepancies",
	Flags: []cli.Flag{
		cmdline.Text("state", "the payments in this `STATE` instead: opening, open, capturing, captured, paid, failed, cancelling, cancelled, refunding or refunded"),
		cmdline.Yes("discrepancies", "those that are disputed, or of which more was given back at the gateway than here, instead"),
		cmdline.Whole("limit", 100, "at most so `MANY`, up to 1000"),
	},
	Input: func(c *cli.Context) (any, error) {
		in := paymentsListIn{c.String("state"), c.Bool("discrepancies"), c.Int("limit")}
		if in.State != "" && in.Discrepancies {
			return nil, cmdline.Usage("--state and --discrepancies exclude each other\nSee: %s --help", c.Command.HelpName)
		}
		if in.State != "" && payment.ParseState(in.State) == 0 {
			return nil, cmdline.Usage("--state must be opening, open, capturing, captured, paid, failed, cancelling, cancelled, refunding or refunded")
		}
		if in.Limit < 1 || in.Limit > payment.MaxList {
			return nil, cmdline.Usage("--limit must be from 1 to %d", payment.MaxList)
		}
		return in, cmdline.NoArguments(c)
	},
	Run: operate.On(func(ctx context.Context, a *app.App, in paymentsListIn) (any, error) {
		all, err := payment.List(ctx, a, payment.Filter{State: payment.ParseState(in.State), Discrepancies: in.Discrepancies, Limit: in.Limit})
		out := paymentsListOut{Payments: []paymentLine{}}
		for i := range all {
			out.Payments = append(out.Payments, paymentLineOf(&all[i]))
		}
		return out, err
	}),
	Print: shown(section{
		name: "payments", columns: paymentColumns,
		table: "id state since =amount:AMOUNT gateway reference orderId:ORDER companyId:COMPANY =problem:PROBLEM",
	}),
}

var paymentsShow = operate.Admin{
	Reads: true,
	Path:  "payments show", Usage: "show one payment by card",
	Example: "marquee payments show --data ./festival --id 17",
	Flags:   []cli.Flag{paymentIDFlag()},
	Input:   paymentID,
	Run: operate.On(func(ctx context.Context, a *app.App, in paymentIn) (any, error) {
		p, err := payment.Find(ctx, a, in.ID)
		return paymentLineOf(&p), err
	}),
	Print: printPayment,
}

var paymentsSettle = operate.Admin{
	Path: "payments settle", Usage: "ask the gateway about a payment now, or tell what you found out there",
	Example: "marquee payments settle --data ./festival --id 17\n   marquee payments settle --data ./festival --id 17 --taken\n   marquee payments settle --data ./festival --id 17 --not-taken\n   marquee payments settle --data ./festival --id 17 --noted",
	Flags: []cli.Flag{
		paymentIDFlag(),
		cmdline.Yes("taken", "you looked, and the money was taken: the order completes with it, or it is given back"),
		cmdline.Yes("not-taken", "you looked, and no money was taken: the order ends, and its stock is free"),
		cmdline.Yes("noted", "you dealt with a dispute, or with money that was given back at the gateway: it is listed no more"),
	},
	Input: func(c *cli.Context) (any, error) {
		in, err := paymentID(c)
		if err != nil {
			return nil, err
		}
		var said []string
		for _, name := range []string{"taken", "not-taken", "noted"} {
			if c.Bool(name) {
				said = append(said, "--"+name)
			}
		}
		ask := in.(paymentIn)
		switch {
		case len(said) > 1:
			return nil, cmdline.Usage("%s exclude each other\nSee: %s --help", strings.Join(said, " and "), c.Command.HelpName)
		case c.Bool("noted"):
			ask.Verdict = payment.Noted
		case c.Bool("taken"):
			ask.Verdict = pay.WasTaken
		case c.Bool("not-taken"):
			ask.Verdict = pay.WasNotTaken
		}
		return ask, nil
	},
	Run: operate.On(func(ctx context.Context, a *app.App, in paymentIn) (any, error) {
		p, err := pay.SettlePayment(ctx, a, in.ID, in.Verdict)
		return paymentLineOf(&p), err
	}),
	Print: printPayment,
}

func paymentIDFlag() cli.Flag {
	return cmdline.Text("id", "the payment's `ID`, from payments list; it is the transactionId of the API")
}

func paymentID(c *cli.Context) (any, error) {
	if err := cmdline.Need(c, "id"); err != nil {
		return nil, err
	}
	id, err := strconv.ParseInt(c.String("id"), 10, 64)
	if err != nil {
		return nil, cmdline.Usage("--id must be a number\nSee the ids: marquee payments list --data %s", cmdline.Typed(c.Path("data")))
	}
	return paymentIn{ID: id}, cmdline.NoArguments(c)
}

func paymentLineOf(p *payment.Listed) paymentLine {
	cur, _ := company.CurrencyByID(p.CurrencyID)
	return paymentLine{
		ID: p.TransactionID, CompanyID: p.Company, OrderID: p.OrderID, State: p.State.String(), Since: p.Since,
		Gateway: p.Gateway, Reference: p.Ref, Method: string(p.Method), Currency: cur.Code, Amount: p.Amount,
		Captured: p.Captured, Refunded: p.Refunded, Problem: p.Problem, Discrepancy: p.Discrepancy(), CreatedAt: p.CreatedAt,
	}
}

var paymentColumns = []column{
	{name: "since", as: asMoment}, {name: "createdAt", as: asMoment}, {name: "reference", as: asLong}, {name: "problem", as: asLong}, {name: "discrepancy", as: asLong},
	{name: "=amount", cell: func(r row) string { return r.text("amount") + " " + r.text("currency") }},
	{name: "=problem", cell: func(r row) string {
		return cmdline.Printable(cmp.Or(r.text("discrepancy"), r.text("problem")), shownText)
	}},
	{name: "=note", cell: func(row) string { return "simulated: no money moves" }},
}

func printPayment(w io.Writer, result []byte) error {
	r := rowOf(result)
	one := section{
		upright: true, columns: paymentColumns,
		table: "id state since companyId:company orderId:order method =amount:amount captured refunded gateway reference problem createdAt:made",
	}
	if r.text("discrepancy") != "" {
		one.table += " discrepancy"
	}
	if r.text("gateway") == payment.Simulated {
		one.table += " =note:note"
	}
	return one.print(w, []row{r})
}

type (
	refundIn struct {
		operate.OfCompany
		Order   string      `json:"order"`
		Verdict pay.Verdict `json:"verdict"`
	}
	refundOut struct {
		OrderID  int64  `json:"orderId"`
		Status   string `json:"status"`
		Refunded int64  `json:"refunded"`
	}
)

var paymentsRefund = operate.Admin{
	Path: "payments refund", Usage: "ask the gateway about a refund that is not finished, or tell what you found out there",
	Example: "marquee payments refund --data ./festival --order 3K7TQ2XM\n   marquee payments refund --data ./festival --order 17 --returned\n   marquee payments refund --data ./festival --order 17 --not-returned",
	Flags: []cli.Flag{
		cmdline.Text("order", "the `ID` or the reference of the order"), operate.CompanyFlag(),
		cmdline.Yes("returned", "you looked, and the money went back: the refund is done"),
		cmdline.Yes("not-returned", "you looked, and no money went back: the order stays as it is"),
	},
	Input: func(c *cli.Context) (any, error) {
		if err := cmdline.Need(c, "order"); err != nil {
			return nil, err
		}
		in := refundIn{OfCompany: operate.CompanyOf(c), Order: c.String("order")}
		switch {
		case c.Bool("returned") && c.Bool("not-returned"):
			return nil, cmdline.Usage("--returned and --not-returned exclude each other\nSee: %s --help", c.Command.HelpName)
		case c.Bool("returned"):
			in.Verdict = pay.WasTaken
		case c.Bool("not-returned"):
			in.Verdict = pay.WasNotTaken
		}
		return in, cmdline.NoArguments(c)
	},
	Run: operate.ForCompany(func(ctx context.Context, a *app.App, c *app.Caller, in refundIn) (any, error) {
		o, err := refund.SettleReturn(ctx, a, c, order.ParseKey(in.Order), in.Verdict)
		return refundOut{o.ID, o.Status.Slug(), o.Totals.Refunded}, err
	}),
	Print: operate.Prints(func(w io.Writer, out refundOut) error {
		_, err := fmt.Fprintf(w, "Order %d is %s, %d refunded\n", out.OrderID, out.Status, out.Refunded)
		return err
	}),
}

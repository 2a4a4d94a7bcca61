package cli

import (
	"context"
	"fmt"
	"io"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/pay"
	"marquee/app/sales/refund"

	"github.com/urfave/cli/v2"
)

type (
	refundIn struct {
		CompanyID int64       `json:"companyId"`
		Order     string      `json:"order"`
		Verdict   pay.Verdict `json:"verdict"`
	}
	refundOut struct {
		OrderID  int64  `json:"orderId"`
		Status   string `json:"status"`
		Refunded int64  `json:"refunded"`
	}
)

var paymentsRefund = admin{
	path: "payments refund", usage: "ask the gateway about a refund that is not finished, or tell what you found out there",
	example: "marquee payments refund --data ./festival --order 3K7TQ2XM\n   marquee payments refund --data ./festival --order 17 --returned\n   marquee payments refund --data ./festival --order 17 --not-returned",
	flags: []cli.Flag{
		text("order", "the `ID` or the reference of the order"), companyFlag(),
		yes("returned", "you looked, and the money went back: the refund is done"),
		yes("not-returned", "you looked, and no money went back: the order stays as it is"),
	},
	input: func(c *cli.Context) (any, error) {
		if err := need(c, "order"); err != nil {
			return nil, err
		}
		in := refundIn{CompanyID: int64(c.Int("company")), Order: c.String("order")}
		switch {
		case c.Bool("returned") && c.Bool("not-returned"):
			return nil, usage("--returned and --not-returned exclude each other\nSee: %s --help", c.Command.HelpName)
		case c.Bool("returned"):
			in.Verdict = pay.WasTaken
		case c.Bool("not-returned"):
			in.Verdict = pay.WasNotTaken
		}
		return in, noArguments(c)
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[refundIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		o, err := refund.SettleReturn(ctx, a, c, order.ParseKey(in.Order), in.Verdict)
		return refundOut{o.ID, o.Status.Slug(), o.Totals.Refunded}, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[refundOut](result)
		if err == nil {
			_, err = fmt.Fprintf(w, "Order %d is %s, %d refunded\n", out.OrderID, out.Status, out.Refunded)
		}
		return err
	},
}

package order

import (
	"bytes"
	"context"
	"io"

	"marquee/app"
	"marquee/app/message"
	"marquee/app/order"
	"marquee/app/paper"
	"marquee/handlers/rest"
)

type coverIn struct {
	OrderID rest.Text `query:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
	Lang    string    `query:"lang" maxlen:"35" blank:"true" doc:"The language of its words: en, de or fr. The company's first if absent."`
}

// covers are the routes of cover sheets.
func covers(a *app.App) []rest.Route {
	printer := paper.NewPrinter()
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/order/cover-sheet", Summary: "Retrieve the cover sheet of an order", Tag: "Orders",
			Doc: "A4 as PDF, to post its tickets with: the address where an envelope with a window shows it, and what is enclosed, which is what its buyer holds. " +
				"Needs customers.view too.",
			Allow: app.ViewOrders, Media: []string{"application/pdf"},
		}, func(ctx context.Context, c *app.Caller, in coverIn) (rest.Stream, error) {
			id, err := order.IDOf(ctx, a, c, app.ViewOrders, string(in.OrderID))
			if err != nil {
				return rest.Stream{}, err
			}
			sheet, err := message.Cover(ctx, a, c, id, in.Lang)
			if err != nil {
				return rest.Stream{}, err
			}
			var out bytes.Buffer
			if _, err := printer.WriteCover(ctx, &out, sheet); err != nil {
				return rest.Stream{}, err
			}
			return rest.Stream{
				ContentType: "application/pdf", Filename: "cover-sheet-" + sheet.Reference + ".pdf",
				Write: func(_ context.Context, w io.Writer) error {
					_, err := out.WriteTo(w)
					return err
				},
			}, nil
		}),
	}
}

package invoice

import (
	"bytes"
	"context"
	"io"

	"marquee/app"
	"marquee/app/invoice"
	"marquee/app/paper"
	"marquee/handlers/rest"
)

// files are the routes of invoices as files.
func files(a *app.App) []rest.Route {
	printer := paper.NewPrinter()
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/invoice/pdf", Summary: "Retrieve an invoice as PDF", Tag: "Invoices", Allow: app.ViewOrders,
			Media: []string{"application/pdf"},
			Doc: "PDF/A-3 with the data inside as EN 16931 wants them (Factur-X, ZUGFeRD), and while it is unpaid, in euros, with a code to transfer the money. " +
				"The same invoice is the same file. " + beside,
		}, func(ctx context.Context, c *app.Caller, in whichIn) (rest.Stream, error) {
			v, err := invoice.Read(ctx, a, c, in.which())
			if err != nil {
				return rest.Stream{}, err
			}
			var out bytes.Buffer
			if _, err := printer.WriteInvoice(ctx, &out, v.Paper()); err != nil {
				return rest.Stream{}, err
			}
			return file(v.Number()+".pdf", "application/pdf", out.Bytes()), nil
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/invoice/xml", Summary: "Retrieve the data of an invoice", Tag: "Invoices", Allow: app.ViewOrders,
			Media: []string{"application/xml"},
			Doc:   "EN 16931 in the syntax UN/CEFACT CII, as it is inside of the PDF. " + beside,
		}, func(ctx context.Context, c *app.Caller, in whichIn) (rest.Stream, error) {
			v, err := invoice.Read(ctx, a, c, in.which())
			if err != nil {
				return rest.Stream{}, err
			}
			return file(v.Number()+".xml", "application/xml", v.XML()), nil
		}),
	}
}

func file(name, kind string, content []byte) rest.Stream {
	return rest.Stream{ContentType: kind, Filename: name, Write: func(_ context.Context, w io.Writer) error {
		_, err := w.Write(content)
		return err
	}}
}

package invoice

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/invoice"
	"marquee/app/list"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type listIn struct {
	rest.Page
	OrderID rest.Text  `query:"orderId" maxlen:"20" blank:"true" doc:"The id or the reference of an order."`
	Start   *rest.Time `query:"startDate" date:"true" blank:"true" doc:"Written at or after it."`
	End     *rest.Time `query:"endDate" date:"true" blank:"true" doc:"Written before it; a day counts to its end."`
}

// whichIn names an invoice.
type whichIn struct {
	ID     *rest.ID `query:"invoiceId" blank:"true" min:"1"`
	Number string   `query:"number" maxlen:"40" blank:"true" doc:"Instead of the id."`
}

func (in *whichIn) which() invoice.Which {
	w := invoice.Which{Number: in.Number}
	if in.ID != nil {
		w.ID = int64(*in.ID)
	}
	return w
}

type orderIn struct {
	OrderID rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
}

// writtenInvoicesJSON are documents that a call wrote.
type writtenInvoicesJSON struct {
	Invoices []invoiceDocumentJSON `json:"invoices"`
}

type sendIn struct {
	ID rest.ID `json:"invoiceId" required:"true" min:"1"`
}

const beside = "Needs customers.view too."

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route { return slices.Concat(documents(a), writing(a), files(a)) }

func documents(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/invoices", Summary: "List invoices", Tag: "Invoices", Allow: app.ViewOrders, Limit: invoice.MaxPage,
			Doc: "Invoices and what corrects them, the oldest first. " + beside,
		}, func(ctx context.Context, c *app.Caller, in listIn) (out rest.Many[invoiceDocumentJSON], info list.Info, err error) {
			f, err := in.filter(ctx, a, c)
			if err != nil {
				return out, info, err
			}
			page, err := invoice.List(ctx, a, c, f)
			if err != nil {
				return out, info, err
			}
			out = rest.List[invoiceDocumentJSON](in.Page, page.Info)
			for _, v := range page.Rows {
				out.Data = append(out.Data, rest.Resource[invoiceDocumentJSON]{Type: "invoices", ID: v.ID, Attributes: form(v)})
			}
			return out, page.Info, nil
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/invoice", Summary: "Read an invoice", Tag: "Invoices", Allow: app.ViewOrders,
			Doc: "By its id or its number. It says what it said when it was written, whatever became of the order: corrections are invoices of their own. " + beside,
		}, func(ctx context.Context, c *app.Caller, in whichIn) (invoiceDocumentJSON, error) {
			v, err := invoice.Read(ctx, a, c, in.which())
			return form(v), err
		}),
	}
}

// writing are the routes that write, and mail what was written.
func writing(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/invoices", Summary: "Write the invoice of an order", Tag: "Invoices", Allow: app.EditOrders, Weight: app.Medium,
			Doc: "For an order that has none. From then on every refund and change of the order writes a correction by itself. Needs the name, address, tax number and country of the company.",
		}, func(ctx context.Context, c *app.Caller, in orderIn) (writtenInvoicesJSON, error) {
			return written(invoice.Issue(ctx, a, c, order.ParseKey(string(in.OrderID))))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/invoices/correct", Summary: "Write an invoice anew for another buyer", Tag: "Invoices", Allow: app.EditOrders, Weight: app.Medium,
			Doc: "All that was invoiced of the order is taken back by a correction, and written anew for the buyer named here. Both are answered.",
		}, func(ctx context.Context, c *app.Caller, in invoiceRecipientIn) (writtenInvoicesJSON, error) {
			to, err := in.buyer()
			if err != nil {
				return writtenInvoicesJSON{}, err
			}
			return written(invoice.Correct(ctx, a, c, order.ParseKey(string(in.OrderID)), to))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/invoices/recipient", Summary: "Say whom the invoice of a basket or order is for", Tag: "Invoices", Allow: app.Sell, Or: editors, Weight: app.Medium,
			Doc: "As long as it has no invoice. Without, it is for the customer. It replaces whom was named before.",
		}, func(ctx context.Context, c *app.Caller, in invoiceRecipientIn) (invoiceBuyerJSON, error) {
			to, err := in.buyer()
			if err == nil {
				err = invoice.SetRecipient(ctx, a, c, order.ParseKey(string(in.OrderID)), &to)
			}
			return buyerForm(&to), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/invoices/send", Summary: "Mail an invoice again", Tag: "Invoices", Allow: app.EditOrders,
			Doc: "To the purchaser of its order, with the file; as long as it is unpaid, with the code to transfer the money. " + beside,
		}, func(ctx context.Context, c *app.Caller, in sendIn) (wire.SuccessJSON, error) {
			return wire.Done(mail.SendInvoice(ctx, a, c, invoice.Which{ID: int64(in.ID)}))
		}),
	}
}

// editors say whom an invoice is for, beside those who sell.
var editors = []app.Ability{app.EditOrders}

func written(all []invoice.View, err error) (writtenInvoicesJSON, error) {
	out := writtenInvoicesJSON{Invoices: []invoiceDocumentJSON{}}
	for _, v := range all {
		out.Invoices = append(out.Invoices, form(v))
	}
	return out, err
}

func (in *listIn) filter(ctx context.Context, a *app.App, c *app.Caller) (f invoice.Filter, err error) {
	f = invoice.Filter{From: in.Start.At(), Until: in.End.At(), Offset: in.Offset, Limit: in.Limit}
	if in.End != nil && in.End.Day {
		f.Until = new(f.Until.AddDate(0, 0, 1))
	}
	if in.OrderID != "" {
		id, err := order.IDOf(ctx, a, c, app.ViewOrders, string(in.OrderID))
		if err != nil {
			return f, err
		}
		f.OrderID = &id
	}
	return f, nil
}

package mail

import (
	"bytes"
	"context"

	"marquee/app"
	"marquee/app/invoice"
	"marquee/app/order"
	"marquee/app/paper"
)

// document is the one that goes with a mail: the newest invoice with a confirmation, the newest
// correction with what was given back. Nil: none does.
func (f *facts) document(m *Message) *invoice.View {
	for i := len(f.invoices) - 1; i >= 0; i-- {
		d := &f.invoices[i]
		switch m.Kind {
		case Confirmation, Invoice, Deposit:
			if d.Corrects == 0 {
				return d
			}
		case Refund, Cancellation, ItemsCancelled, OrderExpired:
			if d.Corrects != 0 {
				return d
			}
		case InvoiceCopy:
			if d.ID == m.InvoiceID {
				return d
			}
		}
	}
	return nil
}

// addInvoice puts the invoice into the envelope, and the code to transfer its money.
func (o *opened) addInvoice(ctx context.Context, a *app.App, l *Letter) error {
	printer := posts.Of(a).printer
	if d := o.facts.document(&o.mail); d != nil {
		var out bytes.Buffer
		if _, err := printer.WriteInvoice(ctx, &out, d.Paper()); err != nil {
			return err
		}
		l.Attachments = append(l.Attachments, Attachment{d.Number() + ".pdf", "application/pdf", out.Bytes()})
	}
	if t := o.facts.account; t != nil && t.Code != "" && (o.mail.Kind == Invoice || o.mail.Kind == InvoiceCopy) {
		symbol, err := printer.Symbol(paper.QR, t.Code)
		if err != nil {
			return err
		}
		l.Attachments = append(l.Attachments, Attachment{"transfer-" + t.Purpose + ".png", "image/png", symbol.PNG()})
	}
	return nil
}

// invoiceValues are what a mail says of the invoice, and of where its money goes.
func (w *writing) invoiceValues(v values) {
	if d := w.document(w.mail); d != nil {
		v["invoice.number"] = d.Number()
	}
	if t := w.account; t != nil {
		v["transfer.holder"], v["transfer.iban"], v["transfer.bic"] = clean(t.Holder, false), t.IBAN, t.BIC
	}
}

// SendInvoice mails an invoice again to the purchaser of its order.
func SendInvoice(ctx context.Context, a *app.App, c *app.Caller, which invoice.Which) error {
	v, err := invoice.Read(ctx, a, c, which)
	if err != nil {
		return err
	}
	return a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		o, err := order.Find(tx, order.Key{ID: v.OrderID})
		if err != nil {
			return err
		}
		if err := mailable(tx, &o, MaxResends); err != nil {
			return err
		}
		app.Note(tx, "orders", o.ID, "mailed again: "+v.Number())
		return ask(tx, due{ID: o.ID, Kind: InvoiceCopy, N: v.ID, Asked: true})
	})
}

package invoice

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/company/iban"
	"marquee/app/order"
)

// ForBuyer is what the page of an order says of invoices and of the transfer that it waits for.
type ForBuyer struct {
	Documents []View
	// MayAsk: its buyer may have an invoice, and has none.
	MayAsk bool
	// To is whom it would be for, as far as somebody said.
	To Buyer
	// Transfer is where the money goes, nil where none is to be transferred.
	Transfer *Transfer
}

// Transfer is a transfer that an order waits for.
type Transfer struct {
	Holder, IBAN, BIC, Purpose string
	Amount                     int64
	// Code is what banking apps read, empty where they could not.
	Code string
}

// ReadForBuyer reads it for an order that was read.
func ReadForBuyer(r app.Reader, own *company.Company, o *order.Order) (out ForBuyer, err error) {
	if own.Invoicing.Used {
		if out.Documents, err = OfOrder(r, o); err != nil {
			return out, err
		}
	}
	if o.Status == order.AwaitingInvoice {
		out.Transfer = TransferFor(own, o)
	}
	if own.Invoicing.Issue == company.IssueNever || len(out.Documents) > 0 || !order.Charged(o) || custom(o.CurrencyID) {
		return out, nil
	}
	out.MayAsk = true
	out.To, _, err = RecipientOf(r, o.ID)
	return out, err
}

// TransferFor is the transfer that an order waits for; nil where its company has no account.
func TransferFor(own *company.Company, o *order.Order) *Transfer {
	s, left := sellerOf(own), o.Totals.Total-o.Totals.Paid
	if s.IBAN == "" || left <= 0 {
		return nil
	}
	return &Transfer{
		Holder: s.Holder, IBAN: iban.Spaced(s.IBAN), BIC: s.BIC, Purpose: o.Reference, Amount: left,
		Code: TransferCode(&s, o.CurrencyID, left, o.Reference),
	}
}

// ReadAsBuyer reads a document of an order for whoever has the link to its page.
func ReadAsBuyer(ctx context.Context, a *app.App, page, number string) (v View, err error) {
	link, ok := order.ParsePage(page)
	if !ok {
		return v, app.Missing("invoice")
	}
	err = a.ViewCompany(ctx, link.Company, func(r app.Reader) error {
		o, err := order.ByPage(r, link, page)
		if err != nil {
			return err
		}
		d, err := Which{Number: number}.find(r)
		if err == nil && d.OrderID != o.ID {
			err = app.Missing("invoice")
		}
		if err == nil {
			v, err = viewOf(r, &d)
		}
		return err
	})
	return v, err
}

// IssueAsBuyer writes the invoice of an order that has none, for whoever has the link to its
// page and says whom it is for, where the company writes invoices.
func IssueAsBuyer(ctx context.Context, a *app.App, page string, to *Buyer) error {
	return order.AsBuyer(ctx, a, page, func(tx app.Tx, _ *app.Caller, o *order.Order) error {
		if d := o.Details; d != nil && to.Name == "" {
			to.Name = d.Name
		}
		if err := to.check(); err != nil {
			return err
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		read, err := ReadForBuyer(tx, own, o)
		if err != nil {
			return err
		}
		if len(read.Documents) > 0 {
			return app.Field("orderId", "has an invoice already")
		}
		if !read.MayAsk {
			return app.Field("orderId", "has nothing that an invoice could be for")
		}
		if err := recipients.Put(tx, &Recipient{o.ID, *to}); err != nil {
			return err
		}
		w, err := newWriter(tx, o)
		if err != nil {
			return err
		}
		return w.first()
	})
}

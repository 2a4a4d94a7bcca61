package sales

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/rules"
	"marquee/app/terms"
)

// Way is how an order is paid later.
type Way string

// The ways.
const (
	ByLink    Way = "payment-link"
	ByInvoice Way = "invoice"
	OnSite    Way = "reserve-to-pay-onsite"
	Locally   Way = "local-payment"
)

// Ways are all of them.
var Ways = []Way{ByLink, ByInvoice, OnSite, Locally}

// Later asks to pay for a basket later.
type Later struct {
	Basket  order.Key
	Channel catalog.Channel
	Way     Way
	Buyer   customer.Buyer
	// Until is when the order expires; nil is what the terms say.
	Until *time.Time
	// TransactionID is the open local payment, for Locally.
	TransactionID int64
}

// Waiting is an order that waits for its payment.
type Waiting struct {
	Order order.Order
	// Token is the secret of its payment link, "" where it has no new one. It is told
	// once.
	Token string
}

// PayLater makes an order of a basket that is paid later, and keeps its stock until then.
// An order that waits for the payment by a link gets another link, and the one before
// leads nowhere any more.
func PayLater(ctx context.Context, a *app.App, c *app.Caller, in Later) (w Waiting, err error) {
	drawn := order.DrawBarcodes(a)
	err = a.Update(ctx, c, app.Sell, func(tx app.Tx) error {
		d, err := NewDraft(tx, c)
		if err != nil {
			return err
		}
		if err := loadLater(d, &in); err != nil {
			return err
		}
		if err := payLater(d, &in, drawn); err != nil {
			return err
		}
		if err := d.Store(); err != nil {
			return err
		}
		w = Waiting{d.Order, d.Token}
		if d.Order.Instant {
			return order.PortsOf(tx).ItemsChanged(tx, d.Units.Open())
		}
		return nil
	})
	return w, err
}

// loadLater takes a basket, or an order that is to have another payment link.
func loadLater(d *Draft, in *Later) error {
	o, err := order.FindBasket(d.Tx, d.Caller, in.Basket, catalog.NoChannel)
	switch {
	case err != nil:
		return err
	case in.Way == ByLink && o.Status == order.AwaitingPaymentLink && !o.Overdue(d.Wall):
		return d.Load(o)
	case o.Channel != in.Channel:
		return app.Missing("basket")
	}
	if err := rules.StillOpen(&o, d.Wall); err != nil {
		return err
	}
	return d.Load(o)
}

// payLater moves the order into the state of the way in which it is paid.
func payLater(d *Draft, in *Later, drawn order.Barcodes) error {
	if err := sellTo(d, in.Buyer, false); err != nil {
		return err
	}
	if err := MayComplete(d); err != nil {
		return err
	}
	if d.Order.Modifies != 0 {
		return app.Field("basketId", "changes an order, which is paid at once")
	}
	if len(d.Units.FromSellers()) > 0 {
		return app.Field("basketId", "has something that others sell on, which is paid at once")
	}
	if d.Due() == 0 || d.Units.AllDeferred() {
		return app.Field("basketId", "has nothing that is to be paid now")
	}
	if err := notTooMany(d); err != nil {
		return err
	}
	if in.Until != nil {
		if err := rules.CheckUntil(in.Until, d.Wall); err != nil {
			return err
		}
	}
	t, err := terms.Of(d.Tx)
	if err != nil {
		return err
	}
	switch in.Way {
	case ByLink:
		return AwaitLink(d, in.Until, &t)
	case ByInvoice:
		return byInvoice(d, in.Until, &t, drawn)
	case OnSite:
		return wait(d, order.AwaitingOnsite, in.Until)
	case Locally:
		return locally(d, in)
	}
	return app.Field("method", "is not available")
}

// wait lets the order wait in a state until a time; nil is for ever. A payment by card
// that was open for it is given up.
func wait(d *Draft, state order.Status, until *time.Time) error {
	if err := giveUpPayment(d); err != nil {
		return err
	}
	d.Order.ExpiresAt = until
	return d.Become(state)
}

// AwaitLink lets the order wait for whoever has a new payment link.
func AwaitLink(d *Draft, until *time.Time, t *terms.Terms) error {
	if until == nil {
		until = new(d.Wall.Add(t.LinkLife()))
	}
	token, err := d.Order.NewPaymentLink(d.Company)
	if err != nil {
		return err
	}
	d.Token = token
	if d.Order.Status == order.AwaitingPaymentLink {
		d.Order.ExpiresAt, d.From = until, d.Order.Status
		return nil
	}
	return wait(d, order.AwaitingPaymentLink, until)
}

// byInvoice lets the order wait for the payment of an invoice. With instant access its
// tickets are good meanwhile.
func byInvoice(d *Draft, until *time.Time, t *terms.Terms, drawn order.Barcodes) error {
	if err := t.CheckInvoice(d.Due(), d.Order.CurrencyID, d.Order.Channel); err != nil {
		return err
	}
	switch {
	case !d.Units.OfOneEvent():
		return app.Field("method", "is possible only for one event")
	case d.Order.CustomerID == 0:
		return app.Field("customerId", "is required")
	}
	if until == nil {
		until = t.InvoiceUntil(d.Wall)
	}
	if t.Invoice.Instant {
		if err := d.KnowUnits(); err != nil {
			return err
		}
		rules.OpenGates(&d.Basket, drawn.Each())
	}
	return wait(d, order.AwaitingInvoice, until)
}

// endAccess closes the gates to an order that ends before it is paid.
func endAccess(tx app.Tx, o *order.Order) error {
	if !o.Instant {
		return nil
	}
	items, err := order.ItemsOf(tx, o)
	if err != nil {
		return err
	}
	var ids []int64
	for i := range items {
		if items[i].Access == order.AccessOpen {
			ids = append(ids, items[i].ID)
		}
	}
	if err := order.EndAccess(tx, ids); err != nil {
		return err
	}
	return order.PortsOf(tx).ItemsChanged(tx, ids)
}

// locally lets the order wait for a voucher that is open for it at the gateway.
func locally(d *Draft, in *Later) error {
	p, found, err := payment.ByTransaction(d.Tx, in.TransactionID)
	switch {
	case err != nil:
		return err
	case in.TransactionID == 0:
		return app.Field("transactionId", "is required")
	case !found || p.OrderID != d.Order.ID:
		return app.Field("transactionId", "does not belong to the basket")
	case !p.Local:
		return app.Field("transactionId", "is no local payment")
	case p.State != payment.Open:
		return app.Field("transactionId", "is not open any more")
	case d.Due() != p.Due:
		return app.Field("transactionId", "was opened when %s was due, and now %s is", locale.Money{CurrencyID: p.CurrencyID, Minor: p.Due}, locale.Money{CurrencyID: p.CurrencyID, Minor: d.Due()})
	case in.Until != nil:
		return app.Field("expiresAt", "is not possible: the gateway says when the voucher has expired")
	}
	if err := payment.AskFrom(d.Tx, p.ID, d.Wall); err != nil {
		return err
	}
	d.Order.ExpiresAt = nil
	return d.Become(order.AwaitingLocalPayment)
}

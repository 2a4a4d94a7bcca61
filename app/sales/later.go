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
		d, err := newDraft(tx, c)
		if err != nil {
			return err
		}
		if err := d.loadLater(&in); err != nil {
			return err
		}
		if err := d.payLater(&in, drawn); err != nil {
			return err
		}
		if err := d.store(); err != nil {
			return err
		}
		w = Waiting{d.order, d.token}
		if d.order.Instant {
			return order.PortsOf(tx).ItemsChanged(tx, d.open())
		}
		return nil
	})
	return w, err
}

// loadLater takes a basket, or an order that is to have another payment link.
func (d *draft) loadLater(in *Later) error {
	o, err := order.FindBasket(d.tx, d.caller, in.Basket, catalog.NoChannel)
	switch {
	case err != nil:
		return err
	case in.Way == ByLink && o.Status == order.AwaitingPaymentLink && !o.Overdue(d.tx.Wall()):
		return d.load(o)
	case o.Channel != in.Channel:
		return app.Missing("basket")
	}
	if err := rules.StillOpen(&o, d.tx.Wall()); err != nil {
		return err
	}
	return d.load(o)
}

// payLater moves the order into the state of the way in which it is paid.
func (d *draft) payLater(in *Later, drawn order.Barcodes) error {
	if err := d.sellTo(in.Buyer, false); err != nil {
		return err
	}
	if err := d.mayComplete(); err != nil {
		return err
	}
	if d.order.Modifies != 0 {
		return app.Field("basketId", "changes an order, which is paid at once")
	}
	if len(d.fromSellers()) > 0 {
		return app.Field("basketId", "has something that others sell on, which is paid at once")
	}
	if d.due() == 0 || d.allDeferred() {
		return app.Field("basketId", "has nothing that is to be paid now")
	}
	if err := d.notTooMany(); err != nil {
		return err
	}
	if in.Until != nil {
		if err := rules.CheckUntil(in.Until, d.tx.Wall()); err != nil {
			return err
		}
	}
	t, err := terms.Of(d.tx)
	if err != nil {
		return err
	}
	switch in.Way {
	case ByLink:
		return d.byLink(in.Until, &t)
	case ByInvoice:
		return d.byInvoice(in.Until, &t, drawn)
	case OnSite:
		return d.wait(order.AwaitingOnsite, in.Until)
	case Locally:
		return d.locally(in)
	}
	return app.Field("method", "is not available")
}

// wait lets the order wait in a state until a time; nil is for ever. A payment by card
// that was open for it is given up.
func (d *draft) wait(state order.Status, until *time.Time) error {
	if err := d.giveUpPayment(); err != nil {
		return err
	}
	d.order.ExpiresAt = until
	return d.become(state)
}

// byLink lets the order wait for whoever has a new payment link.
func (d *draft) byLink(until *time.Time, t *terms.Terms) error {
	if until == nil {
		until = new(d.tx.Wall().Add(t.LinkLife()))
	}
	token, err := d.order.NewPaymentLink(d.company)
	if err != nil {
		return err
	}
	d.token = token
	if d.order.Status == order.AwaitingPaymentLink {
		d.order.ExpiresAt, d.from = until, d.order.Status
		return nil
	}
	return d.wait(order.AwaitingPaymentLink, until)
}

// byInvoice lets the order wait for the payment of an invoice. With instant access its
// tickets are good meanwhile.
func (d *draft) byInvoice(until *time.Time, t *terms.Terms, drawn order.Barcodes) error {
	if err := t.CheckInvoice(d.due(), d.order.CurrencyID, d.order.Channel); err != nil {
		return err
	}
	switch {
	case !d.ofOneEvent():
		return app.Field("method", "is possible only for one event")
	case d.order.CustomerID == 0:
		return app.Field("customerId", "is required")
	}
	if until == nil {
		until = t.InvoiceUntil(d.tx.Wall())
	}
	if t.Invoice.Instant {
		if err := d.giveAccess(drawn.Each()); err != nil {
			return err
		}
	}
	return d.wait(order.AwaitingInvoice, until)
}

// ofOneEvent tells whether all items but fees and donations belong to one event.
func (d *draft) ofOneEvent() bool {
	var event int64
	for _, u := range d.units {
		switch {
		case eitherWay(u.Type):
		case u.EventID == 0 || event != 0 && u.EventID != event:
			return false
		default:
			event = u.EventID
		}
	}
	return event != 0
}

// giveAccess lets gates take what they read of the order, as if it were sold.
func (d *draft) giveAccess(barcode func() string) error {
	d.order.Instant = true
	for _, u := range d.units {
		if !u.Type.Scannable() || u.RequiresApproval && u.ApprovedAt == nil {
			continue
		}
		if u.Access, u.changed = order.AccessOpen, true; u.Barcode == "" {
			if err := d.giveCode(u, barcode()); err != nil {
				return err
			}
		}
	}
	return nil
}

// open are the items that gates take.
func (d *draft) open() (ids []int64) {
	for _, u := range d.units {
		if u.Access == order.AccessOpen {
			ids = append(ids, u.ID)
		}
	}
	return ids
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
		if items[i].Access != order.AccessOpen {
			continue
		}
		ids = append(ids, items[i].ID)
		if _, err := order.Items.Update(tx, items[i].ID, func(it *order.Item) error { it.Access = order.AccessEnded; return nil }); err != nil {
			return err
		}
	}
	return order.PortsOf(tx).ItemsChanged(tx, ids)
}

// locally lets the order wait for a voucher that is open for it at the gateway.
func (d *draft) locally(in *Later) error {
	p, found, err := payment.ByTransaction(d.tx, in.TransactionID)
	switch {
	case err != nil:
		return err
	case in.TransactionID == 0:
		return app.Field("transactionId", "is required")
	case !found || p.OrderID != d.order.ID:
		return app.Field("transactionId", "does not belong to the basket")
	case !p.Local:
		return app.Field("transactionId", "is no local payment")
	case p.State != payment.Open:
		return app.Field("transactionId", "is not open any more")
	case d.due() != p.Due:
		return app.Field("transactionId", "was opened when %s was due, and now %s is", locale.Money{CurrencyID: p.CurrencyID, Minor: p.Due}, locale.Money{CurrencyID: p.CurrencyID, Minor: d.due()})
	case in.Until != nil:
		return app.Field("expiresAt", "is not possible: the gateway says when the voucher has expired")
	}
	if err := payment.AskFrom(d.tx, p.ID, d.tx.Wall()); err != nil {
		return err
	}
	d.order.ExpiresAt = nil
	return d.become(order.AwaitingLocalPayment)
}

package shop

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/invoice"
	"marquee/app/order"
	"marquee/app/payment"
)

// Order is what became of a basket, for whoever has the link to its page.
type Order struct {
	*Basket
	Company *company.Company
	// Buyer is the caller who may do with the order what a buyer may.
	Buyer   *app.Caller
	Tickets []Ticket
	// Download opens the tickets to print, and the calendar; empty without tickets.
	Download string
	// Later is when the first of the tickets opens that are withheld until their time, on the
	// clocks of its event; nil: none is.
	Later *time.Time
	// Wallets are the phones that can keep them.
	Wallets order.Wallets
	// Attempt is the payment by card that counts, nil without one.
	Attempt *Attempt
	Gifts   Gifts
	SellOn  SellOn
	// Asked are the questions that nobody has answered yet.
	Asked []AskedAbout
	// GivesBack is what its buyer gets on their account for giving all of its tickets back; nil:
	// they may not.
	GivesBack *GiveBack
	// Returned is the money that went back.
	Returned []Returned
	// MovesDates: its buyer may move tickets to other dates.
	MovesDates bool
	// Invoices are those of the order, and the transfer that it waits for.
	Invoices invoice.ForBuyer
}

// ReadOrder reads the order that the secret of a page leads to. Texts are in the language
// that the buyer chose, else in the one of the reader.
func ReadOrder(ctx context.Context, a *app.App, token, language string) (out *Order, err error) {
	d, ok := order.ParsePage(token)
	if !ok {
		return nil, app.Missing("order")
	}
	err = a.ViewCompany(ctx, d.Company, func(r app.Reader) error {
		o, err := order.ByPage(r, d, token)
		if err != nil {
			return err
		}
		own, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		x, err := newReader(r, own.Buyer(o.BuyerSecret(own), language), a.Now())
		if err == nil {
			out, err = x.order(own, o)
		}
		if err == nil {
			err = out.offers(moving{x, ctx, token, &out.Order})
		}
		return err
	})
	return out, err
}

// offers notes what the buyer who has the page of an order may do with all of it.
func (out *Order) offers(m moving) (err error) {
	if out.Invoices, err = invoice.ReadForBuyer(m.r, out.Company, &out.Order); err != nil {
		return err
	}
	if out.MovesDates, err = m.some(); err != nil {
		return err
	}
	out.GivesBack, err = m.giveBack()
	return err
}

func (x *reader) order(own *company.Company, o order.Order) (*Order, error) {
	b, err := order.LoadBasket(x.r, o, x.now)
	if err != nil {
		return nil, err
	}
	basket, err := x.show(&b)
	if err != nil {
		return nil, err
	}
	if basket.Gone, err = x.gone(o); err != nil {
		return nil, err
	}
	out := &Order{Basket: basket, Company: own, Buyer: x.buyer}
	if o.PaymentID != 0 {
		p, err := payment.Get(x.r, o.PaymentID)
		if err != nil {
			return nil, err
		}
		out.Attempt = attemptOf(&p)
	}
	if o.Status == order.Active { // whoever has the basket sees more of it
		basket.Code, basket.Access = "", ""
		return out, nil
	}
	good := o.Status == order.Complete || o.Status == order.PartiallyRefunded
	if out.Gifts, err = x.gifts(&o); err != nil {
		return nil, err
	}
	if out.Returned, err = returned(x.r, &o); err != nil {
		return nil, err
	}
	if good {
		if out.Asked, err = x.stillAsked(basket); err != nil {
			return nil, err
		}
	}
	if out.SellOn, err = x.sellOn(&o); err != nil {
		return nil, err
	}
	if good {
		at, some, err := order.TicketsFrom(x.r, b.Items)
		if err != nil {
			return nil, err
		}
		if some {
			out.Later = &at
		}
	}
	return out, x.tickets(out, b.Items)
}

// gone puts together what was sold with an order and is not part of it any more.
func (x *reader) gone(o order.Order) ([]Line, error) {
	all, err := order.ItemsOf(x.r, &o)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(i order.Item) bool { return !i.Sold || i.Holds() })
	if len(all) == 0 {
		return nil, nil
	}
	for i := range all { // of these copies nothing ended, so that they make lines
		all[i].CancelledAt, all[i].RejectedAt, all[i].DeletedAt = nil, nil, nil
	}
	b, err := order.Show(x.r, x.cache, o, all, x.now)
	if err != nil {
		return nil, err
	}
	out := &Basket{}
	for i := range b.Lines {
		if err := x.line(out, &b, &b.Lines[i]); err != nil {
			return nil, err
		}
	}
	return append(out.Lines, out.Fees...), nil
}

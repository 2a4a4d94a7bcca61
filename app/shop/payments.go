package shop

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/quote"
	"marquee/app/terms"
)

// Attempt is a payment by card.
type Attempt struct {
	Gateway string
	State   payment.State
	// Since is when it came to stand as it does.
	Since time.Time
	// Problem is the gateway's word for why it said no, empty: it did not.
	Problem string
	// HoldUntil is until when the tickets wait for the gateway; nil: for ever.
	HoldUntil *time.Time
	// Amount is what it takes.
	Amount int64
}

func attemptOf(p *payment.Payment) *Attempt {
	return &Attempt{Gateway: p.Gateway, State: p.State, Since: p.Since, Problem: p.Problem, HoldUntil: p.HoldUntil, Amount: p.Amount}
}

// Payments are the ways to pay for a basket in the shop.
type Payments struct {
	// Card is the name of the gateway that takes cards, empty: none does.
	Card string
	// Device is what the buyer's browser needs to talk to that gateway by itself, and Count how
	// that counts amounts.
	Device payment.Public
	Count  payment.Count
	// Invoice: it can be paid by bank transfer. InvoiceDays is within how many days, 0:
	// nobody says; Instant: the tickets are good at once.
	Invoice     bool
	InvoiceDays int64
	Instant     bool
	// Deposit is what the gateway can take now to hold it until the rest is due; nil: there is
	// none.
	Deposit *terms.Offer
	// Balance is what the buyer who signed in has on their account, which pays for all of it;
	// nil: it does not.
	Balance *int64
}

// WaysToPay reads how a basket can be paid in the shop now.
func WaysToPay(ctx context.Context, a *app.App, c *app.Caller, b *Basket) (p Payments, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) (err error) {
		if p.Card, err = payment.NameFor(r); err != nil {
			return err
		}
		t, err := terms.Of(r)
		if err != nil {
			return err
		}
		one := len(b.Order.EventIDs) == 1
		if p.Invoice = one && !b.resold() && t.CheckInvoice(b.Due, b.Order.CurrencyID, b.Order.Channel) == nil; p.Invoice {
			p.InvoiceDays, p.Instant = t.Invoice.Days, t.Invoice.Instant
		}
		return p.addOffers(r, c, b, a.Now())
	})
	if err != nil || p.Card == "" {
		return p, err
	}
	gateway, err := payment.GatewayOf(ctx, a, c.CompanyID, p.Card)
	if err != nil {
		return p, err
	}
	p.Device, p.Count = gateway.Public(), payment.CountOf(a, p.Card)
	return p, nil
}

// addOffers notes the ways that what lies in the basket and who buys it decide. What is in
// tokens of the company's own is no money that a card could pay.
func (p *Payments) addOffers(r app.Reader, c *app.Caller, b *Basket, now time.Time) error {
	whole, err := order.LoadBasket(r, b.Order, now)
	if err != nil {
		return err
	}
	offers, err := quote.PayOffersOf(r, c, &whole, now)
	if err != nil {
		return err
	}
	if b.Currency.IsCustom {
		p.Card = ""
	}
	p.Deposit = offers.Deposit
	if offers.Wallet != nil {
		p.Balance = &offers.Wallet.Available
	}
	return nil
}

// None tells that nothing can be paid here.
func (p *Payments) None() bool { return p.Card == "" && !p.Invoice && p.Balance == nil }

// LastAttempt is the payment by card that counts for a basket, nil without one.
func LastAttempt(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (out *Attempt, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		o, err := order.FindPayable(r, c, k)
		if err != nil || o.PaymentID == 0 {
			return err
		}
		p, err := payment.Get(r, o.PaymentID)
		out = attemptOf(&p)
		return err
	})
	return out, err
}

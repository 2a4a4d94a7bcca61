package sales

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/catalog"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/rules"
)

// capture is what a caller says to take the money of a payment.
type capture struct {
	basket  order.Key
	channel catalog.Channel
	// find finds the payment that was named, in the order.
	find func(tx app.Tx, o *order.Order) (payment.Payment, error)
	// completion says how the order is completed with it; nil leaves that to another call.
	completion *Completion
}

// completePaid takes the money of a payment and completes its order with it. Calling it
// again for a payment that is done gives the order.
func completePaid(ctx context.Context, a *app.App, c *app.Caller, in Completion) (order.Receipt, error) {
	ask := capture{basket: in.Basket, channel: in.Channel, completion: &in, find: func(tx app.Tx, o *order.Order) (payment.Payment, error) {
		p, found, err := payment.ByTransaction(tx, in.TransactionID)
		if err == nil && (!found || p.OrderID != o.ID) {
			err = app.Field("transactionId", "does not belong to the basket")
		}
		return p, err
	}}
	p, err := ask.take(ctx, a, c)
	if err != nil {
		return order.Receipt{}, err
	}
	var done order.Receipt
	err = a.View(ctx, c, order.Sellers, func(r app.Reader) error {
		o, err := order.Orders.Get(r, p.OrderID)
		if err != nil {
			return err
		}
		b, err := order.LoadBasket(r, o, a.Now())
		if err == nil {
			done, err = order.ReceiptOf(r, c, b)
		}
		return err
	})
	return done, err
}

// CaptureIntent takes the money of an intent and leaves it to another call to complete
// the order. If none comes, the order completes by itself soon after.
func CaptureIntent(ctx context.Context, a *app.App, c *app.Caller, k order.Key, ch catalog.Channel, ref string) error {
	if err := c.Need(app.PayCard); err != nil {
		return err
	}
	ask := capture{basket: k, channel: ch, find: func(tx app.Tx, o *order.Order) (payment.Payment, error) {
		for _, id := range o.TransactionIDs {
			p, found, err := payment.ByTransaction(tx, id)
			if err != nil || found && p.Ref == ref {
				return p, err
			}
		}
		return payment.Payment{}, app.Field("paymentIntentId", "does not belong to the basket")
	}}
	_, err := ask.take(ctx, a, c)
	return err
}

// take begins to capture the payment, calls the gateway, and finishes it.
func (in *capture) take(ctx context.Context, a *app.App, c *app.Caller) (p payment.Payment, err error) {
	drawn := order.DrawBarcodes(a)
	var at payment.Attempt
	err = a.Update(ctx, c, order.Sellers, func(tx app.Tx) (err error) {
		p, at, err = in.begin(tx, c, drawn)
		return err
	})
	if err != nil || at.ID == 0 {
		return p, err
	}
	at, err = payment.CaptureCall.Call(ctx, a, at, func(ctx context.Context, at payment.Attempt) (attempt.Outcome, error) {
		return captureAt(ctx, a, at, &p)
	})
	switch {
	case errors.Is(err, attempt.ErrPending):
		return p, &app.Error{
			Kind: app.Unavailable, RetryAfter: 10,
			Message: app.Msg("The payment gateway has not decided yet. The order completes as soon as it does; ask again then."),
		}
	case err != nil:
		return p, err
	case at.State != attempt.Done:
		return p, app.Field(in.named(), "was refused by the payment gateway: %s", at.Problem)
	}
	return p, nil
}

// named is the request field that named the payment.
func (in *capture) named() string {
	if in.completion == nil {
		return "paymentIntentId"
	}
	return "transactionId"
}

// begin decides whether the money may be taken, and from then on keeps everybody else
// away from the basket. The attempt is none when nothing is left to take.
func (in *capture) begin(tx app.Tx, c *app.Caller, drawn order.Barcodes) (p payment.Payment, none payment.Attempt, err error) {
	if in.completion != nil {
		if err := in.completion.wantBalance(tx, c); err != nil {
			return p, none, err
		}
	}
	o, err := order.FindPayable(tx, c, in.basket)
	if err != nil {
		return p, none, err
	}
	if p, err = in.find(tx, &o); err != nil {
		return p, none, err
	}
	d, err := NewDraft(tx, c)
	if err != nil {
		return p, none, err
	}
	switch p.State {
	case payment.Paid:
		return p, none, nil
	case payment.Captured:
		return p, none, in.complete(d, o, &p, drawn)
	case payment.Opening, payment.Capturing:
		return p, none, rules.BeingPaid()
	case payment.Open:
		if p.Local {
			return p, none, app.Field(in.named(), "is a local payment: its gateway says when it was paid")
		}
	default:
		return p, none, app.Field(in.named(), "is not open any more")
	}
	if err := rules.Payable(&o, in.channel, tx.Wall()); err != nil {
		return p, none, err
	}
	if err := d.Load(o); err != nil {
		return p, none, err
	}
	if err := in.check(d, c, &p); err != nil {
		return p, none, err
	}
	at, err := startCapture(d, &p, in.completion != nil, c.UserID, drawn)
	return p, at, err
}

// complete completes an order whose money was taken before.
func (in *capture) complete(d *Draft, o order.Order, p *payment.Payment, drawn order.Barcodes) error {
	if in.completion == nil {
		return nil
	}
	if err := d.Load(o); err != nil {
		return err
	}
	if err := sellTo(d, in.completion.Buyer, true); err != nil {
		return err
	}
	d.Order.InhibitMail = d.Order.InhibitMail || in.completion.InhibitMail
	return FinishPaid(d, p, drawn)
}

// check holds the basket against the rules of completing, and against what was due when
// the payment was opened.
func (in *capture) check(d *Draft, c *app.Caller, p *payment.Payment) error {
	if in.completion != nil {
		if err := sellTo(d, in.completion.Buyer, true); err != nil {
			return err
		}
		d.Order.InhibitMail = d.Order.InhibitMail || in.completion.InhibitMail
		if err := in.completion.Payment.Fits(p); err != nil {
			return err
		}
	}
	name, err := payment.NameFor(d.Tx)
	if err != nil {
		return err
	}
	if p.Gateway == payment.Simulated && name != payment.Simulated {
		return app.Field(in.named(), "is a simulated payment, and the company is not in demo mode")
	}
	if err := d.Apart(in.named(), p.Gateway == payment.Simulated); err != nil {
		return err
	}
	for i, part := range p.Parts {
		if payment.Online(part.Method) {
			continue
		}
		if err := rules.MayTake(c, rules.Path("paymentSplits", i, "paymentMethod"), part.Method); err != nil {
			return err
		}
	}
	if err := MayComplete(d); err != nil {
		return err
	}
	if due := d.Bound(p); due != p.Bound() {
		return app.Field(in.named(), "was opened when %s was due, and now %s is", locale.Money{CurrencyID: d.Order.CurrencyID, Minor: p.Bound()}, locale.Money{CurrencyID: d.Order.CurrencyID, Minor: due})
	}
	if p.DepositUntil != nil && !p.DepositUntil.After(d.Wall) {
		return app.Field(in.named(), "is a deposit, and the balance would be due already")
	}
	return c.Need(app.PayCard)
}

// startCapture begins to take the money. The basket is in nobody's hands meanwhile: it
// keeps its stock, cannot be changed and does not expire.
func startCapture(d *Draft, p *payment.Payment, completes bool, userID int64, drawn order.Barcodes) (at payment.Attempt, err error) {
	was := d.Order
	*p, err = payment.Move(d.Tx, p.ID, payment.Capturing, func(p *payment.Payment) {
		p.Completes, p.UserID, p.HoldUntil, p.Problem = completes, userID, rules.HoldUntil(&was, d.Wall), ""
		p.Resume, p.ResumeAt = was.Status, was.ExpiresAt
	})
	if err != nil {
		return at, err
	}
	if err := d.Become(order.Processing); err != nil {
		return at, err
	}
	d.Order.ExpiresAt = nil
	if err := d.Store(); err != nil {
		return at, err
	}
	return payment.CaptureCall.Begin(d.Tx, payment.Subject(p.ID), payment.Request{PaymentID: p.ID, Barcodes: drawn})
}

// captureAt takes the money at the gateway.
func captureAt(ctx context.Context, a *app.App, at payment.Attempt, p *payment.Payment) (attempt.Outcome, error) {
	g, err := payment.GatewayOf(ctx, a, at.Company, p.Gateway)
	if err != nil {
		return attempt.Outcome{}, err
	}
	s, err := g.Capture(ctx, p.Ref, p.Key+"-"+at.Key, p.Amount, p.Currency())
	if code := payment.Refused(err); code != "" {
		return attempt.Outcome{State: attempt.Refused, Reference: p.Ref, Problem: payment.Code(code)}, nil
	}
	if err != nil {
		return attempt.Outcome{}, err
	}
	return captured(p, s)
}

// captured is what a capture's answer means.
func captured(p *payment.Payment, s payment.Standing) (attempt.Outcome, error) {
	switch s.Stage {
	case payment.Taken:
		return attempt.Outcome{State: attempt.Done, Reference: p.Ref}, nil
	case payment.Settling:
		return attempt.Outcome{}, attempt.ErrUndecided
	case payment.Void:
		return attempt.Outcome{State: attempt.Refused, Reference: p.Ref, Problem: payment.CodeVoid}, nil
	}
	problem := s.Problem
	if problem == "" {
		problem = payment.CodeNotConfirmed
	}
	return attempt.Outcome{State: attempt.Refused, Reference: p.Ref, Problem: payment.Code(problem)}, nil
}

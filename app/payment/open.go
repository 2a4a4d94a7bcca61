package payment

import (
	"context"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/order"
)

// AskOpen asks the gateway for the intent of a payment, whether or not it opened it
// before: under its key there is one.
func AskOpen(ctx context.Context, a *app.App, at Attempt) (attempt.Outcome, error) {
	var p Payment
	var reference string
	err := a.ViewCompany(ctx, at.Company, func(r app.Reader) (err error) {
		if p, err = payments.Get(r, at.Request.PaymentID); err != nil {
			return err
		}
		o, err := order.Orders.Get(r, p.OrderID)
		reference = o.Reference
		return err
	})
	if err != nil {
		return attempt.Outcome{}, err
	}
	opened, err := p.OpenAt(ctx, a, at.Company, reference)
	return OpenOutcome(opened, err)
}

// OpenAt opens the intent of a payment of an order at its gateway.
func (p *Payment) OpenAt(ctx context.Context, a *app.App, companyID int64, reference string) (Opened, error) {
	g, err := GatewayOf(ctx, a, companyID, p.Gateway)
	if err != nil {
		return Opened{}, err
	}
	return g.Open(ctx, Intent{Key: p.Key, Amount: p.Amount, Currency: p.Currency(), Present: p.Present(), Debit: p.Debit, Local: p.Local, Order: reference})
}

// OpenOutcome is what became of opening an intent. An error is no answer.
func OpenOutcome(opened Opened, err error) (attempt.Outcome, error) {
	if code := Refused(err); code != "" {
		return attempt.Outcome{State: attempt.Refused, Problem: Code(code)}, nil
	}
	if err != nil {
		return attempt.Outcome{}, err
	}
	return attempt.Outcome{State: attempt.Done, Reference: opened.Ref}, nil
}

// FinishOpen does what follows from opening an intent. One that was given up meanwhile
// is cancelled.
func FinishOpen(tx app.Tx, at Attempt, o attempt.Outcome) error {
	p, err := payments.Get(tx, at.Request.PaymentID)
	if err != nil || o.State == attempt.Unknown {
		return err
	}
	given := p.State == Cancelling
	switch {
	case o.State == attempt.Refused && given:
		_, err = Move(tx, p.ID, Cancelled, nil)
	case o.State == attempt.Refused:
		_, err = Move(tx, p.ID, Failed, func(p *Payment) { p.Problem = o.Problem })
		if err == nil {
			err = order.Detach(tx, p.OrderID, p.ID)
		}
	case given:
		if _, err = payments.Update(tx, p.ID, func(p *Payment) error { p.Ref = o.Reference; return nil }); err == nil {
			_, err = CancelCall.Put(tx, p.subject(), Request{PaymentID: p.ID})
		}
	default:
		_, err = Move(tx, p.ID, Open, func(p *Payment) { p.Ref = o.Reference })
	}
	return err
}

package pay

import (
	"context"
	"fmt"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/queue"
	"marquee/app/sales"
)

// CancelIntent cancels an intent that is no longer wanted. If it turns out that its
// money was taken, that is dealt with.
func CancelIntent(ctx context.Context, a *app.App, m queue.Message[payment.Request]) error {
	p, g, err := paymentAt(ctx, a, m.Company, m.Payload.PaymentID, payment.Cancelling)
	if err != nil || g == nil {
		return err
	}
	s, err := g.Cancel(ctx, p.Ref)
	if payment.Refused(err) == payment.CodeMissing {
		s, err = payment.Standing{Stage: payment.Void}, nil
	}
	if err != nil {
		return err
	}
	drawn := order.DrawBarcodes(a)
	return a.UpdateCompany(ctx, m.Company, func(tx app.Tx) error {
		now, err := payment.Get(tx, p.ID)
		switch {
		case err != nil || now.State != payment.Cancelling:
			return err
		case s.Stage == payment.Void:
			_, err = payment.Move(tx, p.ID, payment.Cancelled, nil)
			return err
		case s.Stage == payment.Taken:
			if now, err = payment.Move(tx, p.ID, payment.Captured, nil); err != nil {
				return err
			}
			return sales.Received(tx, &now, drawn)
		}
		return fmt.Errorf("payment %d is not cancelled yet: %s", p.ID, s.Problem)
	})
}

// RefundPayment gives money back that has no order.
func RefundPayment(ctx context.Context, a *app.App, m queue.Message[payment.Request]) error {
	p, g, err := paymentAt(ctx, a, m.Company, m.Payload.PaymentID, payment.Refunding)
	if err != nil || g == nil {
		return err
	}
	if err := g.Refund(ctx, p.Ref, p.RefundKey(), p.Captured, p.Currency()); err != nil {
		return err
	}
	return a.UpdateCompany(ctx, m.Company, func(tx app.Tx) error {
		now, err := payment.Get(tx, p.ID)
		if err == nil && now.State == payment.Refunding {
			_, err = payment.Move(tx, p.ID, payment.Refunded, nil)
		}
		return err
	})
}

// paymentAt reads a payment and finds its gateway; no gateway when the payment is not in
// the state in which something is to be done.
func paymentAt(ctx context.Context, a *app.App, company, id int64, state payment.State) (p payment.Payment, g payment.Gateway, err error) {
	p, err = sales.ReadPayment(ctx, a, company, id)
	if err != nil || p.State != state {
		return p, nil, err
	}
	g, err = payment.GatewayOf(ctx, a, company, p.Gateway)
	return p, g, err
}

// completeCaptured completes orders whose money was taken, and which nobody completed.
func completeCaptured(ctx context.Context, w *app.Work) error {
	due := func(r app.Reader) ([]int64, error) { return payment.DueToComplete(r, w.App.Now(), sales.SweepBatch) }
	return w.EachDue(ctx, due, func(id int64) error { return completeOne(ctx, w, id) })
}

func completeOne(ctx context.Context, w *app.Work, id int64) error {
	drawn := order.DrawBarcodes(w.App)
	return w.Update(ctx, func(tx app.Tx) error {
		p, err := payment.Get(tx, id)
		if err != nil || p.State != payment.Captured {
			return err
		}
		d, err := sales.OrderOf(tx, &p)
		if err != nil {
			return err
		}
		return sales.FinishPaid(d, &p, drawn)
	})
}

// Verdict is what somebody found out about a payment.
type Verdict int

// The verdicts.
const (
	// AskGateway: nothing; the gateway is to be asked now.
	AskGateway Verdict = iota
	WasTaken
	WasNotTaken
)

// SettlePayment ends what is in doubt of a payment, by its transaction. A verdict counts
// only where a call to the gateway is open; whoever gives it answers for it.
func SettlePayment(ctx context.Context, a *app.App, transactionID int64, v Verdict) (payment.Listed, error) {
	p, err := payment.Find(ctx, a, transactionID)
	if err != nil {
		return p, err
	}
	if v == AskGateway {
		err = askNow(ctx, a, &p)
	} else {
		err = settleBy(ctx, a, &p, v)
	}
	if err != nil {
		return p, err
	}
	return payment.Find(ctx, a, transactionID)
}

// askNow does at once what is to be done at the gateway.
func askNow(ctx context.Context, a *app.App, p *payment.Listed) error {
	message := queue.Message[payment.Request]{Company: p.Company, Payload: payment.Request{PaymentID: p.ID}}
	switch p.State {
	case payment.Opening, payment.Capturing:
		return payment.Ask(ctx, a, p.Company, p.ID)
	case payment.Captured:
		return completeOne(ctx, &app.Work{App: a, Company: p.Company}, p.ID)
	case payment.Cancelling:
		if p.Ref == "" {
			return payment.Ask(ctx, a, p.Company, p.ID)
		}
		return CancelIntent(ctx, a, message)
	case payment.Refunding:
		return RefundPayment(ctx, a, message)
	case payment.Paid, payment.Refunded:
		return payment.AskOutside(ctx, a, p)
	}
	return nil
}

// settleBy ends the open call of a payment by what somebody found out.
func settleBy(ctx context.Context, a *app.App, p *payment.Listed, v Verdict) error {
	call, found, err := payment.OpenCallOf(ctx, a, p.Company, p.ID)
	if err != nil {
		return err
	}
	o := attempt.Outcome{State: attempt.Done, Reference: p.Ref}
	if v == WasNotTaken {
		o = attempt.Outcome{State: attempt.Refused, Reference: p.Ref, Problem: payment.CodeNotTaken}
	}
	finish := payment.CaptureCall.Finish
	switch {
	case found && p.State == payment.Capturing:
	case found && v == WasNotTaken: // it was not even opened
		finish = payment.OpenCall.Finish
	default:
		return app.Field("id", "is %s: there is nothing to decide by hand", p.State)
	}
	return a.UpdateCompany(ctx, p.Company, func(tx app.Tx) error {
		_, err := finish(tx, call.ID, o)
		return err
	})
}

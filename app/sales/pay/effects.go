package pay

import (
	"context"
	"fmt"

	"marquee/app"
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

package pay

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
)

// AskLocal is the name of the job that asks gateways about vouchers.
const AskLocal = "ask about local payments"

// askLocal asks about the vouchers of a company that are due for it.
func askLocal(ctx context.Context, w *app.Work) error {
	due := func(r app.Reader) ([]int64, error) { return payment.DueToAsk(r, w.App.Now(), sales.SweepBatch) }
	return w.EachDue(ctx, due, func(id int64) error { return askVoucher(ctx, w, id) })
}

// askVoucher asks the gateway about one voucher. One that was paid completes its order,
// one that has expired ends it. A gateway that does not answer is asked again.
func askVoucher(ctx context.Context, w *app.Work, id int64) error {
	p, g, err := paymentAt(ctx, w.App, w.Company, id, payment.Open)
	if err != nil || g == nil || !p.Local {
		return err
	}
	s, err := g.Look(ctx, p.Ref)
	if payment.Refused(err) == payment.CodeMissing {
		s, err = payment.Standing{Stage: payment.Void}, nil
	}
	if err != nil {
		s = payment.Standing{Stage: payment.Waiting}
	}
	drawn := order.DrawBarcodes(w.App)
	return w.Update(ctx, func(tx app.Tx) error {
		now, err := payment.Get(tx, id)
		switch {
		case err != nil || now.State != payment.Open:
			return err
		case s.Stage == payment.Taken:
			return voucherPaid(tx, &now, drawn)
		case s.Stage == payment.Void:
			return voucherExpired(tx, &now)
		}
		return payment.AskFrom(tx, id, now.NextAsk(tx.Wall()))
	})
}

// voucherPaid does what follows from a voucher that was paid.
func voucherPaid(tx app.Tx, p *payment.Payment, drawn order.Barcodes) error {
	if _, err := payment.Move(tx, p.ID, payment.Capturing, nil); err != nil {
		return err
	}
	paid, err := payment.Move(tx, p.ID, payment.Captured, nil)
	if err != nil {
		return err
	}
	return sales.Received(tx, &paid, drawn)
}

// voucherExpired ends an order whose voucher nobody paid.
func voucherExpired(tx app.Tx, p *payment.Payment) error {
	if _, err := payment.Move(tx, p.ID, payment.Cancelling, nil); err != nil {
		return err
	}
	if _, err := payment.Move(tx, p.ID, payment.Cancelled, nil); err != nil {
		return err
	}
	o, err := order.Orders.Get(tx, p.OrderID)
	if err != nil || o.PaymentID != p.ID || o.Status != order.AwaitingLocalPayment {
		return err
	}
	return sales.Release(tx, catalog.NewCache(tx), &o, order.Expired)
}

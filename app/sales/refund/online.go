package refund

import (
	"context"
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
)

// RefundAttempt is a refund over a gateway whose outcome must be known before the order is
// changed.
type RefundAttempt = attempt.Attempt[rules.RefundPlan]

// ReturnCall asks a gateway to give a part of paid money back. Under its key it does that
// once, so asking what became of it is asking again.
var ReturnCall = attempt.NewKind[rules.RefundPlan](attempt.Spec{Name: "payment.return", Timeout: payment.CallTimeout, AtStart: true})

// beginReturn notes the money that is to go back as pending, and begins the attempt. The
// items stay as they are.
func beginReturn(d *sales.Draft, plan *rules.RefundPlan) (at RefundAttempt, err error) {
	for i := range plan.Parts {
		t := plan.Parts[i].Transaction(plan)
		t.Status, t.OrderID, t.CurrencyID, t.Demo = order.TransactionPending, d.Order.ID, d.Order.CurrencyID, d.Order.Demo
		if err := order.AddTransaction(d.Tx, &t); err != nil {
			return at, err
		}
		plan.Parts[i].TransactionID = t.ID
		d.Order.TransactionIDs = append(d.Order.TransactionIDs, t.ID)
	}
	if err := d.Store(); err != nil {
		return at, err
	}
	if err := setAside(d, plan); err != nil {
		return at, err
	}
	return ReturnCall.Begin(d.Tx, refundSubject(d.Order.ID), *plan)
}

// giveBackOnline asks the gateway, and finishes the refund.
func giveBackOnline(ctx context.Context, a *app.App, at RefundAttempt) (rules.Refunded, error) {
	plan := at.Request
	ended, err := ReturnCall.Call(ctx, a, at, func(ctx context.Context, at RefundAttempt) (attempt.Outcome, error) {
		return AskReturn(ctx, a, at)
	})
	done := rules.Refunded{OrderID: plan.OrderID, Items: plan.Items, Parts: plan.Parts, TransactionID: plan.Parts[0].TransactionID}
	switch {
	case errors.Is(err, attempt.ErrPending):
		return done, stillAsked()
	case err != nil:
		return done, err
	case ended.State != attempt.Done:
		return done, app.Field("online", "was refused by the payment gateway: %s", ended.Problem)
	}
	err = a.ViewCompany(ctx, at.Company, func(r app.Reader) error {
		o, err := order.Orders.Get(r, plan.OrderID)
		if done.CurrencyID = o.CurrencyID; err != nil {
			return err
		}
		done.Parts, err = taxed(r, plan.Parts)
		return err
	})
	return done, err
}

// taxed are parts with what of them is tax, as it was noted.
func taxed(r app.Reader, parts []rules.RefundPart) ([]rules.RefundPart, error) {
	all := slices.Clone(parts)
	for i := range all {
		t, err := order.Transactions.Get(r, all[i].TransactionID)
		if err != nil {
			return nil, err
		}
		all[i].Tax = -t.Tax
	}
	return all, nil
}

// stillAsked tells that a gateway has not decided on a refund.
func stillAsked() error {
	return &app.Error{
		Kind: app.Unavailable, RetryAfter: 10,
		Message: app.Msg("The payment gateway has not decided yet. The money goes back as soon as it does; ask again then."),
	}
}

// AskReturn asks the gateway to give money back, or whether it did: that is the same.
func AskReturn(ctx context.Context, a *app.App, at RefundAttempt) (attempt.Outcome, error) {
	p, err := sales.ReadPayment(ctx, a, at.Company, at.Request.PaymentID)
	if err != nil {
		return attempt.Outcome{}, err
	}
	g, err := payment.GatewayOf(ctx, a, at.Company, p.Gateway)
	if err != nil {
		return attempt.Outcome{}, err
	}
	err = g.Refund(ctx, p.Ref, p.Key+"-return-"+at.Key, at.Request.Online, p.Currency())
	if code := payment.Refused(err); code != "" {
		return attempt.Outcome{State: attempt.Refused, Reference: p.Ref, Problem: payment.Code(code)}, nil
	}
	if err != nil {
		return attempt.Outcome{}, err
	}
	return attempt.Outcome{State: attempt.Done, Reference: p.Ref}, nil
}

// FinishReturn does what follows from what the gateway said: the refund is done, or nothing
// is.
func FinishReturn(tx app.Tx, at RefundAttempt, o attempt.Outcome) error {
	plan := at.Request
	switch o.State {
	case attempt.Refused:
		for _, part := range plan.Parts {
			if err := order.NoteNotReturned(tx, part.TransactionID); err != nil {
				return err
			}
		}
		if plan.ContractID != 0 {
			return resale.PaySeller(tx, plan.ContractID, 0, 0, plan.UserID)
		}
		return giveBackAside(tx, &plan)
	case attempt.Unknown:
		return nil
	}
	if err := payment.Return(tx, plan.PaymentID, plan.Online); err != nil {
		return err
	}
	d, err := sales.NewDraft(tx, &app.Caller{UserID: plan.UserID})
	if err != nil {
		return err
	}
	was, err := order.Orders.Get(tx, plan.OrderID)
	if err != nil {
		return err
	}
	if err := d.Load(was); err != nil {
		return err
	}
	done, err := Do(d, &plan)
	if err != nil {
		return err
	}
	if plan.ContractID != 0 {
		return resale.PaySeller(tx, plan.ContractID, plan.Online, done.TransactionID, plan.UserID)
	}
	call, err := plan.Asks.Part()
	if err != nil {
		return err
	}
	return app.Remember(app.Of(tx), tx, call, done)
}

// SettleReturn ends the refund of an order that nobody knows the outcome of, by what
// somebody found out at the gateway; or it has the gateway asked now.
func SettleReturn(ctx context.Context, a *app.App, c *app.Caller, k order.Key, v pay.Verdict) (o order.Order, err error) {
	var open attempt.Open
	err = a.View(ctx, c, app.Refund, func(r app.Reader) (err error) {
		if o, err = order.Find(r, k); err != nil {
			return err
		}
		var found bool
		if open, found, err = attempt.OpenOf(r, refundSubject(o.ID)); err == nil && !found {
			err = app.Field("order", "has no refund that is not finished")
		}
		return err
	})
	if err != nil {
		return o, err
	}
	if v == pay.AskGateway {
		err = attempt.AskNow(ctx, a, c.CompanyID, open.ID)
	} else {
		err = a.Update(ctx, c, app.Refund, func(tx app.Tx) error { return settleReturn(tx, &o, v) })
	}
	if err != nil {
		return o, err
	}
	return o, a.View(ctx, c, app.Refund, func(r app.Reader) (err error) {
		o, err = order.Orders.Get(r, o.ID)
		return err
	})
}

// settleReturn ends a refund by hand. While the gateway is still asked it may just be giving
// the money back, whatever its pages show: then nobody decides.
func settleReturn(tx app.Tx, o *order.Order, v pay.Verdict) error {
	open, found, err := attempt.OpenOf(tx, refundSubject(o.ID))
	switch {
	case err != nil:
		return err
	case !found:
		return app.Field("order", "has no refund that is not finished")
	case open.State != attempt.Unknown:
		return app.Field("order", "has a refund that the gateway is still asked about: let it be asked now")
	}
	outcome := attempt.Outcome{State: attempt.Done}
	if v == pay.WasNotTaken {
		outcome = attempt.Outcome{State: attempt.Refused, Problem: payment.CodeNotTaken}
	}
	_, err = ReturnCall.Finish(tx, open.ID, outcome)
	return err
}

package pay

import (
	"context"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/payment"
	"marquee/app/queue"
)

// Verdict is what somebody found out about money at a gateway.
type Verdict = payment.Verdict

// The verdicts.
const (
	AskGateway  = payment.AskGateway
	WasTaken    = payment.WasTaken
	WasNotTaken = payment.WasNotTaken
)

// SettlePayment ends what is in doubt of a payment of whatever company, by its transaction, for
// whoever runs the installation.
func SettlePayment(ctx context.Context, a *app.App, transactionID int64, v Verdict) (payment.Listed, error) {
	p, err := payment.Find(ctx, a, transactionID)
	if err != nil {
		return p, err
	}
	err = settle(ctx, a, &p, payment.Said{Verdict: v}, func(fn func(app.Tx) error) error { return a.UpdateCompany(ctx, p.Company, fn) })
	if err != nil {
		return p, err
	}
	return payment.Find(ctx, a, transactionID)
}

// Settle ends what is in doubt of a payment of the caller's company, with the reason for it.
func Settle(ctx context.Context, a *app.App, c *app.Caller, transactionID int64, said payment.Said) (s payment.Shown, err error) {
	needs := app.Everywhere(app.SettlePayments)
	read := func() error {
		return a.View(ctx, c, needs, func(r app.Reader) error {
			s, err = payment.Own(r, transactionID)
			return err
		})
	}
	if err := read(); err != nil {
		return s, err
	}
	if said.Reason == "" && said.Verdict != AskGateway {
		return s, app.Field("reason", "must be given")
	}
	said.UserID = c.UserID
	p := payment.Listed{Payment: s.Payment, Company: c.CompanyID}
	if err := settle(ctx, a, &p, said, func(fn func(app.Tx) error) error { return a.Update(ctx, c, needs, fn) }); err != nil {
		return s, err
	}
	return s, read()
}

// settle asks the gateway, or takes down what somebody said. A verdict counts only where it decides
// something; whoever gives it answers for it.
func settle(ctx context.Context, a *app.App, p *payment.Listed, said payment.Said, update func(func(app.Tx) error) error) error {
	if said.Verdict == AskGateway {
		return askNow(ctx, a, p)
	}
	return update(func(tx app.Tx) error {
		now, err := payment.Own(tx, p.TransactionID)
		if err != nil {
			return err
		}
		switch {
		case now.May(said.Verdict, now.Call):
		case said.Verdict == payment.Noted:
			return app.Field("id", "agrees with what its gateway says: there is nothing to note")
		default:
			return app.Field("id", "is %s: there is nothing to decide by hand", now.State)
		}
		if err := decide(tx, &now, said.Verdict); err != nil {
			return err
		}
		return payment.Say(tx, now.ID, said)
	})
}

// decide ends the open call of a payment by what somebody found out, or notes that what its gateway
// says was dealt with.
func decide(tx app.Tx, p *payment.Shown, v Verdict) (err error) {
	if v == payment.Noted {
		return payment.NoteOutside(tx, p.ID)
	}
	o := attempt.Outcome{State: attempt.Done, Reference: p.Ref}
	if v == WasNotTaken {
		o = attempt.Outcome{State: attempt.Refused, Reference: p.Ref, Problem: payment.CodeNotTaken}
	}
	if p.State == payment.Capturing {
		_, err = payment.CaptureCall.Finish(tx, p.Call.ID, o)
	} else { // it was not even opened
		_, err = payment.OpenCall.Finish(tx, p.Call.ID, o)
	}
	return err
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

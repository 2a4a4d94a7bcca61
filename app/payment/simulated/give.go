package simulated

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/payment"
)

// Card is what a buyer gives the gateway.
type Card struct {
	// Ref is the intent. The number says what happens, unless the outcome does.
	Ref, Number string
	Outcome     Outcome
	// Confirmed: the buyer gave the second factor that the gateway wanted of this card.
	Confirmed bool
}

// Give lets a buyer give a card to an intent of the caller's company, and tells how the
// intent stands.
func Give(ctx context.Context, a *app.App, c *app.Caller, in Card) (payment.Standing, error) {
	if in.Outcome == "" {
		var known bool
		if in.Outcome, known = outcomeOf(in.Number); !known {
			return payment.Standing{}, app.Field("cardNumber", "is not the number of a test card")
		}
	}
	var i Intent
	err := a.Update(ctx, c, app.AnyOf{app.Sell, app.WalletTopup}, func(tx app.Tx) error {
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		if !own.Demo {
			return app.Refuse(app.Forbidden, "Payments are simulated only while the company is in demo mode.")
		}
		was, found, err := byRef.Find(tx, in.Ref)
		if err != nil {
			return err
		}
		if !found {
			return app.Missing("payment")
		}
		outcome := in.Outcome
		if in.Confirmed && outcome == SecondFactor && was.Outcome == SecondFactor {
			outcome = Approved
		}
		i, err = intents.Update(tx, was.ID, func(i *Intent) error { return i.give(outcome, tx.Wall()) })
		return err
	})
	return i.standing(), err
}

// give lets the outcome happen to an intent that waits for a card.
func (i *Intent) give(o Outcome, now time.Time) error {
	if i.Stage != payment.Waiting && i.Stage != payment.Authorised {
		return app.Field("paymentIntentId", "waits for no card any more")
	}
	i.Outcome, i.Stage = o, payment.Waiting
	problem, ok := o.authorises()
	i.Problem = problem
	switch {
	case ok && i.Local:
		i.Stage, i.SettleAt = payment.Settling, new(now.Add(settleTime))
	case ok:
		i.Stage = payment.Authorised
	}
	return nil
}

package simulated

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/payment"
	"marquee/app/queue"
)

// Gateway is the simulated gateway of one company.
type Gateway struct {
	app     *app.App
	company int64
}

// Make gives the simulated gateway of a company.
func Make(_ context.Context, a *app.App, company int64) (payment.Gateway, error) {
	return &Gateway{a, company}, nil
}

// Ready tells whether a company is in demo mode.
func Ready(r app.Reader) (bool, error) {
	c, err := company.SettingsOf(r)
	return err == nil && c.Demo, err
}

// Tell is the other end of a Notice.
func Tell(ctx context.Context, a *app.App, m queue.Message[notice]) error {
	return payment.Heard(ctx, a, payment.Simulated, m.Payload.Ref)
}

// Public says to everybody that this is no real gateway.
func (g *Gateway) Public() payment.Public {
	return payment.Public{PublishableKey: "simulated", Account: "simulated"}
}

// Open opens an intent, or finds that of the key.
func (g *Gateway) Open(ctx context.Context, in payment.Intent) (payment.Opened, error) {
	ref, secret := "sim_pi_"+rand.Text(), rand.Text()
	var i Intent
	err := g.app.UpdateCompany(ctx, g.company, func(tx app.Tx) (err error) {
		known, found, err := byKey.Find(tx, in.Key)
		if err != nil || found {
			i = known
			return err
		}
		i = Intent{
			Key: in.Key, Ref: ref, Secret: secret, Order: in.Order, Amount: in.Amount, CurrencyID: in.Currency.ID, Stage: payment.Waiting, Local: in.Local,
		}
		return intents.Insert(tx, &i)
	})
	return payment.Opened{Ref: i.Ref, ClientSecret: i.clientSecret()}, err
}

func (i *Intent) clientSecret() string { return i.Ref + "_secret_" + i.Secret }

func (i *Intent) standing() payment.Standing {
	return payment.Standing{Stage: i.Stage, ClientSecret: i.clientSecret(), Problem: i.Problem}
}

// Look tells how an intent stands. Settling money is decided on when its time has come.
func (g *Gateway) Look(ctx context.Context, ref string) (payment.Standing, error) {
	i, err := g.change(ctx, ref, func(app.Tx, *Intent) error { return nil })
	return i.standing(), err
}

// change settles what is due, and then changes an intent.
func (g *Gateway) change(ctx context.Context, ref string, do func(tx app.Tx, i *Intent) error) (i Intent, err error) {
	err = g.app.UpdateCompany(ctx, g.company, func(tx app.Tx) error {
		was, found, err := byRef.Find(tx, ref)
		if err != nil {
			return err
		}
		if !found {
			return &payment.Refusal{Code: payment.CodeMissing}
		}
		i, err = intents.Update(tx, was.ID, func(i *Intent) error {
			i.settle(tx.Wall())
			return do(tx, i)
		})
		return err
	})
	return i, err
}

// settle decides on settling money.
func (i *Intent) settle(now time.Time) {
	if i.Stage != payment.Settling || i.SettleAt.After(now) {
		return
	}
	if i.Stage = i.Outcome.settled(); i.Stage == payment.Taken {
		i.Captured = i.Amount
	} else {
		i.Problem = "payment_failed"
	}
}

// maxReturns is how often money of one intent is given back.
const maxReturns = 500

// errSilence is no answer.
var errSilence = errors.New("the simulated gateway does not answer")

// Capture takes the money, in the way that the card says.
func (g *Gateway) Capture(ctx context.Context, ref, _ string, amount int64, _ company.Currency) (payment.Standing, error) {
	silent := false
	i, err := g.change(ctx, ref, func(tx app.Tx, i *Intent) error {
		silent = i.Outcome == Silent && i.Stage == payment.Authorised
		if silent {
			return nil
		}
		return i.capture(tx, amount)
	})
	switch {
	case err != nil:
		return payment.Standing{}, err
	case silent, i.Outcome == Lost:
		return payment.Standing{}, errSilence
	case i.Outcome == Late:
		select {
		case <-time.After(lateness):
		case <-ctx.Done():
			return payment.Standing{}, ctx.Err()
		}
	}
	return i.standing(), nil
}

// capture takes the money of an intent that is waiting for it.
func (i *Intent) capture(tx app.Tx, amount int64) error {
	switch {
	case i.Stage == payment.Taken, i.Stage == payment.Settling:
		return nil
	case i.Stage == payment.Void:
		return &payment.Refusal{Code: payment.CodeVoid}
	case i.Problem != "":
		return &payment.Refusal{Code: i.Problem}
	case amount != i.Amount:
		return &payment.Refusal{Code: "amount_mismatch"}
	}
	if i.Outcome == Settles || i.Outcome == SettlesNot {
		at := tx.Wall().Add(settleTime)
		i.Stage, i.SettleAt = payment.Settling, &at
		return nil
	}
	i.Stage, i.Captured = payment.Taken, i.Amount
	if i.Outcome != Twice {
		return nil
	}
	for range 2 {
		if _, err := Notice.Put(tx, "", notice{i.Ref}); err != nil {
			return err
		}
	}
	return nil
}

// Cancel gives an intent up.
func (g *Gateway) Cancel(ctx context.Context, ref string) (payment.Standing, error) {
	i, err := g.change(ctx, ref, func(_ app.Tx, i *Intent) error {
		if i.Stage == payment.Waiting || i.Stage == payment.Authorised {
			i.Stage = payment.Void
		}
		return nil
	})
	return i.standing(), err
}

// Refund gives money back, once under each key. What a former release gave back has no
// key, and was all.
func (g *Gateway) Refund(ctx context.Context, ref, key string, amount int64, _ company.Currency) error {
	_, err := g.change(ctx, ref, func(_ app.Tx, i *Intent) error {
		switch {
		case slices.Contains(i.Returns, key), i.Refunded == i.Captured && len(i.Returns) == 0 && amount == i.Captured && amount > 0:
			return nil
		case i.Stage != payment.Taken || amount <= 0 || amount > i.Captured-i.Refunded || len(i.Returns) >= maxReturns:
			return &payment.Refusal{Code: "charge_not_refundable"}
		}
		i.Refunded += amount
		i.Returns = append(slices.Clone(i.Returns), key)
		return nil
	})
	return err
}

// ConnectionToken lets a simulated reader connect.
func (g *Gateway) ConnectionToken(context.Context) (string, error) {
	return "sim_pst_" + rand.Text(), nil
}

package payment

import (
	"context"
	"errors"
	"fmt"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
)

// Simulated is the name of the gateway that is built in, for companies in demo mode.
const Simulated = order.SimulatedGateway

// Stage is how an intent stands at its gateway.
type Stage int

// The stages.
const (
	// Waiting for the buyer: for a card, or a second factor.
	Waiting Stage = iota + 1
	// Authorised: the money is reserved on the card and can be captured.
	Authorised
	// Settling: captured, and not decided yet whether the money comes.
	Settling
	// Taken: the money is ours.
	Taken
	// Void: given up. Nothing was taken, and nothing can be any more.
	Void
)

// Standing is what a gateway tells of an intent.
type Standing struct {
	Stage Stage
	// ClientSecret lets the buyer's device confirm the intent.
	ClientSecret string
	// Problem is the gateway's word for what happened to the card last.
	Problem string
}

// Intent is what a gateway is asked to open.
type Intent struct {
	// Key names the intent: under one key a gateway opens one.
	Key      string
	Amount   int64 // minor units
	Currency company.Currency
	// Present is for cards at a reader, Debit for the debit networks that want it.
	Present, Debit bool
	// Local is for vouchers, which buyers pay at a shop or a bank: the money is taken as
	// soon as it comes.
	Local bool
	// Order is the reference of the order, for people who look at the gateway.
	Order string
}

// Opened is an intent that a gateway opened.
type Opened struct {
	// Ref is what the gateway calls it.
	Ref, ClientSecret string
}

// Public is what a buyer's device needs to talk to the gateway by itself.
type Public struct{ PublishableKey, Account string }

// Gateway takes card payments of one company. Each call can be repeated: under one key,
// or on one intent, it does the same thing once. An error that is a *Refusal means that
// it did not happen and will not; any other error, that nobody knows.
type Gateway interface {
	Public() Public
	// Open opens an intent, or finds the one that it opened under this key.
	Open(ctx context.Context, in Intent) (Opened, error)
	Look(ctx context.Context, ref string) (Standing, error)
	// Capture takes authorised money, in minor units of the currency of the intent.
	Capture(ctx context.Context, ref, key string, amount int64, cur company.Currency) (Standing, error)
	// Cancel gives an intent up unless it is Taken or Settling, and tells how it stands.
	Cancel(ctx context.Context, ref string) (Standing, error)
	// Refund gives captured money back. Money that was given back before is no refusal.
	Refund(ctx context.Context, ref, key string, amount int64, cur company.Currency) error
	// ConnectionToken lets a card reader connect.
	ConnectionToken(ctx context.Context) (string, error)
}

// Refusal is a gateway's clear no.
type Refusal struct {
	// Code is the gateway's word for the reason: "card_declined".
	Code string
}

func (r *Refusal) Error() string { return "the payment gateway refused: " + r.Code }

// Refused gives the code of a refusal, or "".
func Refused(err error) string {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Code
	}
	return ""
}

// The codes of refusals that are told apart.
const (
	// CodeMissing: the gateway has no such intent.
	CodeMissing = "resource_missing"
	// CodeVoid: the intent was given up.
	CodeVoid = "canceled"
	// CodeNotConfirmed: the buyer has not confirmed the payment with a card.
	CodeNotConfirmed = "not_confirmed"
	// CodeNoLocal: there are no vouchers in this currency.
	CodeNoLocal = "no_local_payment"
	// CodeAmount: the gateway cannot move such an amount of the currency.
	CodeAmount = "amount_not_possible"
	// CodeNotTaken: somebody found out that nothing was taken.
	CodeNotTaken = "not_taken"
)

// Maker gives the gateway of a company, or nil when the company has not set it up.
type Maker func(ctx context.Context, a *app.App, company int64) (Gateway, error)

// served is a gateway in a definition.
type served struct {
	name  string
	make  Maker
	count Count
	// ready tells in a snapshot whether the company can take payments with it.
	ready func(r app.Reader) (bool, error)
}

func (s served) EffectName() string { return "gateway." + s.name }

// Served wires a gateway: ready tells whether a company can take new payments with it, count
// how it counts amounts, and make gives it. Without count it takes every amount as it is.
func Served(name string, ready func(r app.Reader) (bool, error), count Count, make Maker) app.Effect {
	return served{name, make, count, ready}
}

// gatewaysOf are the gateways of a definition, in its order.
func gatewaysOf(a *app.App) (all []served) {
	for _, e := range a.Definition().Effects {
		if s, ok := e.(served); ok {
			all = append(all, s)
		}
	}
	return all
}

// NameFor is the gateway that takes new payments of the company; "" when none does.
func NameFor(r app.Reader) (string, error) {
	for _, s := range gatewaysOf(app.Of(r)) {
		ready, err := s.ready(r)
		if err != nil || ready {
			return s.name, err
		}
	}
	return "", nil
}

// errNoGateway: the payments of a gateway that is no longer set up stay as they are.
var errNoGateway = errors.New("the payment gateway is not set up")

// GatewayOf gives a gateway by its name, to whoever asks it next.
func GatewayOf(ctx context.Context, a *app.App, companyID int64, name string) (Gateway, error) {
	app.Outside(ctx)
	for _, s := range gatewaysOf(a) {
		if s.name != name {
			continue
		}
		g, err := s.make(ctx, a, companyID)
		if err != nil || g != nil {
			return g, err
		}
	}
	return nil, fmt.Errorf("%w: %s", errNoGateway, name)
}

// NoGateway refuses a payment by card where no gateway takes any.
func NoGateway() error {
	return app.Refuse(app.Invalid, "No card can be charged online: the company is not in demo mode, and no payment gateway is set up.")
}

// NoAnswer tells a caller that the gateway gave no answer, and that nothing is in doubt.
func NoAnswer() error {
	return app.Refuse(app.OutsideFailed, "The payment gateway gave no answer. Please try again.")
}

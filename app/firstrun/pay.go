package firstrun

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/company/iban"
	"marquee/app/terms"
	"marquee/app/vault"
)

// Way is how a company begins to be paid.
type Way string

// The ways.
const (
	// ByDemo: cards are simulated and no money moves.
	ByDemo Way = "demo"
	// ByTransfer: buyers transfer the money to an account.
	ByTransfer Way = "transfer"
	// ByCard: buyers pay by card, with the keys of the company at the payment gateway.
	ByCard Way = "card"
	// Later: nothing that costs something is sold until somebody says how.
	Later Way = "later"
)

// Ways are all of them.
func Ways() []Way { return []Way{ByDemo, ByTransfer, ByCard, Later} }

// transferDays is how long an order waits for its money.
const transferDays = 7

// Pay is what the fourth step asks: the account is for transfers alone, and the keys for cards.
type Pay struct {
	Way                 Way
	Holder, IBAN        string
	Secret, Publishable string
}

func (in *Pay) check() error {
	var wrong app.Problems
	switch in.Way {
	case ByDemo, ByCard, Later:
	case ByTransfer:
		if app.Blank(in.Holder) {
			wrong.Add("holder", "is required")
		}
		if _, ok := iban.Normal(in.IBAN); !ok {
			wrong.Add("iban", "is not a valid IBAN")
		}
	default:
		wrong.Add("way", "is required")
	}
	return wrong.Err()
}

// SavePay sets how the company is paid.
func SavePay(ctx context.Context, a *app.App, c *app.Caller, in Pay) error {
	if err := in.check(); err != nil {
		return err
	}
	if in.Way == ByCard {
		if err := in.setKeys(ctx, a, c); err != nil {
			return err
		}
	}
	demo := in.Way == ByDemo
	settings := company.SettingsChange{Demo: &demo}
	offer := terms.Change{Invoice: app.Cleared[terms.NewInvoice]()}
	if in.Way == ByTransfer {
		settings.Invoicing.Bank = company.BankChange{Holder: app.Is(in.Holder), IBAN: app.Is(in.IBAN)}
		offer.Invoice = app.Is(terms.NewInvoice{On: terms.Channels{Online: true, Office: true}, Days: transferDays})
	}
	return asOne(ctx, a, c, func(a *app.App) error {
		if _, err := company.ChangeSettings(ctx, a, c, settings); err != nil {
			return fieldsAs(err, map[string]string{"invoices.bankAccount.holder": "holder", "invoices.bankAccount.iban": "iban"})
		}
		_, err := terms.Set(ctx, a, c, offer)
		return err
	})
}

// setKeys gives the company its keys, unless it has some and none are named.
func (in *Pay) setKeys(ctx context.Context, a *app.App, c *app.Caller) error {
	held, err := vault.GatewayHeld(ctx, a, c)
	if err != nil || held.IsSet && in.Secret == "" && in.Publishable == "" {
		return err
	}
	_, err = vault.SetGateway(ctx, a, c, vault.Gateway{SecretKey: in.Secret, PublishableKey: in.Publishable})
	return fieldsAs(err, map[string]string{"secretKey": "secret", "publishableKey": "publishable"})
}

// Publish puts the first event on sale, and opens the shop.
func Publish(ctx context.Context, a *app.App, c *app.Caller) error {
	event, err := only(ctx, a, c)
	if err != nil {
		return err
	}
	if event == nil {
		return app.Missing("event")
	}
	yes := true
	return asOne(ctx, a, c, func(a *app.App) error {
		if _, _, err := catalog.UpdateEvent(ctx, a, c, event.ID, catalog.EventChange{Published: &yes, OnSale: &yes}, nil); err != nil {
			return err
		}
		_, err := company.ChangeSettings(ctx, a, c, company.SettingsChange{Shop: company.ShopChange{Open: &yes}})
		return err
	})
}

package firstrun

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/company/iban"
	"marquee/app/terms"
)

// Way is how a company begins to be paid.
type Way string

// The ways.
const (
	// ByDemo: cards are simulated and no money moves.
	ByDemo Way = "demo"
	// ByTransfer: buyers transfer the money to an account.
	ByTransfer Way = "transfer"
	// Later: nothing that costs something is sold until somebody says how.
	Later Way = "later"
)

// Ways are all of them.
func Ways() []Way { return []Way{ByDemo, ByTransfer, Later} }

// transferDays is how long an order waits for its money.
const transferDays = 7

// Pay is what the fourth step asks. The account is for transfers alone.
type Pay struct {
	Way          Way
	Holder, IBAN string
}

func (in *Pay) check() error {
	var wrong app.Problems
	switch in.Way {
	case ByDemo, Later:
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

// Publish puts the first event on sale, and opens the shop.
func Publish(ctx context.Context, a *app.App, c *app.Caller) error {
	event, err := first(ctx, a, c)
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

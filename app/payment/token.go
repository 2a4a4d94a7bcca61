package payment

import (
	"context"

	"marquee/app"
)

// TakesReaders tells whether card readers can connect for who takes cards: the simulated
// gateway has none.
func TakesReaders(ctx context.Context, a *app.App, c *app.Caller) (yes bool, err error) {
	if !c.Holds(app.PayCard) {
		return false, nil
	}
	err = a.View(ctx, c, app.PayCard, func(r app.Reader) error {
		name, err := NameFor(r)
		yes = name != "" && name != Simulated
		return err
	})
	return yes, err
}

// ConnectionToken lets a card reader connect to the gateway that takes the company's
// payments.
func ConnectionToken(ctx context.Context, a *app.App, c *app.Caller) (string, error) {
	var name string
	err := a.View(ctx, c, app.PayCard, func(r app.Reader) (err error) {
		name, err = NameFor(r)
		return err
	})
	if err != nil {
		return "", err
	}
	if name == "" {
		return "", NoGateway()
	}
	g, err := GatewayOf(ctx, a, c.CompanyID, name)
	if err != nil {
		return "", err
	}
	token, err := g.ConnectionToken(ctx)
	if err != nil {
		a.Log().Warn("the payment gateway gave no connection token", "gateway", name, "company", c.CompanyID, "refused", Refused(err))
		return "", NoAnswer()
	}
	return token, nil
}

package vault

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/company"
)

// Gateway are the keys of a company at the payment gateway.
type Gateway struct {
	SecretKey, PublishableKey, WebhookSecret, Account string
}

// Held tells of keys what may be told of them.
type Held struct {
	// IsSet: there are keys. LastFour are the end of the secret one.
	IsSet    bool
	LastFour string
	// Flag is what the keys come from that win over those that are sealed here, empty: nothing.
	Flag string
}

// Keeper keeps keys sealed. What it is given it takes into use at once.
type Keeper interface {
	Gateway(aliases []string) (Held, error)
	SetGateway(alias string, k Gateway) error
	ForgetGateway(aliases []string) error
}

// keepers are those of each App.
var keepers = app.NewPerApp(func() *holder { return new(holder) })

type holder struct {
	keeper Keeper
	mail   MailKeeper
	passes PassKeeper
}

// Use says who keeps the keys. It is called before anybody is served.
func Use(a *app.App, k Keeper) { keepers.Of(a).keeper = k }

// most is how long a key may be, in bytes.
const most = 255

func (k *Gateway) check() error {
	var p app.Problems
	for _, f := range []struct {
		name, value string
		begins      []string
		wanted      bool
	}{
		{"secretKey", k.SecretKey, []string{"sk_", "rk_"}, true},
		{"publishableKey", k.PublishableKey, []string{"pk_"}, true},
		{"webhookSecret", k.WebhookSecret, []string{"whsec_"}, false},
		{"account", k.Account, []string{"acct_"}, false},
	} {
		switch {
		case f.value == "" && f.wanted:
			p.Add(f.name, "is required")
		case f.value == "":
		case len(f.value) > most:
			p.Add(f.name, "must not be longer than %d characters", most)
		case !begins(f.value, f.begins):
			p.Add(f.name, "must begin with %s", strings.Join(f.begins, ", "))
		}
	}
	return p.Err()
}

func begins(value string, with []string) bool {
	for _, w := range with {
		if strings.HasPrefix(value, w) && len(value) > len(w) {
			return strings.Trim(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
		}
	}
	return false
}

// GatewayHeld tells of the keys of the caller's company.
func GatewayHeld(ctx context.Context, a *app.App, c *app.Caller) (h Held, err error) {
	own, keeper, err := companyAndKeeper(ctx, a, c)
	if err != nil || keeper == nil {
		return h, err
	}
	return keeper.Gateway(own.Aliases())
}

// SetGateway gives the caller's company its keys. They count at once.
func SetGateway(ctx context.Context, a *app.App, c *app.Caller, k Gateway) (h Held, err error) {
	own, keeper, err := keeperFor(ctx, a, c)
	if err != nil {
		return h, err
	}
	if err := k.check(); err != nil {
		return h, err
	}
	if h, err = keeper.Gateway(own.Aliases()); err != nil || h.Flag != "" {
		return h, setBy(err, h.Flag)
	}
	if err := keeper.SetGateway(own.Alias, k); err != nil {
		return h, err
	}
	if err := note(ctx, a, c, "payments by card were given keys"); err != nil {
		return h, err
	}
	return keeper.Gateway(own.Aliases())
}

// ForgetGateway takes the keys of the caller's company away. What was begun with them is asked
// about no more.
func ForgetGateway(ctx context.Context, a *app.App, c *app.Caller) error {
	own, keeper, err := keeperFor(ctx, a, c)
	if err != nil {
		return err
	}
	if h, err := keeper.Gateway(own.Aliases()); err != nil || h.Flag != "" {
		return setBy(err, h.Flag)
	}
	if err := keeper.ForgetGateway(own.Aliases()); err != nil {
		return err
	}
	return note(ctx, a, c, "payments by card lost their keys")
}

// setBy refuses what a flag of the server says.
func setBy(err error, flag string) error {
	if err != nil {
		return err
	}
	return app.Refuse(app.Invalid, "It is set by %s, which wins.", flag)
}

// note writes into the log of changes that keys were changed, and nothing of them.
func note(ctx context.Context, a *app.App, c *app.Caller, what string) error {
	return a.Update(ctx, c, app.Installation, func(tx app.Tx) error {
		app.Note(tx, "companies", tx.Company(), what)
		return nil
	})
}

// keeperFor is the company of a caller who runs the installation, and who keeps its keys.
func keeperFor(ctx context.Context, a *app.App, c *app.Caller) (own company.Company, k Keeper, err error) {
	own, k, err = companyAndKeeper(ctx, a, c)
	if err == nil && k == nil {
		err = keepsNone()
	}
	return own, k, err
}

// companyAndKeeper is keeperFor where nobody may keep them.
func companyAndKeeper(ctx context.Context, a *app.App, c *app.Caller) (own company.Company, k Keeper, err error) {
	if err := c.Need(app.Installation); err != nil {
		return own, nil, err
	}
	own, err = company.Settings(ctx, a, c)
	return own, keepers.Of(a).keeper, err
}

// keepsNone refuses keys where nobody keeps them: beside a store that is not served.
func keepsNone() error { return app.Refuse(app.Invalid, "This server keeps no keys.") }

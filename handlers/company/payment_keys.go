package company

import (
	"context"
	"net/http"

	"marquee/app"
	"marquee/app/vault"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type paymentKeysIn struct {
	SecretKey      string `json:"secretKey" required:"true" maxlen:"255" doc:"Begins with sk_ or rk_."`
	PublishableKey string `json:"publishableKey" required:"true" maxlen:"255" doc:"Begins with pk_."`
	WebhookSecret  string `json:"webhookSecret" maxlen:"255" doc:"Begins with whsec_; without it no notices are taken, and everything is found out by asking."`
	Account        string `json:"account" maxlen:"255" doc:"The connected account that is charged, if it is not the keys' own."`
}

type paymentKeysJSON struct {
	IsSet    bool    `json:"isSet"`
	LastFour *string `json:"lastFour" doc:"Of the secret key. The keys themselves are never shown again."`
	SetBy    *string `json:"setBy" doc:"The flag or the variable that the keys come from; it wins over what is set here. Null: nothing does."`
}

func paymentKeys(a *app.App) []rest.Route {
	form := func(h vault.Held, err error) (paymentKeysJSON, error) {
		return paymentKeysJSON{h.IsSet, wire.OrNull(h.LastFour), wire.OrNull(h.Flag)}, err
	}
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/payment-keys", Summary: "Tell whether there are keys of the payment gateway", Tag: "Access", Allow: app.Installation,
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (paymentKeysJSON, error) {
			return form(vault.GatewayHeld(ctx, a, c))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/payment-keys", Summary: "Set the keys of the payment gateway", Tag: "Access", Allow: app.Installation, MaxBody: 8 << 10,
			Doc: "They are kept sealed in the data folder, in no backup and in no answer, and count from the next payment on.",
		}, func(ctx context.Context, c *app.Caller, in paymentKeysIn) (paymentKeysJSON, error) {
			return form(vault.SetGateway(ctx, a, c, vault.Gateway{
				SecretKey: in.SecretKey, PublishableKey: in.PublishableKey, WebhookSecret: in.WebhookSecret, Account: in.Account,
			}))
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/payment-keys", Summary: "Take the keys of the payment gateway away", Tag: "Access", Allow: app.Installation, Status: http.StatusNoContent,
			Doc: "No new payment by card is begun. What was begun with them waits until there are keys again.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (nothingJSON, error) {
			return nothingJSON{}, vault.ForgetGateway(ctx, a, c)
		}),
	}
}

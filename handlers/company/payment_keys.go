package company

import (
	"context"
	"net/http"

	"marquee/app"
	"marquee/app/mail"
	"marquee/app/payment"
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

type mailServerIn struct {
	URL      string `json:"url" required:"true" maxlen:"255" doc:"smtp://user@host:587 with STARTTLS, or smtps://user@host:465 with TLS from the first byte."`
	Password string `json:"password" maxlen:"255" doc:"Never shown again. Absent: as it was, where the address is."`
	From     string `json:"from" required:"true" maxlen:"254" doc:"The address that mails come from."`
}

type mailServerJSON struct {
	URL         *string `json:"url" doc:"Null: mails are kept until there is one."`
	From        *string `json:"from"`
	HasPassword bool    `json:"hasPassword"`
	SetBy       *string `json:"setBy" doc:"The flag that the mail server comes from; it wins over what is set here. Null: none."`
}

type triedMailJSON struct {
	To      string  `json:"to"`
	IsTaken bool    `json:"isTaken" doc:"The server took it."`
	Answer  *string `json:"answer" doc:"What it said instead; null: it took the mail."`
}

func mailServers(a *app.App) []rest.Route {
	form := func(h vault.HeldMail, err error) (mailServerJSON, error) {
		return mailServerJSON{wire.OrNull(h.URL), wire.OrNull(h.From), h.HasPassword, wire.OrNull(h.Flag)}, err
	}
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/mail-server", Summary: "Tell over which server mails leave", Tag: "Access", Allow: app.Installation,
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (mailServerJSON, error) {
			return form(vault.MailHeld(ctx, a, c))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/mail-server", Summary: "Set over which server mails leave", Tag: "Access", Proof: true, Allow: app.Installation,
			Doc: "For all companies, and from now on: mails that wait leave over it. It is kept sealed in the data folder and in no backup.",
		}, func(ctx context.Context, c *app.Caller, in mailServerIn) (mailServerJSON, error) {
			return form(vault.SetMail(ctx, a, c, vault.MailServer{URL: in.URL, Password: in.Password, From: in.From}))
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/mail-server", Summary: "Take the mail server away", Tag: "Access", Proof: true, Allow: app.Installation, Status: http.StatusNoContent,
			Doc: "Mails are kept until there is another.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (nothingJSON, error) {
			return nothingJSON{}, vault.ForgetMail(ctx, a, c)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/mail-server/test", Summary: "Send a mail to oneself over the mail server", Tag: "Access", Allow: app.Installation,
			Doc: "At once, to the address of the caller, and tells what the server said. That it took the mail does not say that it arrives.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (triedMailJSON, error) {
			t, err := mail.Try(ctx, a, c)
			return triedMailJSON{t.To, t.Taken, wire.OrNull(t.Answer)}, err
		}),
	}
}

type triedKeysJSON struct {
	Account   *string `json:"account" doc:"Null: the gateway told none."`
	Name      *string `json:"name"`
	Country   *string `json:"country"`
	IsLive    bool    `json:"isLive" doc:"Real money is moved; else they are keys for tests."`
	IsCharged bool    `json:"isCharged" doc:"The account may take payments."`
	Answer    *string `json:"answer" doc:"What the gateway said instead; null: nothing."`
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
			Method: "POST", Path: "/payment-keys", Summary: "Set the keys of the payment gateway", Tag: "Access", Proof: true, Allow: app.Installation,
			Doc: "They are kept sealed in the data folder, in no backup and in no answer, and count from the next payment on.",
		}, func(ctx context.Context, c *app.Caller, in paymentKeysIn) (paymentKeysJSON, error) {
			return form(vault.SetGateway(ctx, a, c, vault.Gateway{
				SecretKey: in.SecretKey, PublishableKey: in.PublishableKey, WebhookSecret: in.WebhookSecret, Account: in.Account,
			}))
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/payment-keys", Summary: "Take the keys of the payment gateway away", Tag: "Access", Proof: true, Allow: app.Installation, Status: http.StatusNoContent,
			Doc: "No new payment by card is begun. What was begun with them waits until there are keys again.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (nothingJSON, error) {
			return nothingJSON{}, vault.ForgetGateway(ctx, a, c)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/payment-keys/test", Summary: "Ask the payment gateway whose account is charged", Tag: "Access", Allow: app.Installation,
			Doc: "With the keys that there are, also in demo mode. Nothing is charged.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (triedKeysJSON, error) {
			t, err := payment.Try(ctx, a, c)
			return triedKeysJSON{wire.OrNull(t.ID), wire.OrNull(t.Name), wire.OrNull(t.Country), t.Live, t.Charges, wire.OrNull(t.Answer)}, err
		}),
	}
}

type passKeysIn struct {
	Apple  *applePassKeysIn  `json:"apple" doc:"Absent: as they were."`
	Google *googlePassKeysIn `json:"google" doc:"Absent: as they were."`
}

type applePassKeysIn struct {
	Certificate string `json:"certificate" maxlen:"20000" doc:"That of the pass type, in PEM."`
	Key         string `json:"key" maxlen:"20000" doc:"Its key, in PEM."`
	Authority   string `json:"authority" maxlen:"20000" doc:"The certificate that signed it, in PEM."`
}

type googlePassKeysIn struct {
	IssuerID string `json:"issuerId" maxlen:"255"`
	Account  string `json:"account" maxlen:"255" doc:"The address of the account that writes in its name."`
	Key      string `json:"key" maxlen:"20000" doc:"The account's key, in PEM."`
}

func (in *passKeysIn) passes() (p vault.Passes) {
	if k := in.Apple; k != nil {
		p.Apple = &vault.ApplePasses{Certificate: k.Certificate, Key: k.Key, Authority: k.Authority}
	}
	if k := in.Google; k != nil {
		p.Google = &vault.GooglePasses{IssuerID: k.IssuerID, Account: k.Account, Key: k.Key}
	}
	return p
}

type passKeysJSON struct {
	IsApple  bool    `json:"isApple" doc:"There are keys for passes of Apple's phones. None of them is ever shown again."`
	IsGoogle bool    `json:"isGoogle"`
	SetBy    *string `json:"setBy" doc:"The flag or the variable that the keys come from; it wins over what is set here. Null: nothing does."`
}

func passKeys(a *app.App) []rest.Route {
	form := func(h vault.HeldPasses, err error) (passKeysJSON, error) {
		return passKeysJSON{h.Apple, h.Google, wire.OrNull(h.Flag)}, err
	}
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/pass-keys", Summary: "Tell whether there are keys of passes for phones", Tag: "Access", Allow: app.Installation,
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (passKeysJSON, error) {
			return form(vault.PassesHeld(ctx, a, c))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/pass-keys", Summary: "Set the keys of passes for phones", Tag: "Access", Proof: true, Allow: app.Installation,
			Doc: "They are kept sealed in the data folder, in no backup and in no answer, and count from the next pass on.",
		}, func(ctx context.Context, c *app.Caller, in passKeysIn) (passKeysJSON, error) {
			return form(vault.SetPasses(ctx, a, c, in.passes()))
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/pass-keys", Summary: "Take the keys of passes away", Tag: "Access", Proof: true, Allow: app.Installation, Status: http.StatusNoContent,
			Doc: "No new pass is made. Those that phones have stay, and are not told of changes any more.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (nothingJSON, error) {
			return nothingJSON{}, vault.ForgetPasses(ctx, a, c)
		}),
	}
}

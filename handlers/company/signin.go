package company

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type resetIn struct {
	Email   string `json:"email" required:"true" maxlen:"254"`
	Address rest.Peer
}

type resetJSON struct {
	Message string `json:"message"`
}

type signInIn struct {
	Email    string `json:"email" required:"true" maxlen:"254"`
	Name     string `json:"name" maxlen:"255" doc:"Becomes the user's name."`
	Redirect string `json:"redirect" maxlen:"2048" doc:"Where the browser goes afterwards: a path of this server, or a whole address of it. Others are passed over."`
	Origin   rest.Origin
}

type signInJSON struct {
	UserID int64     `json:"userId"`
	URL    rest.Path `json:"url" doc:"Opens once, within a minute."`
}

func signingIn(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/reset-password", Summary: "Mail a link to set a new password", Tag: "Access", Allow: app.Anyone, Knows: true, Weight: app.Medium,
			Doc: "The link is good once, for 30 minutes, and ends with any new password. The answer is the same whether somebody has the address or not. " +
				"With the token of one who may change users, an address that nobody of the company has is 404, and one who may do more than the caller 403. " +
				"Whoever asks for one address again and again gets no further mails; after 20 calls within a minute from one address, and after 50 in all, the answer is 429.",
		}, func(ctx context.Context, c *app.Caller, in resetIn) (resetJSON, error) {
			err := company.AskReset(ctx, a, c, company.ResetAsk{Email: in.Email, Address: string(in.Address)})
			return resetJSON{"success"}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/admin-users/single-sign-on", Summary: "Make a link that signs a user in", Tag: "Access", Secret: true, Allow: app.SignInUsers,
			Doc: "For systems that know who somebody is. An unknown e-mail becomes a user of the company without any role; a known one is given the name. " +
				"Nobody gets a link for one who may do what they may not, in any company. Who has a second factor is asked for its code on the page.",
		}, func(ctx context.Context, c *app.Caller, in signInIn) (out signInJSON, err error) {
			u, secret, err := company.MakeSignIn(ctx, a, c, company.SignIn{Email: in.Email, Name: in.Name})
			return signInJSON{u.ID, rest.Path(wire.SignInPath + "/" + secret + wire.After(in.Redirect, in.Origin))}, err
		}),
	}
}

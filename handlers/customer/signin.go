package customer

import (
	"context"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type customerSignInIn struct {
	Email    string    `json:"email" required:"true" maxlen:"254"`
	Name     string    `json:"name" maxlen:"255" doc:"Required of one who is new; becomes the customer's name."`
	SSOID    rest.Text `json:"customerSsoId" maxlen:"255" doc:"Who the customer is in your own system. It counts before the e-mail, which may change then."`
	Redirect string    `json:"redirect" maxlen:"2048" doc:"Where the browser goes afterwards: a path of this server, or a whole address of it. Others are passed over."`
	Token    rest.Flag `json:"generateCustomerToken" doc:"Also gives a token for 24 hours, which the first browser that uses it keeps to itself. It is no token of this API."`
	Origin   rest.Origin
}

type customerSignInJSON struct {
	CustomerID int64               `json:"customerId"`
	URL        rest.Path           `json:"url" doc:"Opens once, within a minute."`
	Token      rest.Opt[string]    `json:"customerToken"`
	ExpiresAt  rest.Opt[time.Time] `json:"customerTokenExpiresAt"`
}

type endTokenIn struct {
	Token string `json:"customerToken" required:"true" maxlen:"256"`
}

type noneJSON struct{}

func signingIn(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/customers/single-sign-on", Summary: "Make a link that signs a customer in", Tag: "Customers", Secret: true, Allow: app.SignInCustomers,
			Doc: "For systems that know who somebody is. Who is unknown becomes a customer; a known one is given the name.",
		}, func(ctx context.Context, c *app.Caller, in customerSignInIn) (out customerSignInJSON, err error) {
			own, err := company.Settings(ctx, a, c)
			if err != nil {
				return out, err
			}
			made, err := customer.MakeSignIn(ctx, a, c, customer.SignIn{Email: in.Email, Name: in.Name, SSOID: string(in.SSOID), Token: bool(in.Token)})
			if err != nil {
				return out, err
			}
			out = customerSignInJSON{CustomerID: made.Customer.ID}
			out.URL = rest.Path(wire.ShopPath + "/" + own.Alias + "/sign-in/" + made.Link + wire.After(in.Redirect, in.Origin))
			if made.Token != "" {
				out.Token, out.ExpiresAt = rest.Some(made.Token), rest.Some(made.ExpiresAt)
			}
			return out, nil
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/customers/token", Summary: "End the token of a customer", Tag: "Customers", Allow: app.SignInCustomers, Status: http.StatusNoContent,
			Doc: "At once. The answer is the same for one that has ended, or never was.",
		}, func(ctx context.Context, c *app.Caller, in endTokenIn) (noneJSON, error) {
			return noneJSON{}, customer.EndToken(ctx, a, c, in.Token)
		}),
	}
}

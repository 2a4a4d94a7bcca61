package company

import (
	"context"
	"net/http"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/payment"
	"marquee/handlers/rest"
)

type loginIn struct {
	Email    string `json:"email" required:"true" maxlen:"254" doc:"The user's e-mail address."`
	Password string `json:"password" required:"true" maxlen:"512"`
	Device   string `json:"device_name" maxlen:"255" doc:"A label of the calling device; it names the token."`
	Code     string `json:"code" maxlen:"40" doc:"Of the second factor, for users who have one: what the app shows, or a recovery code."`
	Address  rest.Peer
}

type loginJSON struct {
	Token string `json:"token"`
}

type userJSON struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

type whoJSON struct {
	User userJSON `json:"user"`
}

type ownIn struct {
	Name     *string `json:"name" maxlen:"255"`
	Password *string `json:"password" maxlen:"512" doc:"At least ten characters; none of the commonest, and not close to the e-mail."`
	Current  string  `json:"currentPassword" maxlen:"512" doc:"Required with password: the one until now."`
	Address  rest.Peer
}

type (
	nothingIn   struct{}
	nothingJSON struct{}
)

func access(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/login", Summary: "Log in", Tag: "Access", Allow: app.Anyone, MaxBody: 4 << 10,
			Doc: "Gives a new API token for an e-mail and its password. Earlier tokens stay good. It ends with a new password, and where that was set after being idle or old. " +
				"After five failures for an e-mail in a row the answer is 429, even to the right password, for a minute, and " +
				"after each further one for twice as long, up to 16 minutes; so it is after 20 failures within a minute from one address, " +
				"and after 50 in all. Where an e-mail has logged in within 30 days, " +
				"only its own failures from there count.",
		}, func(ctx context.Context, _ *app.Caller, in loginIn) (loginJSON, error) {
			token, err := company.LogIn(ctx, a, company.Login{
				Email: in.Email, Password: in.Password, Device: in.Device, Code: in.Code, Address: string(in.Address),
			})
			return loginJSON{token}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/logout", Summary: "Log out", Tag: "Access", Allow: app.Authenticated, MaxBody: 4 << 10, Weight: app.Light, Status: http.StatusNoContent,
			Doc: "Ends the token of the call, at once and for good. The user's other tokens stay.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (nothingJSON, error) {
			return nothingJSON{}, company.LogOut(ctx, a, c)
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/", Summary: "Tell who is calling", Tag: "Access", Allow: app.Authenticated,
		}, func(_ context.Context, c *app.Caller, _ nothingIn) (whoJSON, error) {
			return whoJSON{userJSON{c.UserID, c.UserName, c.UserEmail}}, nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/me", Summary: "Change one's own name or password", Tag: "Access", Allow: app.Authenticated, Secret: true,
			Doc: "What is absent stays. A new password ends every log-in that was made before, also that of the call; tokens of programs stay good.",
		}, func(ctx context.Context, c *app.Caller, in ownIn) (whoJSON, error) {
			u, err := company.EditOwn(ctx, a, c, company.Own{Name: in.Name, Password: in.Password, Who: company.Reauthentication{Password: in.Current, Address: string(in.Address)}})
			return whoJSON{userJSON{u.ID, u.Name, u.Email}}, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/config", Summary: "Configure a staff app", Tag: "Access", Allow: app.Authenticated,
			Doc: "What the caller may do in the company of the call, and how a staff app presents itself.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (configJSON, error) {
			settings, err := company.Settings(ctx, a, c)
			if err != nil {
				return configJSON{}, err
			}
			readers, err := payment.TakesReaders(ctx, a, c)
			return configForm(c, settings, readers), err
		}),
	}
}

package company

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
)

type factorJSON struct {
	Active   bool  `json:"active"`
	Required bool  `json:"required" doc:"A role of the caller asks for it: until it is active a log-in can do nothing else."`
	Left     int64 `json:"recoveryCodesLeft"`
}

type factorIn struct {
	Password string `json:"password" required:"true" maxlen:"512" doc:"The caller's, again."`
	Address  rest.Peer
}

type endFactorIn struct {
	Password string `json:"password" required:"true" maxlen:"512" doc:"The caller's, again."`
	Code     string `json:"code" maxlen:"40" doc:"Of the app, or a recovery code."`
	Address  rest.Peer
}

type enrolledJSON struct {
	Secret string `json:"secret" doc:"Base32, for apps that cannot read the address."`
	URI    string `json:"uri" doc:"otpauth://, to be shown as a QR code: six digits, 30 seconds, SHA-1."`
}

type factorCodeIn struct {
	Code    string `json:"code" required:"true" maxlen:"40" doc:"The one that the app shows."`
	Address rest.Peer
}

type recoveryJSON struct {
	Codes []string `json:"recoveryCodes" doc:"Each is good once in place of a code. They are shown this once."`
}

func factors(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/second-factor", Summary: "Tell whether the caller has a second factor", Tag: "Access", Allow: app.Authenticated,
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (factorJSON, error) {
			s, err := company.StateOfFactor(ctx, a, c)
			return factorJSON(s), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/second-factor", Summary: "Begin with a second factor", Tag: "Access", Allow: app.Authenticated, Secret: true,
			Doc: "Gives a secret for an authenticator app. Log-ins ask for a code once POST /second-factor/confirm had one.",
		}, func(ctx context.Context, c *app.Caller, in factorIn) (enrolledJSON, error) {
			e, err := company.EnrolFactor(ctx, a, c, company.Reauthentication{Password: in.Password, Address: string(in.Address)})
			return enrolledJSON(e), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/second-factor/confirm", Summary: "Put a second factor into force", Tag: "Access", Allow: app.Authenticated, Secret: true,
		}, func(ctx context.Context, c *app.Caller, in factorCodeIn) (recoveryJSON, error) {
			codes, err := company.ConfirmFactor(ctx, a, c, in.Code, string(in.Address))
			return recoveryJSON{codes}, err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/second-factor", Summary: "Give the second factor up", Tag: "Access", Allow: app.Authenticated, Secret: true, Status: 204,
		}, func(ctx context.Context, c *app.Caller, in endFactorIn) (nothingJSON, error) {
			return nothingJSON{}, company.EndFactor(ctx, a, c, company.Reauthentication{Password: in.Password, Code: in.Code, Address: string(in.Address)})
		}),
	}
}

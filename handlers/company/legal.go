package company

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// legalJSON are the legal pages of a company.
type legalJSON struct {
	Terms         *string `json:"terms"`
	Privacy       *string `json:"privacy"`
	Imprint       *string `json:"imprint"`
	Accessibility *string `json:"accessibility"`
	Cancellation  *string `json:"cancellation"`
}

type legalIn struct {
	Terms         rest.Opt[string] `json:"terms" maxlen:"50000" doc:"Plain text; an empty line begins a paragraph, and a line that begins with # is a heading. Null takes the page away. So it is with all."`
	Privacy       rest.Opt[string] `json:"privacy" maxlen:"50000"`
	Imprint       rest.Opt[string] `json:"imprint" maxlen:"50000"`
	Accessibility rest.Opt[string] `json:"accessibility" maxlen:"50000"`
	Cancellation  rest.Opt[string] `json:"cancellation" maxlen:"50000"`
}

// legal are the routes of legal pages.
func legal(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/company/legal", Summary: "Read the legal pages of the company", Tag: "Access", Allow: app.EditCompany,
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (legalJSON, error) {
			all, err := company.ReadLegal(ctx, a, c)
			return legalForm(all), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/company/legal", Summary: "Change the legal pages of the company", Tag: "Access",
			Doc:   "The pages of the shop link to them in the place of the addresses in the settings.",
			Allow: app.EditCompany, MaxBody: 1 << 20,
		}, func(ctx context.Context, c *app.Caller, in legalIn) (legalJSON, error) {
			all, err := company.ChangeLegal(ctx, a, c, company.LegalChange{
				company.Terms: wire.Maybe(in.Terms), company.Privacy: wire.Maybe(in.Privacy), company.Imprint: wire.Maybe(in.Imprint),
				company.Accessibility: wire.Maybe(in.Accessibility), company.Cancellation: wire.Maybe(in.Cancellation),
			})
			return legalForm(all), err
		}),
	}
}

func legalForm(all map[company.LegalKind]string) legalJSON {
	return legalJSON{
		Terms: wire.OrNull(all[company.Terms]), Privacy: wire.OrNull(all[company.Privacy]), Imprint: wire.OrNull(all[company.Imprint]),
		Accessibility: wire.OrNull(all[company.Accessibility]), Cancellation: wire.OrNull(all[company.Cancellation]),
	}
}

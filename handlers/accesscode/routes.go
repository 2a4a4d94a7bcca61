package accesscode

import (
	"context"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/codes"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	all := &wire.CodeRoutes[accesscode.Code, accessCodeAttributes]{
		App: a, Kind: accesscode.Codes, Path: "/access-code", Tag: "Restrictions", One: "an access code",
		Form: func(_ context.Context, c *app.Caller, v accesscode.View, _ bool) (rest.One[accessCodeAttributes], error) {
			return rest.One[accessCodeAttributes]{Data: form(c.CompanyID, &v)}, nil
		},
	}
	return append([]rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/access-codes", Summary: "List access codes", Tag: "Restrictions",
			Doc: "By id, disabled ones too.", Allow: app.ViewAccessCodes, Fields: true, Limit: codes.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in wire.CodesIn) (rest.Many[accessCodeAttributes], list.Info, error) {
			page, err := accesscode.Codes.List(ctx, a, c, in.Filter())
			return rest.ListOf(in.Page, page.Info, page.Rows, func(v accesscode.View) rest.Resource[accessCodeAttributes] {
				return form(c.CompanyID, &v)
			}), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/access-codes", Summary: "Create an access code", Tag: "Restrictions",
			Doc:   "What it names needs it from now on in shop and kiosk; the API sells it without.",
			Allow: app.EditAccessCodes, Status: 201, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in createIn) (rest.One[accessCodeAttributes], error) {
			v, err := accesscode.Create(ctx, a, c, in.fields(&in.Code))
			return all.Answer(ctx, c, v, true, err)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/access-codes/update", Summary: "Change an access code", Tag: "Restrictions",
			Doc:   "Found by id or code. What is absent stays, null clears. Children follow their parent and are not changed themselves.",
			Allow: app.EditAccessCodes, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in updateIn) (out rest.One[accessCodeAttributes], err error) {
			k, rename, err := in.Key()
			if err != nil {
				return out, err
			}
			change := in.fields(rename)
			change.UnchangedSince = in.UnchangedSince.At()
			v, err := accesscode.Update(ctx, a, c, k, change)
			return all.Answer(ctx, c, v, true, err)
		}),
	}, all.Routes()...)
}

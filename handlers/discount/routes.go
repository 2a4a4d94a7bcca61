package discount

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/codes"
	"marquee/app/discount"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// routes are the operations of discount codes.
type routes = wire.CodeRoutes[discount.Code, codeJSON]

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	x := &routes{
		App: a, Kind: discount.Codes, Path: "/discount-code", Tag: "Discounts", One: "a discount code",
		Form: func(ctx context.Context, c *app.Caller, v discount.View, written bool) (rest.One[codeJSON], error) {
			x, err := formsOf(ctx, a, c)
			return x.one(&v, written), err
		},
	}
	return slices.Concat(lists(a), fixed(x), percentage(x), buyGet(x), x.Routes())
}

type codesIn struct {
	wire.CodesIn
	Types []string `query:"types" enum:"fixed,percentage,bxgy"`
}

func lists(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/discount-codes", Summary: "List discount codes", Tag: "Discounts",
			Doc: "By id, disabled ones too.", Allow: app.ViewDiscountCodes, Fields: true, Limit: codes.MaxPage,
		}, rest.OnList(a, listCodes)),
	}
}

func listCodes(ctx context.Context, a *app.App, c *app.Caller, in codesIn) (out rest.Many[codeJSON], l list.Info, err error) {
	f := in.Filter()
	f.Types = in.Types
	page, err := discount.Codes.List(ctx, a, c, f)
	if err != nil {
		return out, l, err
	}
	x, err := formsOf(ctx, a, c)
	out = rest.List[codeJSON](in.Page, page.Info)
	for i := range page.Rows {
		out.Data = append(out.Data, x.code(&page.Rows[i], &out.Included, false))
	}
	return out, page.Info, err
}

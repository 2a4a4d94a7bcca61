package discount

import (
	"context"

	"marquee/app"
	"marquee/app/discount"
	"marquee/app/list"
	"marquee/handlers/rest"
)

type codesIn struct {
	rest.Page
	Types       []string     `query:"types" enum:"fixed,percentage,bxgy"`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type codeIn struct {
	ID          *rest.ID     `query:"id" blank:"true"`
	Code        string       `query:"code" maxlen:"255" doc:"Read without case. The id beats it."`
	WithTrashed rest.Trashed `query:"withTrashed" doc:"Deleted codes are found by id."`
}

func reads(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/discount-codes", Summary: "List discount codes", Tag: "Discounts",
			Doc: "By id, disabled ones too.", Allow: app.ViewDiscountCodes, Fields: true, Limit: discount.MaxPage,
		}, rest.OnList(a, listCodes)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/discount-code", Summary: "Read a discount code", Tag: "Discounts",
			Doc: "By id or code.", Allow: app.ViewDiscountCodes, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in codeIn) (out rest.One[codeJSON], err error) {
			k := discount.Key{Text: in.Code}
			if in.ID != nil {
				k.ID = int64(*in.ID)
			}
			code, err := discount.Read(ctx, a, c, k, bool(in.WithTrashed))
			if err != nil {
				return out, err
			}
			x, err := formsOf(ctx, a, c)
			return x.one(&code, false), err
		}),
	}
}

func listCodes(ctx context.Context, a *app.App, c *app.Caller, in codesIn) (out rest.Many[codeJSON], l list.Info, err error) {
	page, err := discount.List(ctx, a, c, discount.Filter{
		Types: in.Types, WithTrashed: bool(in.WithTrashed), Offset: in.Offset, Limit: in.Limit,
	})
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

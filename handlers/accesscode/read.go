package accesscode

import (
	"context"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/list"
	"marquee/handlers/rest"
)

type codesIn struct {
	rest.Page
	ParentID    *rest.ID     `query:"parentId" blank:"true" doc:"The children of this code; without it all codes that are no children."`
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
			Method: "GET", Path: "/access-codes", Summary: "List access codes", Tag: "Restrictions",
			Doc: "By id, disabled ones too.", Allow: app.ViewAccessCodes, Fields: true, Limit: accesscode.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in codesIn) (rest.Many[accessCodeAttributes], list.Info, error) {
			f := accesscode.Filter{WithTrashed: bool(in.WithTrashed), Offset: in.Offset, Limit: in.Limit}
			if in.ParentID != nil {
				f.ParentID = int64(*in.ParentID)
			}
			page, err := accesscode.List(ctx, a, c, f)
			return rest.ListOf(in.Page, page.Info, page.Rows, func(v accesscode.View) rest.Resource[accessCodeAttributes] {
				return form(c.CompanyID, &v)
			}), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/access-code", Summary: "Read an access code", Tag: "Restrictions",
			Doc: "By id or code.", Allow: app.ViewAccessCodes, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in codeIn) (rest.One[accessCodeAttributes], error) {
			k := accesscode.Key{Text: in.Code}
			if in.ID != nil {
				k.ID = int64(*in.ID)
			}
			v, err := accesscode.Read(ctx, a, c, k, bool(in.WithTrashed))
			return one(c.CompanyID, v), err
		}),
	}
}

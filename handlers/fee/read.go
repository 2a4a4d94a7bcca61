package fee

import (
	"context"

	"marquee/app"
	"marquee/app/fee"
	"marquee/app/list"
	"marquee/handlers/rest"
)

type feesIn struct {
	rest.Page
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type feeIn struct {
	ID          rest.ID      `query:"id" required:"true" min:"1"`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

func reads(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/fees", Summary: "List fees", Tag: "Fees",
			Doc: "By id.", Allow: app.ViewFees, Fields: true, Limit: fee.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in feesIn) (rest.Many[feeJSON], list.Info, error) {
			page, err := fee.List(ctx, a, c, fee.Filter{WithTrashed: bool(in.WithTrashed), Offset: in.Offset, Limit: in.Limit})
			return rest.ListOf(in.Page, page.Info, page.Rows, form), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/fee", Summary: "Read a fee", Tag: "Fees", Allow: app.ViewFees, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in feeIn) (out rest.One[feeJSON], err error) {
			v, err := fee.Read(ctx, a, c, int64(in.ID), bool(in.WithTrashed))
			if err != nil {
				return out, err
			}
			return one(v), nil
		}),
	}
}

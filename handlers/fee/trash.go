package fee

import (
	"context"

	"marquee/app"
	"marquee/app/fee"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type whichFeeIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

func trash(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/fees", Summary: "Delete a fee", Tag: "Fees",
			Doc: "Baskets lose it when they change next; orders keep what they were charged.", Allow: app.EditFees,
		}, func(ctx context.Context, c *app.Caller, in whichFeeIn) (wire.SuccessJSON, error) {
			return wire.Done(fee.Delete(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/fees/restore", Summary: "Restore a deleted fee", Tag: "Fees", Allow: app.EditFees, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in whichFeeIn) (out rest.One[feeJSON], err error) {
			v, err := fee.Restore(ctx, a, c, int64(in.ID))
			if err != nil {
				return out, err
			}
			return one(v), nil
		}),
	}
}

package discount

import (
	"context"

	"marquee/app"
	"marquee/app/discount"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type restoreIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

// deletedJSON tells what became of a code.
type deletedJSON struct {
	wire.SuccessJSON
	Deleted bool `json:"deleted" doc:"False when orders were made with it: then it stays, disabled."`
}

func trash(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/discount-codes", Summary: "Delete a discount code", Tag: "Discounts",
			Doc:   "By id or code. One that orders were made with is disabled instead.",
			Allow: app.EditDiscountCodes,
		}, func(ctx context.Context, c *app.Caller, in whichIn) (out deletedJSON, err error) {
			k, _, err := in.key()
			if err != nil {
				return out, err
			}
			deleted, err := discount.Delete(ctx, a, c, k)
			return deletedJSON{wire.SuccessJSON{Success: true}, deleted}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/discount-codes/restore", Summary: "Restore a discount code", Tag: "Discounts",
			Doc:   "Takes a deletion back and enables the code again. Refused when another code has the same letters.",
			Allow: app.EditDiscountCodes, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in restoreIn) (out rest.One[codeJSON], err error) {
			code, err := discount.Restore(ctx, a, c, int64(in.ID))
			if err != nil {
				return out, err
			}
			x, err := formsOf(ctx, a, c)
			return x.one(&code, true), err
		}),
	}
}

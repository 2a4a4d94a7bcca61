package accesscode

import (
	"context"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type restoreIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

// deletedAccessCodeJSON tells what became of a code.
type deletedAccessCodeJSON struct {
	wire.SuccessJSON
	Deleted bool `json:"deleted" doc:"False when orders were made with it, or with a child of it: then it stays, disabled."`
}

func trash(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/access-codes", Summary: "Delete an access code", Tag: "Restrictions",
			Doc: "By id or code. A parent goes with its children; nobody can enter any of them from the first moment on. " +
				"One that orders were made with is disabled instead.",
			Allow: app.EditAccessCodes,
		}, func(ctx context.Context, c *app.Caller, in whichIn) (out deletedAccessCodeJSON, err error) {
			k, _, err := in.key()
			if err != nil {
				return out, err
			}
			gone, err := accesscode.Delete(ctx, a, c, k)
			return deletedAccessCodeJSON{wire.SuccessJSON{Success: true}, gone}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/access-codes/restore", Summary: "Restore an access code", Tag: "Restrictions",
			Doc: "Takes a deletion back and enables the code again, with the children that were deleted with it. " +
				"Refused when another code has the same letters.",
			Allow: app.EditAccessCodes, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in restoreIn) (rest.One[accessCodeAttributes], error) {
			v, err := accesscode.Restore(ctx, a, c, int64(in.ID))
			return one(c.CompanyID, v), err
		}),
	}
}

package company

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/media"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// images are the routes that change the pictures of the company.
func images(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/company/image", Summary: "Upload a picture of the company", Tag: "Access",
			Doc:   "It is shown for events that have no picture in that place, and takes the place of the one before.",
			Allow: app.EditCompany, Status: 201, MaxBody: wire.ImageBody, Turn: rest.InBulk,
		}, func(ctx context.Context, c *app.Caller, in wire.ImageIn) (wire.ImageJSON, error) {
			sent, err := in.Bytes()
			if err != nil {
				return wire.ImageJSON{}, err
			}
			m, err := company.SetImage(ctx, a, c, media.Place(in.Collection), sent)
			return *wire.ImageForm(c.CompanyID, "companies", c.CompanyID, &m), err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/company/image", Summary: "Delete a picture of the company", Tag: "Access", Allow: app.EditCompany,
		}, func(ctx context.Context, c *app.Caller, in wire.NoImageIn) (wire.SuccessJSON, error) {
			return wire.SuccessJSON{Success: true}, company.RemoveImage(ctx, a, c, media.Place(in.Collection))
		}),
	}
}

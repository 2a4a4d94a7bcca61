package company

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/media"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type companyImageIn struct {
	Collection string `json:"collection" required:"true" enum:"header,thumbnail,meta,logo" doc:"Where it is shown: across the page, in lists, where the page is shared; a logo in the place of the company's name, on pages, in mails, on tickets and passes."`
	wire.ImageFile
}

type noCompanyImageIn struct {
	Collection string `json:"collection" query:"collection" required:"true" enum:"header,thumbnail,meta,logo"`
}

// images are the routes that change the pictures of the company.
func images(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/company/image", Summary: "Upload a picture of the company", Tag: "Access",
			Doc:   "It is shown for events that have no picture in that place, and takes the place of the one before. A logo that is transparent is put on a plate, white or dark, so that it is read on any ground; an SVG is refused.",
			Allow: app.EditCompany, Status: 201, MaxBody: wire.ImageBody, Turn: rest.InBulk,
		}, func(ctx context.Context, c *app.Caller, in companyImageIn) (wire.ImageJSON, error) {
			sent, err := in.Bytes()
			if err != nil {
				return wire.ImageJSON{}, err
			}
			m, err := company.SetImage(ctx, a, c, media.Place(in.Collection), sent)
			return *wire.ImageForm(c.CompanyID, "companies", c.CompanyID, &m), err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/company/image", Summary: "Delete a picture of the company", Tag: "Access", Allow: app.EditCompany,
		}, func(ctx context.Context, c *app.Caller, in noCompanyImageIn) (wire.SuccessJSON, error) {
			return wire.SuccessJSON{Success: true}, company.RemoveImage(ctx, a, c, media.Place(in.Collection))
		}),
	}
}

package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/media"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// eventMediaJSON are the images of an event: null while there is none.
type eventMediaJSON struct {
	Thumbnail  *wire.ImageJSON `json:"thumbnailImage"`
	PageHeader *wire.ImageJSON `json:"pageHeaderImage"`
	Meta       *wire.ImageJSON `json:"metaImage"`
}

func eventMedia(own *company.Company, e *catalog.Event) eventMediaJSON {
	return eventMediaJSON{eventImage(own, e, media.Thumbnail), eventImage(own, e, media.Header), eventImage(own, e, media.Meta)}
}

// eventImage is the picture in a place of an event, its own or its company's.
func eventImage(own *company.Company, e *catalog.Event, place media.Place) *wire.ImageJSON {
	if m := media.In(e.Images, place); m != nil {
		return wire.ImageForm(own.ID, "events", e.ID, m)
	}
	return wire.ImageForm(own.ID, "companies", own.ID, media.In(own.Images, place))
}

// address is where a picture is, nil for none.
func address(m *wire.ImageJSON) *rest.Path {
	if m == nil {
		return nil
	}
	return &m.Attributes.URL
}

// includeImages are the relationships of an event to its pictures.
func includeImages(in *rest.Included, own *company.Company, e *catalog.Event) (out rest.Relations) {
	for _, x := range []struct {
		name  string
		place media.Place
	}{{"pageHeaderImage", media.Header}, {"thumbnailImage", media.Thumbnail}, {"metaImage", media.Meta}} {
		ref := (*rest.Ref)(nil)
		if m := eventImage(own, e, x.place); m != nil {
			in.Add("images", m.ID, includedImageJSON{ImageAttributesJSON: m.Attributes})
			ref = &rest.Ref{Type: "images", ID: m.ID}
		}
		out = append(out, rest.Relation{Name: x.name, Data: ref})
	}
	return out
}

type includedImageJSON struct {
	_ rest.Of `rest:"images"`
	wire.ImageAttributesJSON
}

type eventImageIn struct {
	EventID rest.ID   `json:"eventId" required:"true"`
	Keep    keptImage `json:"keep" doc:"Cuts the picture to the proportions of its place, and keeps its middle, its start (the top or the left) or its end. It is kept whole when absent."`
	wire.ImageIn
}

// keptImage says which part of a picture is kept.
type keptImage string

// Values lists the parts.
func (keptImage) Values() []string { return media.Keeps }

type noEventImageIn struct {
	EventID rest.ID `json:"eventId" query:"eventId" required:"true"`
	wire.NoImageIn
}

// eventImages are the routes that change the pictures of an event.
func eventImages(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/image", Summary: "Upload a picture of an event", Tag: "Catalogue",
			Doc:   "It takes the place of the one before.",
			Allow: app.EditEvents, Status: 201, MaxBody: wire.ImageBody, Turn: rest.InBulk,
		}, func(ctx context.Context, c *app.Caller, in eventImageIn) (wire.ImageJSON, error) {
			sent, err := in.Bytes()
			if err != nil {
				return wire.ImageJSON{}, err
			}
			m, err := catalog.SetEventImage(ctx, a, c, int64(in.EventID), media.Place(in.Collection), media.Keep(in.Keep), sent)
			return *wire.ImageForm(c.CompanyID, "events", int64(in.EventID), &m), err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/events/image", Summary: "Delete a picture of an event", Tag: "Catalogue", Allow: app.EditEvents,
		}, func(ctx context.Context, c *app.Caller, in noEventImageIn) (wire.SuccessJSON, error) {
			return wire.SuccessJSON{Success: true}, catalog.RemoveEventImage(ctx, a, c, int64(in.EventID), media.Place(in.Collection))
		}),
	}
}

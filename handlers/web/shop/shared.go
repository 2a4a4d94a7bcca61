package shop

import (
	"context"
	"net/http"

	"marquee/app/locale"
	"marquee/app/media"
	"marquee/app/shop"
	"marquee/handlers/web/cover"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
)

// sharedAt is where the picture of a page is, for where the page is shared. Whoever asks for it
// is a program: so the address says in which language, and which version.
func sharedAt(v *visit, below string, version int64) page.Picture {
	return page.Picture{URL: v.shop.site.Origin(v.r) + v.path("%s/share.jpg?in=%s&v=%d", below, v.view.Lang, version), Width: cover.Width, Height: cover.Height}
}

// eventShared is the picture of the page of an event: the one that was uploaded for it, else one
// that is drawn.
func eventShared(v *visit, e *shop.Event) page.Picture {
	if m := e.Shared; m != nil {
		return page.Picture{URL: v.shop.site.Origin(v.r) + string(wire.MediaURL(v.company.ID, m)), Width: m.Width, Height: m.Height}
	}
	return sharedAt(v, "/events/"+decimal(e.ID), e.Updated.Unix())
}

// showShared is the picture of an event.
func (s *Shop) showShared(v *visit) error {
	inAsked(v)
	id, err := v.number("event")
	if err != nil {
		return err
	}
	e, _, err := shop.ReadEvent(v.r.Context(), v.app(), v.buyer, shop.Ask{EventID: id})
	if err != nil {
		return err
	}
	of := cover.Shared{Seed: id, Title: e.Name, When: v.view.Lang.Days(e.Start, e.End), Where: e.Place()}
	if !e.Cancelled {
		of.When += ", " + v.view.TimeText(e.Start)
	}
	return sendShared(v, of, e.Picture)
}

// showFrontShared is the picture of the front page.
func showFrontShared(v *visit) error {
	inAsked(v)
	title := v.company.Shop.Title
	if title == "" {
		title = v.company.Name
	}
	return sendShared(v, cover.Shared{Seed: v.company.ID, Title: title}, media.In(v.company.Images, media.Header))
}

// inAsked takes the language of the address.
func inAsked(v *visit) {
	if asked := v.r.URL.Query().Get("in"); asked != "" {
		v.view.Lang = locale.Of(asked)
		v.buyer = v.company.Buyer("", string(v.view.Lang))
	}
}

func sendShared(v *visit, of cover.Shared, photo *media.Image) error {
	of.Colour, of.Brand = page.PaletteOf(v.company.Branding.PrimaryColor).Light.Fill, v.company.Name
	if photo != nil {
		of.Photo = photo.Hash
	}
	drawn, err := v.shop.covers.Get(of, func() []byte { return stored(v.r.Context(), v, photo) })
	if err != nil {
		return err
	}
	h := v.w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Cache-Control", "public, max-age=86400")
	v.shop.site.Send(v.w, v.r, http.StatusOK, drawn)
	return nil
}

// stored are the bytes of a picture, nil where they are not to be had.
func stored(ctx context.Context, v *visit, m *media.Image) []byte {
	f, err := media.Open(ctx, v.app(), v.company.ID, m.FileID, m.Hash)
	if err != nil {
		return nil
	}
	return f.Bytes
}

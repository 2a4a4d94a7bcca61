package company

import (
	"context"

	"marquee/app"
	"marquee/app/media"
)

// Logo is the picture that stands for the name of the company, nil for none.
func (c *Company) Logo() *media.Image { return media.In(c.Images, media.Logo) }

// SetImage puts a picture into a place: it is shown for events that have none there, a logo in
// the place of the company's name.
func SetImage(ctx context.Context, a *app.App, c *app.Caller, place media.Place, sent []byte) (out media.Image, err error) {
	if err := c.Need(app.EditCompany); err != nil {
		return out, err
	}
	picture, err := media.Prepare(ctx, a, media.CompanyPlaces, place, sent)
	if err != nil {
		return out, err
	}
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		images, err := imagesOf(tx)
		if err != nil {
			return err
		}
		if images, err = media.Put(tx, c, images, picture); err != nil {
			return err
		}
		out = *media.In(images, place)
		return keepImages(a, tx, images)
	})
	return out, err
}

// RemoveImage deletes the picture in a place.
func RemoveImage(ctx context.Context, a *app.App, c *app.Caller, place media.Place) error {
	return a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		images, err := imagesOf(tx)
		if err != nil {
			return err
		}
		images, found, err := media.Remove(tx, images, place)
		if err == nil && !found {
			err = app.Missing("picture")
		}
		if err != nil {
			return err
		}
		return keepImages(a, tx, images)
	})
}

func imagesOf(r app.Reader) ([]media.Image, error) {
	c, err := SettingsOf(r)
	return c.Images, err
}

func keepImages(a *app.App, tx app.Tx, images []media.Image) error {
	changed(a, tx)
	_, err := companies.Update(tx, tx.Company(), func(c *Company) error { c.Images = images; return nil })
	return missing(err, "company")
}

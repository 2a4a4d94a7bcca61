package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/media"
)

// SetEventImage puts a picture into a place of an event; one that is there goes. The
// picture is made before the store is asked to write.
func SetEventImage(ctx context.Context, a *app.App, c *app.Caller, id int64, place media.Place, keep media.Keep, sent []byte) (out media.Image, err error) {
	err = a.View(ctx, c, app.EditEvents, func(r app.Reader) error {
		_, err := liveEvent(r, id)
		return err
	})
	if err != nil {
		return out, err
	}
	picture, err := media.PrepareCut(ctx, a, media.Places, place, keep, sent)
	if err != nil {
		return out, err
	}
	err = a.Update(ctx, c, app.EditEvents, func(tx app.Tx) error {
		e, err := liveEvent(tx, id)
		if err != nil {
			return err
		}
		images, err := media.Put(tx, c, e.Images, picture)
		if err != nil {
			return err
		}
		out = *media.In(images, place)
		_, err = eventTable.Update(tx, id, func(e *Event) error { e.Images = images; return nil })
		return err
	})
	return out, err
}

// RemoveEventImage deletes the picture in a place of an event.
func RemoveEventImage(ctx context.Context, a *app.App, c *app.Caller, id int64, place media.Place) error {
	return a.Update(ctx, c, app.EditEvents, func(tx app.Tx) error {
		e, err := liveEvent(tx, id)
		if err != nil {
			return err
		}
		images, found, err := media.Remove(tx, e.Images, place)
		if err == nil && !found {
			err = app.Missing("picture")
		}
		if err != nil {
			return err
		}
		_, err = eventTable.Update(tx, id, func(e *Event) error { e.Images = images; return nil })
		return err
	})
}

// liveEvent is an event that is not deleted.
func liveEvent(r app.Reader, id int64) (Event, error) {
	e, err := EventByID(r, id)
	if err == nil && e.DeletedAt != nil {
		err = app.Missing("event")
	}
	return e, err
}

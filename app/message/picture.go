package message

import (
	"context"

	"marquee/app"
	"marquee/app/media"
)

// readPictures reads the logo of the company, and the pictures across the pages of events, that
// of the company where an event has none. One that cannot be read is left out: a ticket without
// it is still a ticket.
func (o *opened) readPictures(ctx context.Context, a *app.App) {
	if m := o.company.Logo(); m != nil {
		if f, err := media.Open(ctx, a, o.company.ID, m.FileID, m.Hash); err == nil {
			o.logo = f.Bytes
		}
	}
	o.pictures = map[int64][]byte{}
	for id, e := range o.events {
		one := media.In(e.Images, media.Header)
		if one == nil {
			one = media.In(o.company.Images, media.Header)
		}
		if one == nil {
			continue
		}
		if f, err := media.Open(ctx, a, o.company.ID, one.FileID, one.Hash); err == nil {
			o.pictures[id] = f.Bytes
		}
	}
}

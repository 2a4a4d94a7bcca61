package mail

import (
	"context"
	"image"
	"sync"

	"marquee/app"
	"marquee/app/media"
)

// The pictures of a mail go along, and its HTML names them by their Content-ID. An address on
// the server would make mails smaller, and would be seen by few: most programs fetch nothing
// until their reader asks for it, none fetches from a server that only its own house reaches,
// and whoever serves a picture learns who opened which mail and when, which is not our business.
// Pictures that go along are shown at once by all that show any. So they are small.

// Inline is a picture that a mail shows.
type Inline struct {
	// ID is its Content-ID, without the brackets.
	ID, Name, Type string
	Data           []byte
}

// coverPixels is the picture of an event: sharp enough on phones, and some 60 kB.
var coverPixels = image.Pt(coverWidth*3/2, coverHeight*3/2)

// mostPictures is how many pictures are kept ready: all mails with one share its bytes.
const mostPictures = 16

// pictures are those that are ready, by the hash of what they were made of.
type pictures struct {
	mu    sync.Mutex
	ready map[string]Inline
}

// of is a picture as mails carry it; false for none, and for one that cannot be read: a mail
// without it is still a mail. It is made once, whoever asks meanwhile.
func (p *pictures) of(ctx context.Context, a *app.App, company int64, m *media.Image) (Inline, bool) {
	if m == nil {
		return Inline{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if one, ok := p.ready[m.Hash]; ok {
		return one, true
	}
	f, err := media.Open(ctx, a, company, m.FileID, m.Hash)
	if err != nil {
		return Inline{}, false
	}
	one := Inline{m.Hash + "@picture", "logo." + f.MIME[len("image/"):], f.MIME, f.Bytes}
	if m.Place != media.Logo {
		one.Name, one.Type = "event.jpg", "image/jpeg"
		if one.Data, err = media.Photo(ctx, a, f.Bytes, coverPixels); err != nil {
			return Inline{}, false
		}
	}
	if p.ready == nil || len(p.ready) >= mostPictures {
		p.ready = map[string]Inline{}
	}
	p.ready[m.Hash] = one
	return one, true
}

// carry puts the pictures of a mail into its envelope, and tells where they are then.
func (o *opened) carry(ctx context.Context, a *app.App, l *Letter) (at sources) {
	all, s := &posts.Of(a).pictures, &o.written.sheet
	if one, ok := all.of(ctx, a, o.facts.company.ID, s.logo); ok {
		l.Pictures, at.logo = append(l.Pictures, one), "cid:"+one.ID
	}
	if one, ok := all.of(ctx, a, o.facts.company.ID, s.cover); ok {
		l.Pictures, at.cover = append(l.Pictures, one), "cid:"+one.ID
	}
	return at
}

// cover is the picture of the event that a mail to guests is about, or of the first of several:
// its own, or that which the company has for all. Nil: there is none.
func (w *writing) cover() *media.Image {
	if w.mail.Kind.trait().staff || len(w.events) == 0 {
		return nil
	}
	if m := media.In(w.events[0].Images, media.Header); m != nil {
		return m
	}
	return media.In(w.company.Images, media.Header)
}

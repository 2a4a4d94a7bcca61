package mail_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/mail"
	"marquee/app/media"
	"marquee/indexes"
)

func drawing(t testing.TB, w, h int, c color.Color) []byte {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		m.Set(i%w, i/w, c)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestMailsCarryTheirPictures: the logo and the picture of the event go along, small, once for
// all mails; what cannot be read is left out, and who looks at a mail here sees them where they
// are.
func TestMailsCarryTheirPictures(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.buy(ada, d.ticket)
	d.jobs()
	is.Equal(len(d.carrier.last().Pictures), 0)
	has(t, d.carrier.last().HTML, ">Twin Festivals</td>")

	logo, err := company.SetImage(t.Context(), d.App, d.A.Owner, media.Logo, drawing(t, 300, 100, color.Black))
	is.NoErr(err)
	cover, err := catalog.SetEventImage(t.Context(), d.App, d.A.Owner, d.event.ID, media.Header, media.Whole, drawing(t, 1920, 1080, color.White))
	is.NoErr(err)
	d.buy(ada, d.ticket)
	d.jobs()
	first := d.carrier.last()
	is.Equal(len(first.Pictures), 2)
	is.Equal([]string{first.Pictures[0].Type, first.Pictures[1].Type}, []string{"image/png", "image/jpeg"})
	for _, p := range first.Pictures {
		is.Equal(strings.Count(first.HTML, `src="cid:`+p.ID+`"`), 1)
		is.True(len(p.Data) < 100<<10)
	}
	has(t, first.HTML, `alt="Twin Festivals" width="168" height="56"`)
	small, _, err := image.DecodeConfig(bytes.NewReader(first.Pictures[1].Data))
	is.NoErr(err)
	is.Equal([]int{small.Width, small.Height}, []int{900, 360})
	o := d.buy(ada, d.ticket)
	d.jobs()
	for i, p := range d.carrier.last().Pictures {
		is.Equal(&p.Data[0], &first.Pictures[i].Data[0]) // the same bytes, and not their like
	}

	seen, err := mail.Show(t.Context(), d.App, d.A.Owner, mail.Which{Kind: mail.Confirmation, Language: "en"}, "Hi", "Look", o.ID)
	is.NoErr(err)
	has(t, seen.HTML, base+logo.Address(d.A.Company.ID), base+cover.Address(d.A.Company.ID))
	hasNot(t, seen.HTML, "cid:")

	is.NoErr(company.RemoveImage(t.Context(), d.App, d.A.Owner, media.Logo))
	is.NoErr(catalog.RemoveEventImage(t.Context(), d.App, d.A.Owner, d.event.ID, media.Header))
	d.buy(ada, d.ticket)
	d.jobs()
	is.Equal(len(d.carrier.last().Pictures), 0)
	has(t, d.carrier.last().HTML, ">Twin Festivals</td>")
}

// TestAMailWithoutItsPicture is still a mail: one whose bytes are gone is not shown.
func TestAMailWithoutItsPicture(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Unchecked())
	cover, err := catalog.SetEventImage(t.Context(), d.App, d.A.Owner, d.event.ID, media.Header, media.Whole, drawing(t, 200, 100, color.Black))
	is.NoErr(err)
	d.update(func(tx app.Tx) error { return indexes.Forge(media.Files).Delete(tx, cover.FileID) })
	d.buy(ada, d.ticket)
	d.jobs()
	is.Equal(len(d.carrier.last().Pictures), 0)
	hasNot(t, d.carrier.last().HTML, "<img", "cid:")
}

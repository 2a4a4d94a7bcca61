package media

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/matryer/is"
)

// TestLogosAreReadOnAnyGround: one that is transparent has a plate of its own, on which it is
// seen; whatever else it was drawn on is gone.
func TestLogosAreReadOnAnyGround(t *testing.T) {
	black, white, yellow := color.NRGBA{0, 0, 0, 255}, color.NRGBA{255, 255, 255, 255}, color.NRGBA{255, 230, 0, 255}
	for _, c := range []struct {
		name  string
		inks  []color.NRGBA // each fills a part of the middle
		plate color.NRGBA
	}{
		{"dark letters on white", []color.NRGBA{black}, white},
		{"white letters on dark", []color.NRGBA{white}, darkPlate},
		{"yellow letters on dark", []color.NRGBA{yellow}, darkPlate},
		{"a yellow sun with dark letters on white", []color.NRGBA{yellow, yellow, yellow, black}, white},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			m := image.NewNRGBA(image.Rect(0, 0, 120, 60))
			for i, ink := range c.inks {
				for x := 20 + i*80/len(c.inks); x < 20+(i+1)*80/len(c.inks); x++ {
					for y := 10; y < 50; y++ {
						m.SetNRGBA(x, y, ink)
					}
				}
			}
			var sent bytes.Buffer
			is.NoErr(png.Encode(&sent, m))
			p, err := Prepare(t.Context(), box, CompanyPlaces, Logo, sent.Bytes())
			is.NoErr(err)
			is.Equal([]any{p.MIME, p.Width, p.Height}, []any{"image/png", int64(80 + 2*5), int64(40 + 2*5)}) // what is seen, with a margin
			out := decoded(t, p)
			is.Equal(color.NRGBAModel.Convert(out.At(0, 0)), color.Color(c.plate))
			is.Equal(color.NRGBAModel.Convert(out.At(5, 5)), color.Color(c.inks[0]))
		})
	}
	t.Run("one that brings its ground along stays as it is", func(t *testing.T) {
		is := is.New(t)
		p, err := Prepare(t.Context(), box, CompanyPlaces, Logo, asJPEG(t, quartered(50, 20)))
		is.NoErr(err)
		is.Equal([]any{p.MIME, p.Width, p.Height}, []any{"image/png", int64(50), int64(20)})
	})
	t.Run("one of which nothing is seen is refused", func(t *testing.T) {
		var sent bytes.Buffer
		is.New(t).NoErr(png.Encode(&sent, image.NewNRGBA(image.Rect(0, 0, 9, 9))))
		_, err := Prepare(t.Context(), box, CompanyPlaces, Logo, sent.Bytes())
		is.New(t).True(err != nil)
	})
}

// TestPicturesForOthers: a mail gets the middle of a picture as a JPEG, a pass a logo as a whole.
func TestPicturesForOthers(t *testing.T) {
	is := is.New(t)
	photo, err := Photo(t.Context(), box, asJPEG(t, quartered(300, 300)), image.Pt(100, 40))
	is.NoErr(err)
	m, kind, err := image.Decode(bytes.NewReader(photo))
	is.NoErr(err)
	is.Equal([]any{kind, m.Bounds().Size()}, []any{"jpeg", image.Pt(100, 40)})
	all, err := Fitted(t.Context(), box, asJPEG(t, quartered(300, 100)), image.Pt(160, 50), image.Pt(30, 50), image.Pt(900, 900))
	is.NoErr(err)
	for i, want := range []image.Point{{150, 50}, {30, 10}, {300, 100}} {
		m, _, err := image.Decode(bytes.NewReader(all[i]))
		is.NoErr(err)
		is.Equal(m.Bounds().Size(), want)
	}
	_, err = Photo(t.Context(), box, []byte("hello"), image.Pt(1, 1))
	is.True(err != nil)
}

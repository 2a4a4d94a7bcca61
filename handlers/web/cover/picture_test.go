package cover

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// white is how many pixels of a part of a picture are.
func white(t *testing.T, drawn []byte, part image.Rectangle) (n int) {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(drawn))
	if err != nil || m.Bounds() != image.Rect(0, 0, Width, Height) {
		t.Fatal(err, m.Bounds())
	}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if r, g, b, _ := m.At(x, y).RGBA(); min(r, g, b) > 0xd000 {
				n++
			}
		}
	}
	return n
}

// TestPicturesSayWhatTheyAreAbout: name, time and place stand on them, and nothing beyond the
// margins, whatever is called how; on a photograph as on lights.
func TestPicturesSayWhatTheyAreAbout(t *testing.T) {
	var photo bytes.Buffer
	ground := image.NewNRGBA(image.Rect(0, 0, 400, 900))
	for i := range ground.Pix {
		ground.Pix[i] = 0xff
	}
	if err := png.Encode(&photo, ground); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]Shared{
		"short":      {Title: "Kino", When: "Sat 4 July 2027, 20:00 (Berlin time)", Where: "Lakeside", Brand: "Festival"},
		"long":       {Title: strings.Repeat("Donaudampfschifffahrt ", 30), When: strings.Repeat("soon ", 60), Where: strings.Repeat("far ", 60), Brand: strings.Repeat("Verein ", 40)},
		"one word":   {Title: strings.Repeat("Donaudampfschifffahrt", 20), Brand: "Festival"},
		"Arabic":     {Title: "مهرجان الموسيقى على ضفاف البحيرة", When: "20:00", Brand: "Festival"},
		"nothing":    {Title: "", Brand: ""},
		"photograph": {Title: "Kino", Photo: "x", When: "20:00", Brand: "Festival"},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			s.Colour = "#0E5A6B"
			drawn, err := new(Pictures).Get(s, photo.Bytes)
			is.NoErr(err)
			is.True(len(drawn) < 200_000)
			if s.Title != "" {
				is.True(white(t, drawn, image.Rect(margin, 100, Width-margin, Height)) > 500)
			}
			for _, edge := range []image.Rectangle{image.Rect(0, 0, margin-8, Height), image.Rect(Width-margin+8, 0, Width, Height), image.Rect(0, Height-24, Width, Height)} {
				is.Equal(white(t, drawn, edge), 0)
			}
		})
	}
}

// TestPicturesAreRemembered: the same is drawn once, and a photograph that cannot be read is none.
func TestPicturesAreRemembered(t *testing.T) {
	is := is.New(t)
	p, asked := new(Pictures), 0
	photo := func() []byte { asked++; return nil }
	s := Shared{Title: "Kino", Photo: "x", Colour: "#0E5A6B"}
	first, err := p.Get(s, photo)
	is.NoErr(err)
	again, err := p.Get(s, photo)
	is.NoErr(err)
	is.True(bytes.Equal(first, again))
	is.Equal(asked, 1)
	is.Equal(parseHex("#0E5A6B"), color.NRGBA{R: 0x0e, G: 0x5a, B: 0x6b, A: 0xff})
}

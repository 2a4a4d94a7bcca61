package media

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"

	"marquee/app"
)

// qualities are those of a JPEG, the best first: the next one is taken where it would be
// too large for a record.
var qualities = []int{85, 75, 62, 48}

// encode draws a picture upright and in the size of its place.
func encode(place Place, keep Keep, pixels image.Image, t turn) (Picture, error) {
	most := place.bounds()
	if keep != Whole {
		upright, _ := t.upright(pixels.Bounds().Size())
		most = cover(upright, place.cut())
	}
	small := scaled(pixels, t, most)
	if keep != Whole {
		small = keep.of(small, place.cut())
	}
	if place == Logo {
		if small = onPlate(small); small == nil {
			return Picture{}, app.Field("data", "is transparent everywhere: nothing of it would be seen")
		}
	}
	size := small.Bounds().Size()
	p := Picture{Place: place, Width: int64(size.X), Height: int64(size.Y), MIME: "image/jpeg"}
	if most, anyPNG := place.mostPNG(); anyPNG || !small.Opaque() {
		p.MIME = "image/png"
		var err error
		if p.Bytes, err = asPNG(small); err != nil || len(p.Bytes) <= most {
			return p, err
		}
		small = onWhite(small) // a photograph with see-through edges
		p.MIME = "image/jpeg"
	}
	for _, quality := range qualities {
		var b bytes.Buffer
		if err := jpeg.Encode(&b, small, &jpeg.Options{Quality: quality}); err != nil {
			return Picture{}, err
		}
		if p.Bytes = b.Bytes(); len(p.Bytes) <= maxStored {
			return p, nil
		}
	}
	return Picture{}, app.Field("data", "has too much detail to be stored; please blur or crop it")
}

func asPNG(m image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, m)
	return b.Bytes(), err
}

// scaled is the picture, first made small and then turned: there are fewer pixels to turn.
func scaled(pixels image.Image, t turn, most image.Point) *image.NRGBA {
	if t.quarters%2 == 1 {
		most = image.Pt(most.Y, most.X)
	}
	size := fit(pixels.Bounds().Size(), most)
	small := shrunk(pixels, pixels.Bounds(), size)
	if t == (turn{}) {
		return small
	}
	turned, from := t.upright(size)
	out := image.NewNRGBA(image.Rectangle{Max: turned})
	for y := range turned.Y {
		for x := range turned.X {
			out.SetNRGBA(x, y, small.NRGBAAt(from(x, y)))
		}
	}
	return out
}

// onWhite lays a picture on white paper.
func onWhite(m *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(m.Bounds())
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), m, image.Point{}, draw.Over)
	return out
}

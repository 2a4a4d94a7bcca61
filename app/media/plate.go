package media

import (
	"image"
	"image/color"
	"image/draw"
)

// A logo is seen on grounds of any colour: on pages in the light and in the dark, in mail
// programs that turn colours round, on paper, on a pass. So one that is transparent is kept on a
// plate of its own, and whoever shows it need not know its colours.

// darkPlate is behind logos that are light.
var darkPlate = color.NRGBA{0x14, 0x18, 0x1f, 255}

// onPlate puts a transparent logo on a plate, with a margin around what is seen of it; nil where
// nothing is seen. An opaque one brings its ground along.
func onPlate(m *image.NRGBA) *image.NRGBA {
	if m.Opaque() {
		return m
	}
	seen := visible(m)
	if seen.Empty() {
		return nil
	}
	margin := image.Pt(1, 1).Mul(max(2, seen.Dy()/8))
	out := image.NewNRGBA(image.Rectangle{Max: seen.Size().Add(margin.Mul(2))})
	draw.Draw(out, out.Bounds(), image.NewUniform(plateOf(m)), image.Point{}, draw.Src)
	draw.Draw(out, image.Rectangle{Min: margin, Max: margin.Add(seen.Size())}, m, seen.Min, draw.Over)
	return out
}

// faint is the opacity up to which a pixel is not seen.
const faint = 8

// visible is the part of a picture in which something is seen.
func visible(m *image.NRGBA) (part image.Rectangle) {
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if m.NRGBAAt(x, y).A > faint {
				part = part.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return part
}

// plateOf is white, or dark for a logo that is light nearly everywhere.
func plateOf(m *image.NRGBA) color.NRGBA {
	b, all, light := m.Bounds(), 0, 0
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := m.NRGBAAt(x, y)
			if c.A <= faint {
				continue
			}
			all += int(c.A)
			if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 180_000 {
				light += int(c.A)
			}
		}
	}
	if light*20 > all*19 {
		return darkPlate
	}
	return color.NRGBA{255, 255, 255, 255}
}

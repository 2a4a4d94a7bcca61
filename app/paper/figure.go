package paper

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // pictures are JPEG or PNG
	_ "image/png"
)

// figure is a picture of a file, with its size in pixels.
type figure struct {
	place         int
	width, height int
}

// mostPixels are those of the largest picture that is drawn.
const mostPixels = 25_000_000

// figure puts a picture into the file, once.
func (p *pdf) figure(content []byte) (figure, bool) {
	if known, ok := p.shown[string(content)]; ok {
		return known, true
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || size.Width <= 0 || size.Height <= 0 || size.Width > mostPixels/size.Height {
		return figure{}, false
	}
	var object int
	if format == "jpeg" {
		object = p.raw(imageEntries(size.Width, size.Height, spaceOf(size.ColorModel))+" /Filter /DCTDecode", content)
	} else {
		m, _, err := image.Decode(bytes.NewReader(content))
		if err != nil {
			return figure{}, false
		}
		object = p.pixels(m)
	}
	out := figure{len(p.images), size.Width, size.Height}
	p.images = append(p.images, fmt.Sprintf("%d 0 R", object))
	p.shown[string(content)] = out
	return out, true
}

func imageEntries(w, h int, space string) string {
	return fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace %s", w, h, space)
}

// spaceOf is the space of the colours of a JPEG; those for printing have theirs turned around.
func spaceOf(m color.Model) string {
	switch m {
	case color.GrayModel:
		return "/DeviceGray"
	case color.CMYKModel:
		return "/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]"
	}
	return "/DeviceRGB"
}

// pixels writes a picture with what is seen through it.
func (p *pdf) pixels(m image.Image) int {
	b := m.Bounds()
	colors, alpha := make([]byte, 0, 3*b.Dx()*b.Dy()), make([]byte, 0, b.Dx()*b.Dy())
	clear := false
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
			colors, alpha = append(colors, c.R, c.G, c.B), append(alpha, c.A)
			clear = clear || c.A != 255
		}
	}
	entries := imageEntries(b.Dx(), b.Dy(), "/DeviceRGB")
	if clear {
		entries += fmt.Sprintf(" /SMask %d 0 R", p.stream(imageEntries(b.Dx(), b.Dy(), "/DeviceGray"), alpha))
	}
	return p.stream(entries, colors)
}

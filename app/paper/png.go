package paper

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// moduleWidth is how wide a module is in a picture.
const moduleWidth = 6

// PNG is the symbol as a picture, with its quiet zone: for a symbol with two dimensions.
func (s *Symbol) PNG() []byte {
	w, h := (s.Width+2*s.Quiet)*moduleWidth, (s.Height+2*s.Quiet)*moduleWidth
	m := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.White, color.Black})
	for y := range h {
		for x := range w {
			if s.Dark(x/moduleWidth-s.Quiet, y/moduleWidth-s.Quiet) {
				m.SetColorIndex(x, y, 1)
			}
		}
	}
	var out bytes.Buffer
	_ = png.Encode(&out, m) // into a buffer
	return out.Bytes()
}

package cover

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"sync"

	// Pictures of events are stored as one of these.
	_ "image/png"

	// Makes a photograph smaller.
	"golang.org/x/image/draw"
)

// The size of the picture that other sites show where a page is shared.
const Width, Height = 1200, 630

const (
	// maxPictures is how many of them are remembered: drawing one takes longer than a page.
	maxPictures = 64
	quality     = 85
)

// Shared is all that the picture of a page depends on, but for a photograph: that is named.
type Shared struct {
	Seed   int64 // of the lights
	Colour string
	// Photo names the photograph that it stands on, empty: on lights.
	Photo string
	// Title is what the page is about, When and Where that is, and Brand who says so.
	Title, When, Where, Brand string
}

// Pictures draws them, and remembers those that were asked for last.
type Pictures struct {
	mu sync.Mutex
	of map[Shared][]byte
}

// Get is a picture as JPEG. One is drawn at a time. A photograph is read when it is wanted; where
// that cannot be, the picture stands on lights.
func (p *Pictures) Get(s Shared, photo func() []byte) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, ok := p.of[s]; ok {
		return known, nil
	}
	m := fill(nil)
	if s.Photo != "" {
		m = fill(photo())
	}
	if m == nil {
		m = lights(s.Seed, s.Colour)
	}
	s.write(m)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	if p.of == nil || len(p.of) >= maxPictures {
		p.of = map[Shared][]byte{}
	}
	p.of[s] = b.Bytes()
	return b.Bytes(), nil
}

// fill cuts a photograph to the size of the picture, nil: it is none.
func fill(stored []byte) *image.NRGBA {
	from, _, err := image.Decode(bytes.NewReader(stored))
	if err != nil {
		return nil
	}
	box := from.Bounds()
	if cut := box.Dx() * Height / Width; cut < box.Dy() {
		box.Min.Y += (box.Dy() - cut) / 2
		box.Max.Y = box.Min.Y + cut
	} else {
		cut := box.Dy() * Width / Height
		box.Min.X += (box.Dx() - cut) / 2
		box.Max.X = box.Min.X + cut
	}
	m := image.NewNRGBA(image.Rect(0, 0, Width, Height))
	draw.Draw(m, m.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(m, m.Rect, from, box, draw.Over, nil)
	return m
}

package shop

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"
	"strings"
	"sync"

	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// The size of the picture that other sites show where an event is shared.
const sharedWidth, sharedHeight = 1200, 630

// covers remembers the pictures that were drawn last: drawing one takes longer than a page.
type covers struct {
	mu sync.Mutex
	of map[drawing][]byte
}

// drawing is all that a drawn picture depends on.
type drawing struct {
	eventID int64
	colour  string
}

// showShared is the picture of an event that has none, for where it is shared.
func (s *Shop) showShared(v *visit) error {
	id, err := v.number("event")
	if err != nil {
		return err
	}
	if _, _, err := shop.ReadEvent(v.r.Context(), v.app(), v.buyer, shop.Ask{EventID: id}); err != nil {
		return err
	}
	drawn, err := s.covers.get(drawing{id, page.PaletteOf(v.company.Branding.PrimaryColor).Light.Fill})
	if err != nil {
		return err
	}
	h := v.w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Cache-Control", "public, max-age=86400")
	_, err = v.w.Write(drawn)
	return err
}

// get draws a picture, one at a time.
func (c *covers) get(d drawing) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.of[d]; ok {
		return known, nil
	}
	var b bytes.Buffer
	if err := png.Encode(&b, d.draw()); err != nil {
		return nil, err
	}
	if c.of == nil || len(c.of) >= maxCovers {
		c.of = map[drawing][]byte{}
	}
	c.of[d] = b.Bytes()
	return b.Bytes(), nil
}

// draw paints the cover of the event: lights over water in the colour of the company.
func (d drawing) draw() *image.NRGBA {
	const shore = sharedHeight * 62 / 100
	const scale = float64(shore) / coverShore
	fill, random := parseHex(d.colour), drawnFor(d.eventID)
	m := image.NewNRGBA(image.Rect(0, 0, sharedWidth, sharedHeight))
	sky, water := mixed(fill, 0x0e2530, .14), mixed(fill, 0x0a1e28, .10)
	for y := range sharedHeight {
		row := water
		if y < shore {
			row = blend(sky, fill, .30*math.Pow(float64(y)/shore, 2))
		}
		for x := range sharedWidth {
			m.SetNRGBA(x, y, row)
		}
	}
	for layer, paint := range []color.NRGBA{mixed(fill, 0x143642, .22), mixed(fill, 0x0b2630, .14)} {
		heights := make([]float64, 0, coverWidth/120+1)
		for range coverWidth/120 + 1 {
			heights = append(heights, float64(coverShore-60+36*layer)-random.Float64()*float64(64-34*layer))
		}
		for x := range sharedWidth {
			n, part := x/120, float64(x%120)/120
			top := heights[n]*(1-part) + heights[min(n+1, len(heights)-1)]*part
			for y := int(top * scale); y < shore; y++ {
				m.SetNRGBA(x, y, paint)
			}
		}
	}
	for y := shore - 2; y <= shore+2; y++ {
		for x := range sharedWidth {
			m.SetNRGBA(x, y, blend(m.NRGBAAt(x, y), fill, .75))
		}
	}
	for range 30 {
		x, y := random.IntN(coverWidth), 14+random.IntN(coverShore-30)
		size := 3 + random.IntN(9) + y/40
		light(m, fill, float64(x), float64(y)*scale, float64(size)*scale)
		mirror(m, fill, x, shore+10+(shore-int(float64(y)*scale))/3, int(float64(size)*scale), random.IntN(18))
	}
	return m
}

// light is a lantern with its glow.
func light(m *image.NRGBA, fill color.NRGBA, x, y, size float64) {
	lit := mixed(fill, 0xffffff, .72)
	for py := int(y - size*3); py <= int(y+size*3); py++ {
		for px := int(x - size*3); px <= int(x+size*3); px++ {
			if !(image.Point{X: px, Y: py}).In(m.Rect) {
				continue
			}
			far := math.Hypot(float64(px)-x, float64(py)-y) / (size * 3)
			switch {
			case math.Abs(float64(px)-x) <= size*.55 && math.Abs(float64(py)-y) <= size*.7:
				m.SetNRGBA(px, py, lit)
			case far < 1:
				m.SetNRGBA(px, py, blend(m.NRGBAAt(px, py), fill, .5*math.Pow(1-far, 2)))
			}
		}
	}
}

// mirror is what the water shows of a lantern.
func mirror(m *image.NRGBA, fill color.NRGBA, x, y, size, longer int) {
	for py := y; py < min(sharedHeight, y+size*2+longer); py++ {
		for px := max(0, x-size/2); px < min(sharedWidth, x+size/2); px++ {
			m.SetNRGBA(px, py, blend(m.NRGBAAt(px, py), fill, .28))
		}
	}
}

// parseHex reads a colour as palettes write it.
func parseHex(hex string) color.NRGBA {
	n, _ := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 24)
	return color.NRGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}
}

// mixed is so much of a colour in another.
func mixed(c color.NRGBA, into int, part float64) color.NRGBA {
	return blend(color.NRGBA{R: uint8(into >> 16), G: uint8(into >> 8), B: uint8(into), A: 255}, c, part)
}

// blend lays so much of a colour over another.
func blend(under, over color.NRGBA, part float64) color.NRGBA {
	at := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-part) + float64(b)*part)) }
	return color.NRGBA{R: at(under.R, over.R), G: at(under.G, over.G), B: at(under.B, over.B), A: 255}
}

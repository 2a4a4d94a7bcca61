package cover

import (
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// lights paints lights over water in a colour, as the picture on the page of an event does.
func lights(seed int64, colour string) *image.NRGBA {
	const shore = Height * 62 / 100
	const scale = float64(shore) / shoreAt
	fill, random := parseHex(colour), drawnFor(seed)
	m := image.NewNRGBA(image.Rect(0, 0, Width, Height))
	sky, water := mixed(fill, 0x0e2530, .14), mixed(fill, 0x0a1e28, .10)
	for y := range Height {
		row := water
		if y < shore {
			row = blend(sky, fill, .30*math.Pow(float64(y)/shore, 2))
		}
		for x := range Width {
			m.SetNRGBA(x, y, row)
		}
	}
	for layer, paint := range []color.NRGBA{mixed(fill, 0x143642, .22), mixed(fill, 0x0b2630, .14)} {
		heights := make([]float64, 0, width/120+1)
		for range width/120 + 1 {
			heights = append(heights, float64(shoreAt-60+36*layer)-random.Float64()*float64(64-34*layer))
		}
		for x := range Width {
			n, part := x/120, float64(x%120)/120
			top := heights[n]*(1-part) + heights[min(n+1, len(heights)-1)]*part
			for y := int(top * scale); y < shore; y++ {
				m.SetNRGBA(x, y, paint)
			}
		}
	}
	for y := shore - 2; y <= shore+2; y++ {
		for x := range Width {
			m.SetNRGBA(x, y, blend(m.NRGBAAt(x, y), fill, .75))
		}
	}
	for range 30 {
		x, y := random.IntN(width), 14+random.IntN(shoreAt-30)
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
	for py := y; py < min(Height, y+size*2+longer); py++ {
		for px := max(0, x-size/2); px < min(Width, x+size/2); px++ {
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

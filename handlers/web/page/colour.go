package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Palette is a company's colour as pages use it, on light and on dark ground.
type Palette struct{ Light, Dark Tokens }

// Tokens are the colours that a theme takes from a company's, as CSS hex.
type Tokens struct {
	// Fill is behind the main button, On the text on it, and Hover is Fill under a pointer.
	Fill, On, Hover string
	// Edge draws shapes, Text is for links, Tint is behind what is chosen.
	Edge, Text, Tint string
}

// ground is what a theme puts colours on.
type ground struct {
	page, card rgb
	dark       bool
	tint       float64 // how much of the colour is in a tint
}

var (
	white = rgb{255, 255, 255}
	ink   = rgb{0x14, 0x18, 0x1F}

	lightGround = ground{page: rgb{0xF5, 0xF6, 0xF8}, card: white, tint: 0.10}
	darkGround  = ground{page: rgb{0x0E, 0x11, 0x16}, card: rgb{0x19, 0x1D, 0x24}, dark: true, tint: 0.16}
)

// The contrasts that text and shapes have at least.
const (
	textContrast  = 4.5
	shapeContrast = 3.0
	// lightnessStep is how finely a colour is made lighter or darker, hoverStep how much.
	lightnessStep = 0.005
	hoverStep     = 0.06
)

// PaletteOf keeps the hue of a colour and moves its lightness until everything on it and
// of it can be read. A text that is no colour, and none at all, gives ink.
func PaletteOf(hex string) Palette {
	given, ok := parseColour(hex)
	if !ok {
		given = ink
	}
	return Palette{Light: lightGround.tokens(given), Dark: darkGround.tokens(given)}
}

func (g ground) tokens(given rgb) Tokens {
	on := ink
	if contrast(given, white) > contrast(given, ink) {
		on = white
	}
	// On white text a fill becomes darker, on ink lighter.
	darker := on == white
	fill := step(given, darker, func(c rgb) bool { return contrast(c, on) >= textContrast })
	tint := mix(g.card, given, g.tint)
	return Tokens{
		Fill: fill.hex(), On: on.hex(), Hover: hover(fill, on, darker).hex(), Tint: tint.hex(),
		Edge: step(fill, !g.dark, func(c rgb) bool {
			return contrast(c, g.page) >= shapeContrast && contrast(c, g.card) >= shapeContrast
		}).hex(),
		Text: step(given, !g.dark, func(c rgb) bool {
			return contrast(c, g.page) >= textContrast && contrast(c, g.card) >= textContrast && contrast(c, tint) >= textContrast
		}).hex(),
	}
}

// hover moves a fill away from the text on it; where that cannot be seen, towards it, as
// far as the text stays readable.
func hover(fill, on rgb, darker bool) rgb {
	away := fill.lighter(signed(hoverStep, darker))
	if contrast(away, fill) > 1.08 {
		return away
	}
	towards := fill.lighter(-signed(hoverStep, darker))
	if contrast(towards, on) >= textContrast {
		return towards
	}
	return fill
}

func signed(by float64, darker bool) float64 {
	if darker {
		return -by
	}
	return by
}

// step makes a colour darker, or lighter, until it is good, in the least number of steps.
func step(c rgb, darker bool, good func(rgb) bool) rgb {
	for n := 0; ; n++ {
		next := c
		if n > 0 {
			next = c.lighter(signed(lightnessStep*float64(n), darker))
		}
		if good(next) || n > 1/lightnessStep {
			return next
		}
	}
}

// rgb is a colour of a screen, each part 0 to 255.
type rgb struct{ r, g, b uint8 }

// parseColour reads #rgb, #rgba, #rrggbb and #rrggbbaa; what is see-through is ignored.
func parseColour(s string) (rgb, bool) {
	digits, ok := strings.CutPrefix(s, "#")
	if !ok {
		return rgb{}, false
	}
	switch len(digits) {
	case 3, 4:
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	case 6, 8:
		digits = digits[:6]
	default:
		return rgb{}, false
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	return rgb{uint8(n >> 16), uint8(n >> 8), uint8(n)}, err == nil
}

func (c rgb) hex() string { return fmt.Sprintf("#%02X%02X%02X", c.r, c.g, c.b) }

func mix(a, b rgb, share float64) rgb {
	part := func(x, y uint8) uint8 { return uint8(math.Round(float64(x)*(1-share) + float64(y)*share)) }
	return rgb{part(a.r, b.r), part(a.g, b.g), part(a.b, b.b)}
}

// linear undoes the gamma of a screen.
func linear(part uint8) float64 {
	x := float64(part) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// gamma is the other way round. What is out of a screen's range is cut.
func gamma(x float64) uint8 {
	x = min(max(x, 0), 1)
	if x <= 0.0031308 {
		x *= 12.92
	} else {
		x = 1.055*math.Pow(x, 1/2.4) - 0.055
	}
	return uint8(math.Round(x * 255))
}

// contrast is that of WCAG 2: from 1 for equal colours to 21.
func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

func (c rgb) luminance() float64 {
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

// oklch is a colour by lightness, chroma and hue, which change independently for the eye.
type oklch struct{ l, c, h float64 }

// lighter moves the lightness of a colour and keeps its hue; the chroma is cut to what a
// screen can show.
func (c rgb) lighter(by float64) rgb {
	lch := c.oklch()
	lch.l = min(max(lch.l+by, 0), 1)
	most := lch.c
	if out, fits := lch.rgb(); fits {
		return out
	}
	low := 0.0
	for range 20 {
		lch.c = (low + most) / 2
		if _, fits := lch.rgb(); fits {
			low = lch.c
		} else {
			most = lch.c
		}
	}
	lch.c = low
	out, _ := lch.rgb()
	return out
}

func (c rgb) oklch() oklch {
	r, g, b := linear(c.r), linear(c.g), linear(c.b)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	x := 1.9779984951*l - 2.4285922050*m + 0.4505937099*s
	y := 0.0259040371*l + 0.7827717662*m - 0.8086757660*s
	return oklch{0.2104542553*l + 0.7936177850*m - 0.0040720468*s, math.Hypot(x, y), math.Atan2(y, x)}
}

// rgb gives the colour, and whether a screen can show it.
func (c oklch) rgb() (rgb, bool) {
	x, y := c.c*math.Cos(c.h), c.c*math.Sin(c.h)
	l := cube(c.l + 0.3963377774*x + 0.2158037573*y)
	m := cube(c.l - 0.1055613458*x - 0.0638541728*y)
	s := cube(c.l - 0.0894841775*x - 1.2914855480*y)
	parts := [3]float64{
		4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s,
	}
	fits := true
	for _, p := range parts {
		fits = fits && p >= -0.0005 && p <= 1.0005
	}
	return rgb{gamma(parts[0]), gamma(parts[1]), gamma(parts[2])}, fits
}

func cube(x float64) float64 { return x * x * x }

// css sets the tokens as custom properties.
func (p Palette) css() string {
	return ":root{" + p.Light.css() + "}@media(prefers-color-scheme:dark){:root{" + p.Dark.css() + "}}"
}

func (t Tokens) css() string {
	return "--fill:" + t.Fill + ";--on:" + t.On + ";--hover:" + t.Hover + ";--edge-brand:" + t.Edge + ";--text:" + t.Text + ";--tint:" + t.Tint
}

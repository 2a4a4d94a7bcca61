package paper

import (
	"math"
	"strconv"
)

type rgb struct{ r, g, b uint8 }

var (
	black = rgb{}
	white = rgb{255, 255, 255}
	grey  = rgb{90, 98, 110}
	faint = rgb{205, 210, 217}
	slate = rgb{31, 41, 55}
)

// String is the colour as PDF writes it.
func (c rgb) String() string {
	return number(float64(c.r)/255) + " " + number(float64(c.g)/255) + " " + number(float64(c.b)/255)
}

// parseColor reads #rgb and #rrggbb, with or without an alpha that is ignored.
func parseColor(hex string) rgb {
	digits := map[int]int{4: 1, 5: 1, 7: 2, 9: 2}[len(hex)]
	if digits == 0 || hex[0] != '#' {
		return slate
	}
	var part [3]uint8
	for i := range part {
		v, err := strconv.ParseUint(hex[1+i*digits:1+(i+1)*digits], 16, 8)
		if err != nil {
			return slate
		}
		if digits == 1 {
			v *= 17
		}
		part[i] = uint8(v)
	}
	return rgb{part[0], part[1], part[2]}
}

// Colors are a colour as #rrggbb, dark grey where it is none, and the text that stands out
// on it: black or white, as red, green and blue.
func Colors(hex string) (background, text [3]uint8) {
	b := parseColor(hex)
	t := on(b)
	return [3]uint8{b.r, b.g, b.b}, [3]uint8{t.r, t.g, t.b}
}

// luminance is the relative luminance of WCAG 2.
func (c rgb) luminance() float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

// contrast of two colours, 1 to 21.
func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// on is the colour of text on a background.
func on(background rgb) rgb {
	if contrast(background, white) >= contrast(background, black) {
		return white
	}
	return black
}

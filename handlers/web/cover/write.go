package cover

import (
	"image"
	"image/color"
	"strings"

	"marquee/app/letters"
)

// What is written on a picture, in pixels.
const (
	margin = 64
	room   = Width - 2*margin
	// largest and smallest are the sizes of a title, which has so many lines at most.
	largest, smallest, step, mostLines = 88, 56, 8, 3
	leading                            = 1.15
	factSize, brandSize                = 38, 32
)

var ink = color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}

// write puts what the picture is about on it: who says so on top, and the rest from the bottom up.
func (s *Shared) write(m *image.NRGBA) {
	shade(m, s.Photo != "")
	set := letters.NewSetter()
	y := float64(Height - margin)
	for _, fact := range []string{s.Where, s.When} {
		if strings.TrimSpace(fact) == "" {
			continue
		}
		line := oneLine(set, fact, false, factSize)
		put(m, &line, y, factSize)
		y -= factSize * 1.45
	}
	title, size := titled(set, s.Title)
	y -= factSize * .4
	for i := len(title) - 1; i >= 0; i-- {
		put(m, &title[i], y, size)
		y -= size * leading
	}
	bar(m, int(y+size*leading-size)-24, mixed(parseHex(s.Colour), 0xffffff, .7))
	if s.Brand != s.Title {
		line := oneLine(set, s.Brand, true, brandSize)
		put(m, &line, margin+brandSize*.72, brandSize)
	}
}

// titled sets a title as large as it can be on few lines, and cuts what is still too long.
func titled(set *letters.Setter, title string) (lines []letters.Line, size float64) {
	text := set.Set(printable(title), true)
	for size = largest; size > smallest; size -= step {
		if lines = text.Lines(room / size); len(lines) <= mostLines {
			return lines, size
		}
	}
	if lines = text.Lines(room / size); len(lines) <= mostLines {
		return lines, size
	}
	rest := make([]string, 0, len(lines))
	for _, l := range lines[mostLines-1:] {
		rest = append(rest, l.Text)
	}
	return append(lines[:mostLines-1:mostLines-1], set.Cut(strings.Join(rest, " "), true, room/size)), size
}

// oneLine is a text in one line, cut where it is too long.
func oneLine(set *letters.Setter, text string, strong bool, size float64) letters.Line {
	text = printable(text)
	if t := set.Set(text, strong); t.Width()*size <= room {
		return t.Line()
	}
	return set.Cut(text, strong, room/size)
}

// printable is a text on one line, in letters that there are.
func printable(text string) string {
	out, _ := letters.Printable(strings.Join(strings.Fields(text), " "))
	return out
}

// put writes a line at the side where its script begins.
func put(m *image.NRGBA, l *letters.Line, y, size float64) {
	x := float64(margin)
	if l.RightToLeft {
		x = Width - margin - l.Width*size
	}
	l.Draw(m, x, y, size, ink)
}

// bar is a stroke in the colour of the company.
func bar(m *image.NRGBA, y int, c color.NRGBA) {
	for py := y - 8; py < y; py++ {
		for px := margin; px < margin+96; px++ {
			if (image.Point{X: px, Y: py}).In(m.Rect) {
				m.SetNRGBA(px, py, c)
			}
		}
	}
}

// shade darkens the ground, more below than above, so that white letters are read on anything. The
// lights are dark by themselves.
func shade(m *image.NRGBA, photo bool) {
	night, above, more := color.NRGBA{R: 0x0a, G: 0x0d, B: 0x12, A: 0xff}, 0., .6
	if photo {
		above, more = .5, .3
	}
	for y := range Height {
		part := above + more*float64(y)/Height
		for x := range Width {
			m.SetNRGBA(x, y, blend(m.NRGBAAt(x, y), night, part))
		}
	}
}

package letters

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"

	// Fills outlines with smooth edges.
	"golang.org/x/image/vector"
)

// thicker is how much wider a stroke is, in ems, where a font has no bold.
const thicker = 0.03

// Draw writes the line on a picture: it begins at x, stands on y, and has so many pixels to the em.
func (l *Line) Draw(m draw.Image, x, y, size float64, c color.Color) {
	box := image.Rect(int(x-size), int(y-1.5*size), int(math.Ceil(x+(l.Width+1)*size)), int(math.Ceil(y+size))).Intersect(m.Bounds())
	if box.Empty() {
		return
	}
	p := &pen{fill: vector.NewRasterizer(box.Dx(), box.Dy())}
	x, y = x-float64(box.Min.X), y-float64(box.Min.Y)
	for i := range l.Runs {
		r := &l.Runs[i]
		scale := size / float64(r.Face.Units)
		for _, g := range r.Glyphs {
			p.a, p.b, p.c, p.d = scale, 0, 0, scale
			for _, by := range r.strokes() {
				p.x, p.y = x+(g.X+by)*size, y-g.Y*size
				r.Face.draw(g.ID, p, 0)
			}
			x += g.Advance * size
		}
	}
	p.fill.Draw(m, box, image.NewUniform(c), image.Point{})
}

// strokes are how far aside a glyph is drawn, each time.
func (r *Run) strokes() []float64 {
	if r.Thick {
		return []float64{-thicker / 2, 0, thicker / 2}
	}
	return []float64{0}
}

// pen draws in units of a font, turned and moved by a matrix.
type pen struct {
	fill             *vector.Rasterizer
	a, b, c, d, x, y float64
}

func (p *pen) at(x, y float64) (float32, float32) {
	return float32(p.x + p.a*x + p.c*y), float32(p.y - p.b*x - p.d*y)
}

// deepest is how deep glyphs are made up of others.
const deepest = 5

// draw draws a glyph.
func (f *Face) draw(glyph uint16, p *pen, depth int) {
	shape := f.outline(glyph)
	if len(shape) == 0 || depth > deepest {
		return
	}
	if signed(shape, 0) >= 0 {
		p.contours(shape)
		return
	}
	f.components(shape, func(part []byte) {
		f.draw(be16(part, 2), p.inside(part), depth+1)
	})
}

// inside is the pen for a part of a glyph.
func (p *pen) inside(part []byte) *pen {
	flags, at := be16(part, 0), 4
	var dx, dy float64
	if flags&wordArguments != 0 {
		dx, dy, at = float64(signed(part, 4)), float64(signed(part, 6)), 8
	} else {
		dx, dy, at = float64(int8(part[4])), float64(int8(part[5])), 6
	}
	a, b, c, d := 1.0, 0.0, 0.0, 1.0
	fixed := func(at int) float64 { return float64(signed(part, at)) / (1 << 14) }
	switch {
	case flags&oneScale != 0:
		a = fixed(at)
		d = a
	case flags&twoScales != 0:
		a, d = fixed(at), fixed(at+2)
	case flags&matrix != 0:
		a, b, c, d = fixed(at), fixed(at+2), fixed(at+4), fixed(at+6)
	}
	if flags&offsets == 0 {
		dx, dy = 0, 0
	}
	return &pen{
		fill: p.fill,
		a:    p.a*a + p.c*b, b: p.b*a + p.d*b, c: p.a*c + p.c*d, d: p.b*c + p.d*d,
		x: p.x + p.a*dx + p.c*dy, y: p.y - p.b*dx - p.d*dy,
	}
}

// point is one of an outline; off is one that the curve only bends towards.
type point struct {
	x, y float64
	off  bool
}

// contours draws a glyph that is made up of no others.
func (p *pen) contours(shape []byte) {
	n := signed(shape, 0)
	if n == 0 {
		return
	}
	points := pointsOf(shape, n)
	from := 0
	for i := range n {
		end := int(be16(shape, 10+2*i)) + 1
		p.contour(points[from:end])
		from = end
	}
}

// pointsOf reads the points of all contours.
func pointsOf(shape []byte, contours int) []point {
	at := 10 + 2*contours
	points := make([]point, int(be16(shape, at-2))+1)
	at += 2 + int(be16(shape, at))
	flags := make([]byte, 0, len(points))
	for len(flags) < len(points) {
		flag := shape[at]
		at++
		flags = append(flags, flag)
		if flag&8 != 0 {
			for range shape[at] {
				flags = append(flags, flag)
			}
			at++
		}
	}
	read := func(short, same byte, set func(*point, float64)) {
		v := 0
		for i := range points {
			switch flag := flags[i]; {
			case flag&short != 0:
				d := int(shape[at])
				if at++; flag&same == 0 {
					d = -d
				}
				v += d
			case flag&same == 0:
				v += int(int16(binary.BigEndian.Uint16(shape[at:])))
				at += 2
			}
			set(&points[i], float64(v))
			points[i].off = flags[i]&1 == 0
		}
	}
	read(2, 16, func(p *point, v float64) { p.x = v })
	read(4, 32, func(p *point, v float64) { p.y = v })
	return points
}

// contour draws one closed line.
func (p *pen) contour(points []point) {
	if len(points) < 2 {
		return
	}
	start := points[0]
	if start.off {
		start = middle(points[len(points)-1], start)
		if last := points[len(points)-1]; !last.off {
			start = last
		}
	}
	p.fill.MoveTo(p.at(start.x, start.y))
	var bend *point
	to := func(q point) {
		x, y := p.at(q.x, q.y)
		if bend == nil {
			p.fill.LineTo(x, y)
			return
		}
		bx, by := p.at(bend.x, bend.y)
		p.fill.QuadTo(bx, by, x, y)
		bend = nil
	}
	for i := range points {
		q := points[i]
		switch {
		case !q.off:
			to(q)
		case bend != nil:
			to(middle(*bend, q))
			bend = &points[i]
		default:
			bend = &points[i]
		}
	}
	to(start)
	p.fill.ClosePath()
}

func middle(a, b point) point { return point{x: (a.x + b.x) / 2, y: (a.y + b.y) / 2} }

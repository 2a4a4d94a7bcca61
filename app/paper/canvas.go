package paper

import (
	"fmt"
	"io"
	"strings"

	"marquee/app/letters"
)

// canvas is what is drawn on. Lengths are millimetres, sizes of type points.
type canvas struct {
	pdf     *pdf
	words   labels
	about   about
	missing map[rune]bool
	setter  *letters.Setter
	// printable are texts as they are printed, by paragraphs: many stand on every ticket.
	printable map[string][]string
	// scratch is where the length of a ticket is found; one serves all of a document.
	scratch *canvas
}

// style is how a text looks.
type style struct {
	size  float64
	bold  bool
	color rgb
}

const (
	// leading is the height of a line ÷ the size of its type.
	leading = 1.25
	// smallest is how far a text may shrink before it is cut.
	smallest = 0.7
	mmPerPt  = 25.4 / 72
	// maxPrintable is how many texts a canvas remembers.
	maxPrintable = 2000
)

func newCanvas(d *Document) *canvas {
	return &canvas{
		pdf: newPDF(), words: labelsOf(d.Language), about: about{d.Title, d.Issuer.Name, d.Language, d.Made},
		missing: map[rune]bool{}, setter: letters.NewSetter(), printable: map[string][]string{},
	}
}

func (c *canvas) write(w io.Writer) error {
	if _, err := w.Write(c.pdf.end(c.about)); err != nil {
		return fmt.Errorf("paper: %w", err)
	}
	return nil
}

func (c *canvas) page(w, h float64) { c.pdf.page(w, h) }

func (s style) lineHeight() float64 { return s.size * mmPerPt * leading }

// ems is how many a length has.
func (s style) ems(w float64) float64 { return w / (s.size * mmPerPt) }

// mm is how long so many ems are.
func (s style) mm(ems float64) float64 { return ems * s.size * mmPerPt }

// smaller is the style at a share of its size.
func (s style) smaller(share float64) style {
	s.size *= share
	return s
}

// block writes text into a column and returns its height. It is made smaller until it
// fits into the lines, and cut where it never does.
func (c *canvas) block(x, y, w float64, lines int, s style, text string) float64 {
	rows, s := c.fit(w, lines, s, text)
	return c.rows(y, s, rows, func(i int) float64 { return x + s.mm(indent(rows, i)) })
}

// indent is how far a row stands from the left, in ems: those from right to left that follow each other begin where the longest
// of them does.
func indent(rows []letters.Line, i int) (ems float64) {
	if !rows[i].RightToLeft {
		return 0
	}
	from, to := i, i
	for from > 0 && rows[from-1].RightToLeft {
		from--
	}
	for to+1 < len(rows) && rows[to+1].RightToLeft {
		to++
	}
	for _, row := range rows[from : to+1] {
		ems = max(ems, row.Width-rows[i].Width)
	}
	return ems
}

// centered is block with each line in the middle of the column.
func (c *canvas) centered(x, y, w float64, lines int, s style, text string) float64 {
	rows, s := c.fit(w, lines, s, text)
	return c.rows(y, s, rows, func(i int) float64 { return x + (w-s.mm(rows[i].Width))/2 })
}

// rows writes lines below each other and returns their height.
func (c *canvas) rows(y float64, s style, rows []letters.Line, left func(i int) float64) float64 {
	for i := range rows {
		c.line(left(i), y+float64(i)*s.lineHeight()+s.size*mmPerPt, s, &rows[i])
	}
	return float64(len(rows)) * s.lineHeight()
}

// paragraphs are a text as it is printed.
func (c *canvas) paragraphs(text string) []string {
	if known, ok := c.printable[text]; ok {
		return known
	}
	printed, lost := letters.Printable(strings.TrimSpace(text))
	for _, r := range lost {
		c.missing[r] = true
	}
	if len(c.printable) >= maxPrintable {
		clear(c.printable)
	}
	out := strings.Split(printed, "\n")
	c.printable[text] = out
	return out
}

func (c *canvas) fit(w float64, lines int, s style, text string) ([]letters.Line, style) {
	all := c.paragraphs(text)
	for share := 1.0; share >= smallest; share -= 0.1 {
		t := s.smaller(share)
		if rows := c.wrap(w, t, all); len(rows) <= lines {
			return rows, t
		}
	}
	t := s.smaller(smallest)
	rows := c.wrap(w, t, all)[:lines]
	rows[lines-1] = c.setter.Cut(rows[lines-1].Text, t.bold, t.ems(w))
	return rows, t
}

// wrap breaks paragraphs into lines.
func (c *canvas) wrap(w float64, s style, paragraphs []string) (rows []letters.Line) {
	for _, p := range paragraphs {
		rows = append(rows, c.setter.Set(p, s.bold).Lines(s.ems(w))...)
	}
	return rows
}

func (c *canvas) box(x, y, w, h float64, color rgb) {
	p := c.pdf
	p.draw("%s rg %s %s %s %s re f", color, p.x(x), p.y(y+h), number(w*perMM), number(h*perMM))
}

// round is how far the handles of a curve are, for a quarter of a circle.
const round = 0.5523

// rounded is the path of a box with round corners, those at the bottom only where below is true.
func (p *pdf) rounded(x, y, w, h, r float64, below bool) {
	k := r * (1 - round)
	p.draw("%s %s m %s %s l", p.x(x+r), p.y(y), p.x(x+w-r), p.y(y))
	p.curve(x+w-k, y, x+w, y+k, x+w, y+r)
	low := r
	if !below {
		low = 0
	}
	p.draw("%s %s l", p.x(x+w), p.y(y+h-low))
	if below {
		p.curve(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h)
	}
	p.draw("%s %s l", p.x(x+low), p.y(y+h))
	if below {
		p.curve(x+k, y+h, x, y+h-k, x, y+h-r)
	}
	p.draw("%s %s l", p.x(x), p.y(y+r))
	p.curve(x, y+k, x+k, y, x+r, y)
}

func (p *pdf) curve(ax, ay, bx, by, x, y float64) {
	p.draw("%s %s %s %s %s %s c", p.x(ax), p.y(ay), p.x(bx), p.y(by), p.x(x), p.y(y))
}

// card is the outline of a ticket with round corners, its top filled.
func (c *canvas) card(x, y, w, h, top, radius float64, color rgb) {
	p := c.pdf
	p.draw("%s rg", color)
	p.rounded(x, y, w, top, radius, false)
	p.draw("f")
	p.draw("%s w %s RG", number(0.25*perMM), faint)
	p.rounded(x, y, w, h, radius, true)
	p.draw("s")
}

// dashed is a line to tear or fold at.
func (c *canvas) dashed(x1, y1, x2, y2 float64) {
	p := c.pdf
	dash := number(1.2 * perMM)
	p.draw("%s w %s RG [%s %s] 0 d %s %s m %s %s l S [] 0 d", number(0.25*perMM), faint, dash, dash, p.x(x1), p.y(y1), p.x(x2), p.y(y2))
}

// symbol draws a code as large as the square (or, for bars, the box) allows, on white
// with its quiet zone, and returns the height used.
func (c *canvas) symbol(s *Symbol, x, y, w, h float64) float64 {
	unit := w / float64(s.Width+2*s.Quiet)
	barHeight := unit
	if s.Linear() {
		barHeight = h
	} else {
		h = unit * float64(s.Height+2*s.Quiet)
	}
	c.box(x, y, w, h, white)
	top := y
	if !s.Linear() {
		top += unit * float64(s.Quiet)
	}
	p := c.pdf
	// In units of modules, from the top left corner: whole numbers are short, and a file has
	// thousands of rectangles.
	p.draw("q 0 g %.5f 0 0 %.5f %s %s cm", unit*perMM, -barHeight*perMM, p.x(x+unit*float64(s.Quiet)), p.y(top))
	for _, r := range s.Rects() {
		p.draw("%d %d %d %d re", r.X, r.Y, r.W, r.H)
	}
	p.draw("f Q")
	return h
}

// picture fills a box with the middle of a picture. One that cannot be read is left
// out: a ticket without it is still a ticket.
func (c *canvas) picture(content []byte, x, y, w, h float64) bool {
	p := c.pdf
	m, ok := p.figure(content)
	if !ok {
		return false
	}
	wide, high := w, w*float64(m.height)/float64(m.width)
	if high < h {
		wide, high = h*float64(m.width)/float64(m.height), h
	}
	p.draw("q %s %s %s %s re W n", p.x(x), p.y(y+h), number(w*perMM), number(h*perMM))
	p.draw("%s 0 0 %s %s %s cm /I%d Do Q", number(wide*perMM), number(high*perMM), p.x(x-(wide-w)/2), p.y(y-(high-h)/2+high), m.place)
	return true
}

// whole draws a picture as a whole at the start of a box, and returns its height: 0 for one that
// cannot be read.
func (c *canvas) whole(content []byte, x, y, w, h float64) float64 {
	p := c.pdf
	m, ok := p.figure(content)
	if !ok {
		return 0
	}
	wide, high := w, w*float64(m.height)/float64(m.width)
	if high > h {
		wide, high = h*float64(m.width)/float64(m.height), h
	}
	p.draw("q %s 0 0 %s %s %s cm /I%d Do Q", number(wide*perMM), number(high*perMM), p.x(x), p.y(y+high), m.place)
	return high
}

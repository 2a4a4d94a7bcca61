package paper

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // pictures are JPEG or PNG
	_ "image/png"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	// The PDF library that is kept up: subset fonts, repeatable bytes, no cgo.
	"codeberg.org/go-pdf/fpdf"
)

// canvas is all that knows the PDF library. Lengths are millimetres, sizes of type
// points.
type canvas struct {
	pdf      *fpdf.Fpdf
	words    labels
	missing  map[rune]bool
	pictures map[string]string // content to name
	// used is the type that is chosen; a file says each choice, and texts are measured often.
	used style
	// scratch is where the length of a ticket is found; one serves all of a document,
	// because making a canvas reads the fonts.
	scratch *canvas
}

// style is how a text looks.
type style struct {
	size  float64
	bold  bool
	color rgb
}

const (
	family = "ticket"
	// leading is the height of a line ÷ the size of its type.
	leading = 1.25
	// smallest is how far a text may shrink before it is cut.
	smallest = 0.7
	mmPerPt  = 25.4 / 72
	// compressed is up to how many pages a document is made smaller, which are those that
	// are mailed: a page is 6 kB, and the library makes a compressor of 1.2 MB for each.
	compressed = 20
)

func newCanvas(d *Document) *canvas {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: 210, Ht: 297}})
	pdf.AddUTF8FontFromBytes(family, "", fontRegular)
	pdf.AddUTF8FontFromBytes(family, "B", fontBold)
	pdf.SetCompression(len(d.Tickets) <= compressed)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(d.Made.UTC())
	pdf.SetModificationDate(d.Made.UTC())
	pdf.SetProducer("Marquee", true)
	pdf.SetTitle(d.Title, true)
	pdf.SetAuthor(d.Issuer.Name, true)
	pdf.SetLang(d.Language)
	return &canvas{pdf: pdf, words: labelsOf(d.Language), missing: map[rune]bool{}, pictures: map[string]string{}}
}

func (c *canvas) write(w io.Writer) error {
	if err := c.pdf.Output(w); err != nil {
		return fmt.Errorf("paper: %w", err)
	}
	return nil
}

func (c *canvas) page(w, h float64) {
	c.pdf.AddPageFormat("P", fpdf.SizeType{Wd: w, Ht: h})
}

func (s style) lineHeight() float64 { return s.size * mmPerPt * leading }

// smaller is the style at a share of its size.
func (s style) smaller(share float64) style {
	s.size *= share
	return s
}

func (c *canvas) use(s style) {
	if s.size != c.used.size || s.bold != c.used.bold {
		weight := ""
		if s.bold {
			weight = "B"
		}
		c.pdf.SetFont(family, weight, s.size)
		c.used = s
	}
	c.pdf.SetTextColor(int(s.color.r), int(s.color.g), int(s.color.b))
}

func (c *canvas) width(s style, text string) float64 {
	c.use(s)
	return c.pdf.GetStringWidth(text)
}

// block writes text into a column and returns its height. It is made smaller until it
// fits into the lines, and cut where it never does.
func (c *canvas) block(x, y, w float64, lines int, s style, text string) float64 {
	rows, s := c.fit(w, lines, s, text)
	c.use(s)
	for i, row := range rows {
		c.pdf.Text(x, y+float64(i)*s.lineHeight()+s.size*mmPerPt, row)
	}
	return float64(len(rows)) * s.lineHeight()
}

// centered is block with each line in the middle of the column.
func (c *canvas) centered(x, y, w float64, lines int, s style, text string) float64 {
	rows, s := c.fit(w, lines, s, text)
	c.use(s)
	for i, row := range rows {
		c.pdf.Text(x+(w-c.pdf.GetStringWidth(row))/2, y+float64(i)*s.lineHeight()+s.size*mmPerPt, row)
	}
	return float64(len(rows)) * s.lineHeight()
}

func (c *canvas) fit(w float64, lines int, s style, text string) ([]string, style) {
	text = printable(strings.TrimSpace(text), c.missing)
	if text == "" {
		return nil, s
	}
	for share := 1.0; share >= smallest; share -= 0.1 {
		t := s.smaller(share)
		if rows := c.wrap(w, t, text); len(rows) <= lines {
			return rows, t
		}
	}
	t := s.smaller(smallest)
	rows := c.wrap(w, t, text)[:lines]
	rows[lines-1] = c.cut(w, t, rows[lines-1])
	return rows, t
}

// breaks tells whether a row may end at a character: not where French has a space before a
// colon, nor within an amount.
func breaks(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' }

// wrap breaks text at spaces, and words that are wider than the column anywhere.
func (c *canvas) wrap(w float64, s style, text string) []string {
	var rows []string
	for line := range strings.SplitSeq(text, "\n") {
		row := ""
		for word := range strings.FieldsFuncSeq(line, breaks) {
			if joined := strings.TrimSpace(row + " " + word); c.width(s, joined) <= w {
				row = joined
				continue
			}
			if row != "" {
				rows = append(rows, row)
			}
			for row = word; c.width(s, row) > w; {
				n := c.fitting(w, s, row)
				rows, row = append(rows, row[:n]), row[n:]
			}
		}
		if row != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// fitting is how many bytes of a word fit, at least a character.
func (c *canvas) fitting(w float64, s style, word string) int {
	last := 0
	for i := range word {
		if i > 0 && c.width(s, word[:i]) > w {
			break
		}
		last = i
	}
	if last == 0 {
		_, last = utf8.DecodeRuneInString(word)
	}
	return last
}

// cut ends a line with an ellipsis.
func (c *canvas) cut(w float64, s style, row string) string {
	runes := []rune(row)
	for len(runes) > 0 && c.width(s, string(runes)+"…") > w {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ,.;:") + "…"
}

func (c *canvas) fill(color rgb) {
	c.pdf.SetFillColor(int(color.r), int(color.g), int(color.b))
}

func (c *canvas) box(x, y, w, h float64, color rgb) {
	c.fill(color)
	c.pdf.Rect(x, y, w, h, "F")
}

// card is the outline of a ticket with round corners, its top filled.
func (c *canvas) card(x, y, w, h, top, radius float64, color rgb) {
	c.fill(color)
	c.pdf.RoundedRect(x, y, w, top, radius, "12", "F")
	c.pdf.SetLineWidth(0.25)
	c.pdf.SetDrawColor(int(faint.r), int(faint.g), int(faint.b))
	c.pdf.RoundedRect(x, y, w, h, radius, "1234", "D")
}

// dashed is a line to tear or fold at.
func (c *canvas) dashed(x1, y1, x2, y2 float64) {
	c.pdf.SetLineWidth(0.25)
	c.pdf.SetDrawColor(int(faint.r), int(faint.g), int(faint.b))
	c.pdf.SetDashPattern([]float64{1.2, 1.2}, 0)
	c.pdf.Line(x1, y1, x2, y2)
	c.pdf.SetDashPattern(nil, 0)
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
	var path strings.Builder
	k := 1 / mmPerPt
	_, pageHeight := c.pdf.GetPageSize()
	// In units of modules, from the top left corner: whole numbers are short, and a file has
	// thousands of rectangles.
	fmt.Fprintf(&path, "q 0 g %.5f 0 0 %.5f %.3f %.3f cm\n", unit*k, -barHeight*k, (x+unit*float64(s.Quiet))*k, (pageHeight-top)*k)
	for _, r := range s.Rects() {
		fmt.Fprintf(&path, "%d %d %d %d re\n", r.X, r.Y, r.W, r.H)
	}
	c.fill(black)
	c.pdf.RawWriteStr(path.String() + "f Q")
	return h
}

// picture fills a box with the middle of a picture. One that cannot be read is left
// out: a ticket without it is still a ticket.
func (c *canvas) picture(content []byte, x, y, w, h float64) bool {
	size, format, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || size.Width == 0 || size.Height == 0 {
		return false
	}
	name, known := c.pictures[string(content)]
	if !known {
		name = fmt.Sprint("picture", len(c.pictures))
		c.pdf.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: format}, bytes.NewReader(content))
		if c.pdf.Err() {
			c.pdf.ClearError()
			return false
		}
		c.pictures[string(content)] = name
	}
	wide, high := w, w*float64(size.Height)/float64(size.Width)
	if high < h {
		wide, high = h*float64(size.Width)/float64(size.Height), h
	}
	c.pdf.ClipRect(x, y, w, h, false)
	c.pdf.ImageOptions(name, x-(wide-w)/2, y-(high-h)/2, wide, high, false, fpdf.ImageOptions{ImageType: format}, 0, "")
	c.pdf.ClipEnd()
	return true
}

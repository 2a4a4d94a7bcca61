package paper

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"strings"

	"marquee/app/letters"
)

// fontUse is a font of a file: only the glyphs that are drawn are put into it, and each says what it is of, so that the text is
// found and copied.
type fontUse struct {
	face   *letters.Face
	codes  map[shown]uint16
	glyphs []uint16
	texts  []string
}

// shown is a glyph that stands for a text. The same one may stand for several.
type shown struct {
	glyph uint16
	text  string
}

// font is the place of a font among those of the file.
func (p *pdf) font(face *letters.Face) int {
	for i, f := range p.fonts {
		if f.face == face {
			return i
		}
	}
	p.fonts = append(p.fonts, &fontUse{face: face, codes: map[shown]uint16{}, glyphs: []uint16{0}, texts: []string{""}})
	return len(p.fonts) - 1
}

func (f *fontUse) code(glyph uint16, text string) uint16 {
	key := shown{glyph, text}
	code, ok := f.codes[key]
	if !ok {
		code = uint16(len(f.glyphs))
		f.codes[key] = code
		f.glyphs, f.texts = append(f.glyphs, glyph), append(f.texts, text)
	}
	return code
}

// write writes the font with what it says, and returns its object.
func (f *fontUse) write(p *pdf) int {
	content := f.face.Subset(f.glyphs)
	file := p.stream(fmt.Sprintf("/Length1 %d", len(content)), content)
	name := tag(crc32.ChecksumIEEE(content)) + "+" + f.face.Name
	em := func(units int) int { return units * 1000 / f.face.Units }
	box := f.face.Box
	descriptor := p.object(fmt.Sprintf("<< /Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [%d %d %d %d] /ItalicAngle 0 /Ascent %d /Descent %d /CapHeight 714 /StemV 80 /FontFile2 %d 0 R >>",
		name, em(box[0]), em(box[1]), em(box[2]), em(box[3]), em(f.face.Ascent), em(f.face.Descent), file))
	var widths strings.Builder
	for _, g := range f.glyphs {
		widths.WriteString(number(f.face.Width(g)*1000) + " ")
	}
	inner := p.object(fmt.Sprintf("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor %d 0 R /DW 1000 /W [0 [%s]] /CIDToGIDMap /Identity >>",
		name, descriptor, widths.String()))
	says := p.stream("", f.toUnicode())
	return p.object(fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>", name, inner, says))
}

// tag tells cuts of the same font apart, in six letters.
func tag(sum uint32) string {
	var out [6]byte
	for i := range out {
		out[i] = 'A' + byte(sum%26)
		sum /= 26
	}
	return string(out[:])
}

// toUnicode says which text each glyph stands for.
func (f *fontUse) toUnicode() []byte {
	const together = 100 // as many the format takes
	var out bytes.Buffer
	out.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n" +
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	var codes []int
	for code, text := range f.texts {
		if text != "" {
			codes = append(codes, code)
		}
	}
	for len(codes) > 0 {
		n := min(together, len(codes))
		fmt.Fprintf(&out, "%d beginbfchar\n", n)
		for _, code := range codes[:n] {
			fmt.Fprintf(&out, "<%04X> <", code)
			hexOf(&out, f.texts[code])
			out.WriteString(">\n")
		}
		out.WriteString("endbfchar\n")
		codes = codes[n:]
	}
	out.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend")
	return out.Bytes()
}

// thick is the line around letters that are bold in a font without bold, in ems.
const thick = 0.03

// line draws a line of text that stands on y.
func (c *canvas) line(x, y float64, s style, l *letters.Line) {
	p := c.pdf
	p.draw("BT %s rg", s.color)
	for i := range l.Runs {
		r := &l.Runs[i]
		n := p.font(r.Face)
		p.draw("/F%d %s Tf 1 0 0 1 %s %s Tm", n, number(s.size), p.x(x), p.y(y))
		if r.Thick {
			p.draw("2 Tr %s RG %s w", s.color, number(thick*s.size))
		}
		w := runWriter{out: &p.content, font: p.fonts[n], size: s.size}
		w.run(r.Glyphs)
		if r.Thick {
			p.draw("0 Tr")
		}
		for _, g := range r.Glyphs {
			x += g.Advance * s.size * mmPerPt
		}
	}
	p.draw("ET")
}

// runWriter writes glyphs of one font where they belong.
type runWriter struct {
	out  *bytes.Buffer
	font *fontUse
	size float64
	// to is where the next glyph belongs, at where it would be drawn, in ems; rise is how far it is raised.
	to, at, rise float64
	open         bool // digits are being written
	begun        bool // an array is
}

func (w *runWriter) run(glyphs []letters.Glyph) {
	for i := 0; i < len(glyphs); {
		end := i + 1
		for end < len(glyphs) && glyphs[end].Text == "" {
			end++
		}
		if end == i+1 {
			w.glyph(&glyphs[i], glyphs[i].Text)
			i = end
			continue
		}
		w.show() // several glyphs say something together
		fmt.Fprintf(w.out, "/Span << /ActualText %s >> BDC\n", pdfText(glyphs[i].Text))
		for ; i < end; i++ {
			w.glyph(&glyphs[i], "")
		}
		w.show()
		w.out.WriteString("EMC\n")
	}
	w.show()
	if w.rise != 0 {
		w.out.WriteString("0 Ts\n")
	}
}

// show ends what is being written.
func (w *runWriter) show() {
	if w.open {
		w.out.WriteByte('>')
	}
	if w.begun {
		w.out.WriteString("] TJ\n")
	}
	w.open, w.begun = false, false
}

// near is a difference, in ems, that nobody sees.
const near = 0.0005

func (w *runWriter) glyph(g *letters.Glyph, text string) {
	if d := g.Y - w.rise; d > near || d < -near {
		w.show()
		w.rise = g.Y
		fmt.Fprintf(w.out, "%s Ts\n", number(g.Y*w.size))
	}
	if !w.begun {
		w.out.WriteByte('[')
		w.begun = true
	}
	if d := w.to + g.X - w.at; d > near || d < -near {
		if w.open {
			w.out.WriteByte('>')
			w.open = false
		}
		w.out.WriteString(number(-d * 1000))
		w.at += d
	}
	if !w.open {
		w.out.WriteByte('<')
		w.open = true
	}
	fmt.Fprintf(w.out, "%04X", w.font.code(g.ID, text))
	w.at += w.font.face.Width(g.ID)
	w.to += g.Advance
}

package letters

import (
	"bytes"
	"encoding/binary"
	"sync"

	// Reads fonts for the shaper.
	"github.com/go-text/typesetting/font"
)

// Face is a font: TrueType, with the tables that its drawing needs at hand.
type Face struct {
	Name   string
	family *family
	tables map[string][]byte
	// Units is how many there are to the em, and the others in them.
	Units           int
	Ascent, Descent int
	Box             [4]int
	widths          int // glyphs with a width of their own
	longLoca        bool
	segments        int    // of the table of characters
	chars           []byte // table of characters in format 4
	// shaping is the same font for the shaper.
	shaping func() *font.Font
}

func newFace(f *family, name string, content []byte) *Face {
	out := &Face{Name: name, family: f, tables: map[string][]byte{}}
	for i := range int(be16(content, 4)) {
		entry := content[12+16*i:]
		at, size := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		out.tables[string(entry[:4])] = content[at : at+size]
	}
	head, hhea := out.tables["head"], out.tables["hhea"]
	out.Units, out.longLoca = int(be16(head, 18)), be16(head, 50) == 1
	for i := range out.Box {
		out.Box[i] = signed(head, 36+2*i)
	}
	out.Ascent, out.Descent = signed(hhea, 4), signed(hhea, 6)
	out.widths = int(be16(hhea, 34))
	out.characters()
	out.shaping = sync.OnceValue(func() *font.Font {
		read, err := font.ParseTTF(bytes.NewReader(content))
		if err != nil {
			panic("letters: font " + name + ": " + err.Error())
		}
		return read.Font
	})
	return out
}

// characters finds the table of characters, which a cut font has not.
func (f *Face) characters() {
	cmap := f.tables["cmap"]
	if cmap == nil {
		return
	}
	for i := range int(be16(cmap, 2)) {
		at := binary.BigEndian.Uint32(cmap[4+8*i+4:])
		if be16(cmap[at:], 0) == 4 {
			f.chars, f.segments = cmap[at:], int(be16(cmap[at:], 6))/2
		}
	}
}

func be16(b []byte, at int) uint16 { return binary.BigEndian.Uint16(b[at:]) }

func signed(b []byte, at int) int { return int(int16(be16(b, at))) }

// glyph is the glyph of a character, 0 for none.
func (f *Face) glyph(r rune) uint16 {
	if r > 0xffff || r < 0 {
		return 0
	}
	low, high := 0, f.segments-1
	for low < high { // the first segment that ends at the character or after it
		if mid := (low + high) / 2; rune(be16(f.chars, 14+2*mid)) < r {
			low = mid + 1
		} else {
			high = mid
		}
	}
	start := 16 + 2*f.segments + 2*low
	first := rune(be16(f.chars, start))
	if r < first || r > rune(be16(f.chars, 14+2*low)) {
		return 0
	}
	delta := be16(f.chars, start+2*f.segments)
	at := start + 4*f.segments
	offset := int(be16(f.chars, at))
	if offset == 0 {
		return uint16(r) + delta
	}
	g := be16(f.chars, at+offset+2*int(r-first))
	if g != 0 {
		g += delta
	}
	return g
}

// width of a glyph in units.
func (f *Face) width(glyph uint16) int {
	return int(be16(f.tables["hmtx"], 4*min(int(glyph), f.widths-1)))
}

// Width of a glyph in ems.
func (f *Face) Width(glyph uint16) float64 { return float64(f.width(glyph)) / float64(f.Units) }

// outline is the description of a glyph, empty for one without any.
func (f *Face) outline(glyph uint16) []byte {
	loca := f.tables["loca"]
	if f.longLoca {
		return f.tables["glyf"][binary.BigEndian.Uint32(loca[4*int(glyph):]):binary.BigEndian.Uint32(loca[4*int(glyph)+4:])]
	}
	return f.tables["glyf"][2*int(be16(loca, 2*int(glyph))) : 2*int(be16(loca, 2*int(glyph)+2))]
}

package letters

import (
	"embed"
	"sync"

	// Unpacks the fonts.
	"github.com/klauspost/compress/zstd"
)

//go:embed font/*.zst
var packed embed.FS

// family is a font with the blocks of Unicode that are looked for in it.
type family struct {
	name string
	// blocks are pairs of the first and the last character.
	blocks []rune
	// shaped: its letters depend on those beside them. large: it is never shaped, whatever stands in it.
	shaped, large bool
	// bold: it has a bold cut.
	bold bool
	// cuts are the regular one and the bold one, which may be the same.
	cuts [2]func() *Face
}

const (
	regular = iota
	strong
)

// families are asked in order. Each is unpacked when it is needed.
var families = sync.OnceValue(func() []*family {
	all := declared()
	for _, f := range all {
		f.cuts[regular] = sync.OnceValue(func() *Face { return unpack(f, f.name) })
		if f.cuts[strong] = f.cuts[regular]; f.bold {
			f.cuts[strong] = sync.OnceValue(func() *Face { return unpack(f, f.name+"-bold") })
		}
	}
	return all
})

// sans has what Latin text needs.
func sans() *family { return families()[0] }

func declared() []*family {
	return []*family{
		{name: "sans", blocks: []rune{0x20, 0x52f, 0x1d00, 0x1dbf, 0x1e00, 0x22ff, 0x2c60, 0x2c7f, 0x2de0, 0x2e7f, 0xa640, 0xa69f, 0xa720, 0xa7ff, 0xab30, 0xab6f, 0xfb00, 0xfb06}, bold: true},
		{name: "hebrew", blocks: []rune{0x590, 0x5ff, 0xfb1d, 0xfb4f}, shaped: true},
		{name: "arabic", blocks: []rune{0x600, 0x6ff, 0x750, 0x77f, 0x8a0, 0x8ff, 0xfb50, 0xfdff, 0xfe70, 0xfeff}, shaped: true},
		{name: "georgian", blocks: []rune{0x10a0, 0x10ff, 0x1c90, 0x1cbf, 0x2d00, 0x2d2f}},
		{name: "armenian", blocks: []rune{0x530, 0x58f, 0xfb13, 0xfb17}},
		{name: "thai", blocks: []rune{0xe00, 0xe7f}, shaped: true},
		{name: "devanagari", blocks: []rune{0x900, 0x97f, 0x1cd0, 0x1cff, 0xa8e0, 0xa8ff}, shaped: true},
		{name: "bengali", blocks: []rune{0x980, 0x9ff}, shaped: true},
		{name: "gurmukhi", blocks: []rune{0xa00, 0xa7f}, shaped: true},
		{name: "gujarati", blocks: []rune{0xa80, 0xaff}, shaped: true},
		{name: "tamil", blocks: []rune{0xb80, 0xbff}, shaped: true},
		{name: "telugu", blocks: []rune{0xc00, 0xc7f}, shaped: true},
		{name: "kannada", blocks: []rune{0xc80, 0xcff}, shaped: true},
		{name: "malayalam", blocks: []rune{0xd00, 0xd7f}, shaped: true},
		{name: "sinhala", blocks: []rune{0xd80, 0xdff}, shaped: true},
		{name: "thaana", blocks: []rune{0x780, 0x7bf}, shaped: true},
		{name: "lao", blocks: []rune{0xe80, 0xeff}, shaped: true},
		{name: "myanmar", blocks: []rune{0x1000, 0x109f, 0xa9e0, 0xa9ff, 0xaa60, 0xaa7f}, shaped: true},
		{name: "khmer", blocks: []rune{0x1780, 0x17ff, 0x19e0, 0x19ff}, shaped: true},
		{name: "ethiopic", blocks: []rune{0x1200, 0x139f, 0x2d80, 0x2ddf, 0xab00, 0xab2f}},
		{name: "cjk", blocks: []rune{0x2460, 0x2473, 0x2500, 0x2503, 0x2600, 0x266f, 0x25a0, 0x25cf, 0x3000, 0x33ff, 0x4e00, 0x9fff, 0xac00, 0xd7a3, 0xff01, 0xffee}, large: true},
	}
}

// unpack reads a font of this program, which therefore is sound.
func unpack(f *family, name string) *Face {
	content, err := packed.ReadFile("font/" + name + ".ttf.zst")
	if err != nil {
		panic("letters: " + err.Error())
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
	if err != nil {
		panic("letters: " + err.Error())
	}
	defer z.Close()
	content, err = z.DecodeAll(content, nil)
	if err != nil {
		panic("letters: font " + name + ": " + err.Error())
	}
	return newFace(f, name, content)
}

// claims tells whether a character is looked for in the family.
func (f *family) claims(r rune) bool {
	for i := 0; i < len(f.blocks); i += 2 {
		if r >= f.blocks[i] && r <= f.blocks[i+1] {
			return true
		}
	}
	return false
}

// has tells whether the family can write a character.
func (f *family) has(r rune) bool { return f.claims(r) && f.cuts[regular]().glyph(r) != 0 }

// familyOf is the family that writes a character, nil for none.
func familyOf(r rune) *family {
	for _, f := range families() {
		if f.has(r) {
			return f
		}
	}
	return nil
}

// cut is a weight of the family. Where bold has none of its own, it is drawn thicker.
func (f *family) cut(heavy bool) (face *Face, thick bool) {
	if heavy {
		return f.cuts[strong](), !f.bold
	}
	return f.cuts[regular](), false
}

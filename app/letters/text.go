package letters

import (
	"unicode"

	// Shapes letters that join or stack as others write them: HarfBuzz in Go.
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
	// Says where a line may end, and what one character is for people.
	"github.com/go-text/typesetting/segmenter"
)

// Glyph is one drawn shape. Lengths are in ems.
type Glyph struct {
	ID      uint16
	Advance float64
	// X and Y are how far it stands from where it would.
	X, Y float64
	// Text is what it says; empty where others of its Group say it.
	Text string
	// at is the character of the text that it is of.
	at int
}

// Run are glyphs of one font, as they stand from left to right.
type Run struct {
	Face *Face
	// Thick: the font has no bold, and is drawn thicker.
	Thick  bool
	Glyphs []Glyph
	level  uint8
}

// Line is what stands in one line, from left to right.
type Line struct {
	Runs  []Run
	Width float64
	// Text is what it says, in the order in which it is read.
	Text string
	// RightToLeft: it begins on the right.
	RightToLeft bool
}

// Setter sets texts, and remembers them. It serves one goroutine.
type Setter struct {
	buffer  *harfbuzz.Buffer
	fonts   map[*Face]*harfbuzz.Font
	known   map[wanted]*Text
	segment segmenter.Segmenter
}

type wanted struct {
	text   string
	strong bool
}

// NewSetter makes a setter.
func NewSetter() *Setter {
	b := harfbuzz.NewBuffer()
	b.ClusterLevel = harfbuzz.MonotoneCharacters
	return &Setter{buffer: b, fonts: map[*Face]*harfbuzz.Font{}, known: map[wanted]*Text{}}
}

// Text is a paragraph that is set, whole.
type Text struct {
	setter *Setter
	strong bool
	runes  []rune
	levels []uint8
	base   uint8
	spans  []span
	// advance is how wide each character is, with what belongs to it.
	advance []float64
	// ends are where a line may end, and whole where a character does for people: both before the character.
	ends, whole []bool
}

// span is a part of a text in one font, script and direction, with its glyphs.
type span struct {
	from, to int
	face     *Face
	thick    bool
	script   language.Script
	level    uint8
	glyphs   []Glyph
}

// Set sets a printable text without line ends.
func (s *Setter) Set(text string, strong bool) *Text {
	key := wanted{text, strong}
	if t, ok := s.known[key]; ok {
		return t
	}
	t := &Text{setter: s, strong: strong, runes: []rune(text)}
	t.levels, t.base = levelsOf(t.runes)
	t.spans = spansOf(t.runes, t.levels, strong)
	t.advance = make([]float64, len(t.runes))
	for i := range t.spans {
		p := &t.spans[i]
		p.glyphs = s.shape(t.runes, p)
		for _, g := range p.glyphs {
			t.advance[g.at] += g.Advance
		}
	}
	t.breaks()
	if len(s.known) >= maxKnown {
		clear(s.known)
	}
	s.known[key] = t
	return t
}

// breaks finds where lines may end.
func (t *Text) breaks() {
	t.ends, t.whole = make([]bool, len(t.runes)+1), make([]bool, len(t.runes)+1)
	t.setter.segment.Init(t.runes)
	for lines := t.setter.segment.LineIterator(); lines.Next(); {
		line := lines.Line()
		end := line.Offset + len(line.Text)
		// Korean has spaces between its words, and the rules of lines would end one within them.
		t.ends[end] = end == len(t.runes) || !unicode.Is(unicode.Hangul, t.runes[end-1]) || !unicode.Is(unicode.Hangul, t.runes[end])
	}
	for all := t.setter.segment.GraphemeIterator(); all.Next(); {
		one := all.Grapheme()
		t.whole[one.Offset+len(one.Text)] = true
		for i := maxCharacter; i < len(one.Text); i += maxCharacter {
			t.whole[one.Offset+i] = true
		}
	}
}

// spansOf parts a text by font, script and direction. What belongs to no script goes with what is before it.
func spansOf(text []rune, levels []uint8, strong bool) (all []span) {
	for i, r := range text {
		script := language.LookupScript(r)
		var last *span
		if len(all) > 0 {
			last = &all[len(all)-1]
		}
		if last != nil && last.level == levels[i] {
			common := !script.Strong()
			follows := common && (last.face.glyph(r) != 0 && !unicode.IsDigit(r) || unicode.Is(unicode.Cf, r))
			if follows || (last.script == script || !last.face.family.shaped) && last.face.family.has(r) {
				last.to = i + 1
				continue
			}
		}
		f := familyOf(r)
		if f == nil {
			f = sans()
		}
		face, thick := f.cut(strong)
		all = append(all, span{from: i, to: i + 1, face: face, thick: thick, script: script, level: levels[i]})
	}
	return all
}

// shape are the glyphs of a span from left to right.
func (s *Setter) shape(text []rune, p *span) []Glyph {
	if !p.face.family.large && (p.face.family.shaped || p.level%2 == 1 || marked(text[p.from:p.to])) {
		return s.shaped(text, p)
	}
	out := make([]Glyph, 0, p.to-p.from)
	for i := p.from; i < p.to; i++ {
		g := p.face.glyph(text[i])
		out = append(out, Glyph{ID: g, Advance: p.face.Width(g), Text: string(text[i]), at: i})
	}
	if p.level%2 == 1 {
		for i, k := 0, len(out)-1; i < k; i, k = i+1, k-1 {
			out[i], out[k] = out[k], out[i]
		}
	}
	return out
}

func marked(text []rune) bool {
	for _, r := range text {
		if r >= 0x300 && unicode.Is(unicode.M, r) {
			return true
		}
	}
	return false
}

// shaped asks HarfBuzz.
func (s *Setter) shaped(text []rune, p *span) []Glyph {
	of, ok := s.fonts[p.face]
	if !ok {
		of = harfbuzz.NewFont(font.NewFace(p.face.shaping()))
		s.fonts[p.face] = of
	}
	b := s.buffer
	b.Clear()
	b.AddRunes(text, p.from, p.to-p.from)
	b.Props = harfbuzz.SegmentProperties{Script: p.script, Direction: harfbuzz.LeftToRight}
	if p.level%2 == 1 {
		b.Props.Direction = harfbuzz.RightToLeft
	}
	b.Shape(of, nil)
	em := float64(p.face.Units)
	out := make([]Glyph, len(b.Info))
	for i, info := range b.Info {
		at := b.Pos[i]
		out[i] = Glyph{
			ID: uint16(info.Glyph), Advance: float64(at.XAdvance) / em, X: float64(at.XOffset) / em, Y: float64(at.YOffset) / em, at: info.Cluster,
		}
	}
	say(out, text, p)
	return out
}

// say tells the first glyph of each group what the group says.
func say(glyphs []Glyph, text []rune, p *span) {
	heard := make([]bool, p.to-p.from+1)
	for i := range glyphs {
		heard[glyphs[i].at-p.from] = true
	}
	heard[p.to-p.from] = true
	for i := range glyphs {
		g := &glyphs[i]
		if i > 0 && glyphs[i-1].at == g.at {
			continue
		}
		end := g.at + 1
		for !heard[end-p.from] {
			end++
		}
		g.Text = string(text[g.at:end])
	}
}

package letters

import (
	"slices"
	"strings"
	"unicode"

	// Composes letters with their marks, and finds the plain form of a character that no font has.
	"golang.org/x/text/unicode/norm"
)

// Printable is the text in characters that the fonts have, and the letters that were lost with that, in order.
func Printable(text string) (out string, lost []rune) {
	p := printing{missing: map[rune]bool{}}
	n := 0
	for _, r := range norm.NFC.String(bounded(text)) {
		if n++; n > MaxText {
			break
		}
		p.take(r)
	}
	for r := range p.missing {
		lost = append(lost, r)
	}
	slices.Sort(lost)
	return strings.TrimRight(p.out.String(), " "), lost
}

// bounded cuts a text that is too long before anything is done with it.
func bounded(text string) string {
	const most = 4 * MaxText
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// printing is a text that is being made printable.
type printing struct {
	out     strings.Builder
	missing map[rune]bool
	last    rune    // of what was written
	family  *family // that wrote it
	marks   int     // on the letter before
	gap     bool    // a "?" stands for what was before
}

func (p *printing) take(r rune) {
	switch {
	case r == '\n':
		p.write(r, nil)
	case unicode.Is(unicode.M, r):
		p.mark(r)
	case r == '\u200c' || r == '\u200d': // part letters or join them, where letters do so
		if p.marks++; p.marks <= MaxMarks && p.family != nil && p.family.shaped {
			p.write(r, p.family)
		}
	case unicode.In(r, unicode.Cc, unicode.Cf) && !unicode.IsSpace(r), r == unicode.ReplacementChar:
	default:
		p.visible(r)
	}
}

// mark writes a mark on a letter. Those of the same family belong to it, and so do all of Latin.
func (p *printing) mark(r rune) {
	if p.marks++; p.marks > MaxMarks || unicode.Is(unicode.Variation_Selector, r) || p.gap {
		return
	}
	if f := familyOf(r); f != nil {
		p.write(r, f)
	} else if !unicode.Is(unicode.Me, r) {
		p.missing[r] = true
	}
}

func (p *printing) visible(r rune) {
	f := familyOf(r)
	if f == nil && unicode.IsSpace(r) {
		r, f = ' ', sans
	}
	if r == ' ' && (p.last == ' ' || p.last == '\n' || p.last == 0) {
		return
	}
	if f != nil {
		p.write(r, f)
		return
	}
	plain := false
	for _, part := range norm.NFKD.String(string(r)) {
		if f := familyOf(part); f != nil {
			p.write(part, f)
			plain = true
		}
	}
	if plain || unicode.In(r, unicode.So, unicode.Sk, unicode.Sm, unicode.Co) || !unicode.IsGraphic(r) {
		return
	}
	p.missing[r] = true
	if !p.gap {
		p.write('?', sans)
	}
	p.gap = true
}

func (p *printing) write(r rune, f *family) {
	p.out.WriteRune(r)
	p.last, p.family, p.gap = r, f, false
	if !unicode.In(r, unicode.M, unicode.Cf) {
		p.marks = 0
	}
}

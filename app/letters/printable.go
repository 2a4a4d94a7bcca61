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
	for _, r := range norm.NFC.String(seen(bounded(text))) {
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

// seen is a text without what nobody sees: controls, of direction too, and joiners that join no letters.
func seen(text string) string {
	var out strings.Builder
	shaped := false // the letter before joins others
	for _, r := range text {
		switch {
		case r == '\n' || unicode.IsSpace(r):
		case r == '\u200c' || r == '\u200d': // part letters or join them
			if !shaped {
				continue
			}
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector):
			continue
		case r == unicode.ReplacementChar, r == '\u034f':
			continue
		}
		if !unicode.In(r, unicode.M, unicode.Cf) {
			f := familyOf(r)
			shaped = f != nil && f.shaped
		}
		out.WriteRune(r)
	}
	return out.String()
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
	bare    bool    // what was before is not there
}

func (p *printing) take(r rune) {
	switch {
	case r == '\n':
		p.write(r, nil)
	case unicode.Is(unicode.M, r):
		p.mark(r)
	case r == '\u200c' || r == '\u200d':
		if p.marks++; p.marks <= MaxMarks {
			p.write(r, p.family)
		}
	default:
		p.visible(r)
	}
}

// mark writes a mark on a letter, and leaves out one whose letter is not there.
func (p *printing) mark(r rune) {
	if p.marks++; p.marks > MaxMarks || p.bare {
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
		r, f = ' ', sans()
	}
	if r == ' ' && p.spaced() {
		return
	}
	if f != nil {
		p.write(r, f)
		return
	}
	p.bare = true
	for _, part := range norm.NFKD.String(string(r)) {
		nothing := part == ' ' && p.spaced() || unicode.Is(unicode.M, part) && p.bare
		if f := familyOf(part); f != nil && !nothing {
			p.write(part, f)
		}
	}
	if !p.bare || unicode.In(r, unicode.So, unicode.Sk, unicode.Sm, unicode.Co) || !unicode.IsGraphic(r) {
		return
	}
	p.missing[r] = true
	if !p.gap {
		p.write('?', sans())
	}
	p.gap, p.bare = true, true
}

// spaced tells whether there is space already.
func (p *printing) spaced() bool { return p.last == ' ' || p.last == '\n' || p.last == 0 }

func (p *printing) write(r rune, f *family) {
	p.out.WriteRune(r)
	p.last, p.family, p.gap, p.bare = r, f, false, false
	if !unicode.In(r, unicode.M, unicode.Cf) {
		p.marks = 0
	}
}

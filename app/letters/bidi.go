package letters

import (
	// Says of each character what the bidi algorithm wants to know. Its own runs say no levels.
	"golang.org/x/text/unicode/bidi"
)

// directions are the characters of a paragraph for the bidi algorithm (UAX #9). What people type to turn text around
// was dropped, so that the paragraph is one sequence, and its rules X1 to X10 say nothing.
type directions struct {
	text  []rune
	class []bidi.Class
	first []bidi.Class // as they were
	base  uint8
}

// levelsOf is the level of each character, and that of the paragraph: odd ones go from right to left.
func levelsOf(text []rune) (levels []uint8, base uint8) {
	d := &directions{text: text, class: make([]bidi.Class, len(text))}
	turned := false
	for i, r := range text {
		p, _ := bidi.LookupRune(r)
		d.class[i] = p.Class()
		turned = turned || d.class[i] == bidi.R || d.class[i] == bidi.AL || d.class[i] == bidi.AN
	}
	levels = make([]uint8, len(text))
	if !turned {
		return levels, 0
	}
	for _, c := range d.class {
		if c == bidi.L || c == bidi.R || c == bidi.AL {
			d.base = odd(c != bidi.L)
			break
		}
	}
	d.first = append([]bidi.Class(nil), d.class...)
	d.weak()
	d.brackets()
	d.neutral()
	for i, c := range d.class {
		levels[i] = d.base
		switch {
		case d.base%2 == 0 && c == bidi.R, d.base%2 == 1 && c != bidi.R:
			levels[i]++
		case d.base%2 == 0 && c != bidi.L:
			levels[i] += 2
		}
	}
	return levels, d.base
}

func odd(yes bool) uint8 {
	if yes {
		return 1
	}
	return 0
}

// edge is what stands before the first and after the last character.
func (d *directions) edge() bidi.Class {
	if d.base%2 == 1 {
		return bidi.R
	}
	return bidi.L
}

// weak are the rules W1 to W7: marks, numbers and what belongs to them.
func (d *directions) weak() {
	before, strong := d.edge(), d.edge()
	for i, c := range d.class {
		if c == bidi.NSM || c == bidi.BN {
			c = before
		}
		before = c
		switch {
		case c == bidi.L || c == bidi.R || c == bidi.AL:
			strong = c
		case c == bidi.EN && strong == bidi.AL:
			c = bidi.AN
		}
		d.class[i] = c
	}
	for i := 1; i+1 < len(d.class); i++ {
		if c, l, r := d.class[i], d.class[i-1], d.class[i+1]; l == r && (c == bidi.CS && (l == bidi.EN || l == bidi.AN) || c == bidi.ES && l == bidi.EN) {
			d.class[i] = l
		}
	}
	d.terminators()
	strong = d.edge()
	for i, c := range d.class {
		switch c {
		case bidi.AL:
			c = bidi.R
		case bidi.ES, bidi.ET, bidi.CS:
			c = bidi.ON
		case bidi.EN:
			if strong == bidi.L {
				c = bidi.L
			}
		}
		if c == bidi.L || c == bidi.R {
			strong = c
		}
		d.class[i] = c
	}
}

// terminators is the rule W5: signs of currency and percent belong to the number beside them.
func (d *directions) terminators() {
	for i := 0; i < len(d.class); i++ {
		if d.class[i] != bidi.ET {
			continue
		}
		end := i
		for end < len(d.class) && d.class[end] == bidi.ET {
			end++
		}
		if i > 0 && d.class[i-1] == bidi.EN || end < len(d.class) && d.class[end] == bidi.EN {
			for k := i; k < end; k++ {
				d.class[k] = bidi.EN
			}
		}
		i = end
	}
}

// side is the direction of a character for its neighbours: numbers count as right to left.
func side(c bidi.Class) (bidi.Class, bool) {
	switch c {
	case bidi.L:
		return bidi.L, true
	case bidi.R, bidi.EN, bidi.AN:
		return bidi.R, true
	}
	return 0, false
}

// maxOpen is how many open brackets the algorithm follows.
const maxOpen = 63

// closing are brackets with what closes them.
var closing = map[rune]rune{
	'(': ')', '[': ']', '{': '}', '⟨': '⟩', '⟦': '⟧', '〈': '〉', '《': '》', '「': '」', '『': '』', '【': '】', '〔': '〕', '（': '）', '［': '］', '｛': '｝', '｢': '｣',
	'༺': '༻', '༼': '༽', '⁅': '⁆', '⁽': '⁾', '₍': '₎', '〖': '〗', '〘': '〙', '〚': '〛',
}

// brackets is the rule N0: a pair has the direction of what it holds, or of what is before it.
func (d *directions) brackets() {
	type pair struct{ open, close int }
	var waiting, pairs []pair
	for i, r := range d.text {
		if d.class[i] != bidi.ON {
			continue
		}
		if _, opens := closing[r]; opens {
			if len(waiting) == maxOpen {
				break
			}
			waiting = append(waiting, pair{i, len(pairs)})
			pairs = append(pairs, pair{i, -1})
			continue
		}
		for k := len(waiting) - 1; k >= 0; k-- {
			if closing[d.text[waiting[k].open]] == r {
				pairs[waiting[k].close].close, waiting = i, waiting[:k]
				break
			}
		}
	}
	for _, p := range pairs { // in the order of their opening
		if p.close >= 0 {
			d.pair(p.open, p.close)
		}
	}
}

func (d *directions) pair(open, end int) {
	own, found := d.edge(), false
	for i := open + 1; i < end; i++ {
		if s, strong := side(d.class[i]); strong {
			if found = true; s == own {
				d.bracket(open, end, own)
				return
			}
		}
	}
	if !found {
		return
	}
	before := d.edge()
	for i := open - 1; i >= 0; i-- {
		if s, strong := side(d.class[i]); strong {
			before = s
			break
		}
	}
	d.bracket(open, end, before)
}

// bracket gives both brackets a direction, with the marks on them.
func (d *directions) bracket(open, end int, c bidi.Class) {
	for _, at := range []int{open, end} {
		d.class[at] = c
		for i := at + 1; i < len(d.first) && d.first[i] == bidi.NSM; i++ {
			d.class[i] = c
		}
	}
}

// neutral are the rules N1 and N2: what has no direction has that of both sides, or of the paragraph.
func (d *directions) neutral() {
	before := d.edge()
	for i := 0; i < len(d.class); i++ {
		if s, strong := side(d.class[i]); strong {
			before = s
			continue
		}
		end, after := i, d.edge()
		for ; end < len(d.class); end++ {
			if s, strong := side(d.class[end]); strong {
				after = s
				break
			}
		}
		if after != before {
			after = d.edge()
		}
		for ; i < end; i++ {
			d.class[i] = after
		}
		i--
	}
}

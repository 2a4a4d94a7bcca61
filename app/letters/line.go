package letters

import (
	"slices"
	"strings"
	"unicode"
)

// Width is how wide the whole is in one line, in ems.
func (t *Text) Width() (w float64) {
	for _, a := range t.advance {
		w += a
	}
	return w
}

// rounding is by how much sums of widths differ with their order.
const rounding = 1e-6

// Lines breaks the text so that no line is wider than so many ems, and where a word is wider, within it.
func (t *Text) Lines(most float64) (all []Line) {
	from := 0
	for from < len(t.runes) {
		for from < len(t.runes) && t.runes[from] == ' ' {
			from++
		}
		if from == len(t.runes) {
			break
		}
		to := t.end(from, most)
		line := t.line(from, to)
		for line.Width > most+rounding { // letters that are parted may be wider than those that join
			less := t.before(from, to)
			if less == from {
				break
			}
			to = less
			line = t.line(from, to)
		}
		all = append(all, line)
		from = to
	}
	return all
}

// end is where the line that begins at a character ends.
func (t *Text) end(from int, most float64) int {
	width, space, good, whole := 0.0, 0.0, 0, 0
	for i := from; i < len(t.runes); i++ {
		if t.runes[i] == ' ' { // spaces at the end take no room
			space += t.advance[i]
		} else {
			width, space = width+space+t.advance[i], 0
		}
		if width > most+rounding {
			break
		}
		if t.ends[i+1] {
			good = i + 1
		}
		if t.whole[i+1] {
			whole = i + 1
		}
	}
	switch {
	case good > 0:
		return good
	case whole > 0:
		return whole
	}
	return t.after(from)
}

// after is the end of the character, as people see it, that begins somewhere.
func (t *Text) after(from int) int {
	for i := from + 1; i < len(t.runes); i++ {
		if t.whole[i] {
			return i
		}
	}
	return len(t.runes)
}

// before is the last end of a character before one, not before where the line begins.
func (t *Text) before(from, to int) int {
	for i := to - 1; i > from; i-- {
		if t.whole[i] {
			return i
		}
	}
	return from
}

// Cut is the beginning of a text that fits, ended with an ellipsis.
func (s *Setter) Cut(text string, strong bool, most float64) Line {
	t := s.Set(text, strong)
	n, width := 0, s.Set("…", strong).Width()
	for n < len(t.runes) && width <= most {
		width += t.advance[n]
		n++
	}
	for {
		short := strings.TrimRight(string(t.runes[:n]), " ,.;:") + "…"
		line := s.Set(short, strong).Line()
		if line.Width <= most+rounding || n == 0 {
			return line
		}
		n = t.before(0, n)
	}
}

// Line is the text in one line.
func (t *Text) Line() Line { return t.line(0, len(t.runes)) }

// line orders what stands from one character up to another. Space at its end falls away, so that the rule L1 of the bidi algorithm
// has nothing to say.
func (t *Text) line(from, to int) Line {
	for to > from && unicode.IsSpace(t.runes[to-1]) {
		to--
	}
	out := Line{Text: string(t.runes[from:to]), RightToLeft: t.base%2 == 1}
	for i := range t.spans {
		p := t.spans[i]
		if p.to <= from || p.from >= to {
			continue
		}
		if p.from < from || p.to > to {
			p.from, p.to = max(p.from, from), min(p.to, to)
			p.glyphs = t.setter.shape(t.runes, &p)
		}
		out.Runs = append(out.Runs, Run{Face: p.face, Thick: p.thick, Glyphs: p.glyphs, level: p.level})
		for _, g := range p.glyphs {
			out.Width += g.Advance
		}
	}
	reorder(out.Runs)
	return out
}

// reorder turns runs around as the rule L2 says.
func reorder(runs []Run) {
	var most uint8
	for i := range runs {
		most = max(most, runs[i].level)
	}
	for level := most; level > 0; level-- {
		for i := 0; i < len(runs); i++ {
			end := i
			for end < len(runs) && runs[end].level >= level {
				end++
			}
			slices.Reverse(runs[i:end])
			i = max(i, end)
		}
	}
}

package mail

import (
	"slices"
	"strings"
	"unicode/utf8"

	"marquee/app"
)

// A text is written in a form that is easy to read: paragraphs with blank lines between
// them, "# " before a heading, "- " before an item of a list, and a button as a line of
// its own: [Your tickets]({tickets.link}). {name} is a placeholder, {?name} writes nothing
// and leaves its line out where the placeholder has nothing, and {{ is a brace. What opens
// something to whoever knows it stands in a button, or alone on its line: nobody makes a part
// of another link of it. Both the plain text and the HTML of a mail are made of it, so nothing
// in it is HTML.

// piece is plain text, or a placeholder; quiet ones write nothing. In texts with marks it may be
// bold, or lead somewhere.
type piece struct {
	text, name string
	quiet      bool
	bold       bool
	to         string
}

// line is what stands on one line. A line one of whose placeholders has nothing is left
// out.
type line []piece

// The forms of a block.
type blockForm int

const (
	paragraph blockForm = iota
	heading
	bullets
	button
	secret
)

// block is some lines of one form. A button has one, and link is where it leads. A secret is
// link alone, and its line says when it is there.
type block struct {
	form  blockForm
	lines []line
	link  string // a placeholder
}

// template is a parsed text.
type template struct {
	subject line
	blocks  []block
}

// parse reads a text. allowed are its placeholders. Problems name the fields subject and
// body.
func parse(subject, text string, allowed []string) (*template, error) {
	return parseWith(subject, text, allowed, false)
}

func parseWith(subject, text string, allowed []string, marks bool) (*template, error) {
	var p app.Problems
	r := reading{allowed: allowed, problems: &p}
	t := &template{}
	checkText(&p, "subject", subject, MaxSubject)
	checkText(&p, "body", text, MaxBody)
	if strings.ContainsAny(subject, "\r\n") {
		p.Add("subject", "must be one line")
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	// Subjects are kept and listed as they were sent: no secret belongs into one.
	r.field, r.allowed = "subject", slices.DeleteFunc(slices.Clone(allowed), func(name string) bool { return slices.Contains(secretOnes, name) })
	t.subject = r.line(subject)
	r.field, r.allowed, r.marks = "body", allowed, marks
	t.blocks = r.blocks(strings.ReplaceAll(text, "\r\n", "\n"))
	return t, p.Err()
}

func checkText(p *app.Problems, field, text string, most int) {
	switch {
	case app.Blank(text):
		p.Add(field, "is required")
	case utf8.RuneCountInString(text) > most:
		p.Add(field, "must not be longer than %d characters", most)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, forbidden):
		p.Add(field, "contains characters that are not allowed")
	}
}

// reading is a text being parsed.
type reading struct {
	allowed  []string
	marks    bool // there may be some
	field    string
	problems *app.Problems
}

func (r *reading) blocks(text string) (all []block) {
	var open *block // the paragraph or list that goes on
	for _, s := range strings.Split(text, "\n") {
		s = strings.TrimSpace(s)
		b, item := r.block(s)
		switch {
		case s == "":
			open = nil
		case open != nil && open.form == b.form && (b.form == paragraph || item):
			open.lines = append(open.lines, b.lines...)
		default:
			all = append(all, b)
			if open = nil; b.form == paragraph || b.form == bullets {
				open = &all[len(all)-1]
			}
		}
	}
	return all
}

// block reads one line; item tells that it belongs to a list.
func (r *reading) block(s string) (b block, item bool) {
	if rest, ok := strings.CutPrefix(s, "# "); ok {
		return block{form: heading, lines: []line{r.line(rest)}}, false
	}
	if rest, ok := strings.CutPrefix(s, "- "); ok {
		return block{form: bullets, lines: []line{r.line(rest)}}, true
	}
	if label, link, ok := buttonOf(s); ok {
		if !r.known(link) || !strings.HasSuffix(link, ".link") {
			r.problems.Add(r.field, "has a button that leads to {%s}, which is no link", link)
		}
		return block{form: button, lines: []line{r.line(label)}, link: link}, false
	}
	l := r.pieces(s)
	if name := l.alone(); isSecret(name) {
		return block{form: secret, lines: []line{l}, link: name}, false
	}
	r.openly(l)
	return block{lines: []line{l}}, false
}

// alone is the placeholder that a line has and nothing beside, "" for every other line.
func (l line) alone() (name string) {
	for _, p := range l {
		switch {
		case p.quiet:
		case p.name == "" || name != "":
			return ""
		default:
			name = p.name
		}
	}
	return name
}

// openly refuses secrets in a line, beside other text.
func (r *reading) openly(l line) {
	for _, p := range l {
		if !p.quiet && isSecret(p.name) {
			r.problems.Add(r.field, "has {%s} beside other text: what opens something stands alone on its line, or in a button", p.name)
		}
	}
}

// buttonOf reads [label]({link}).
func buttonOf(s string) (label, link string, ok bool) {
	s, begins := strings.CutPrefix(s, "[")
	s, ends := strings.CutSuffix(s, "})")
	label, link, between := strings.Cut(s, "]({")
	return label, link, begins && ends && between && label != "" && !strings.ContainsAny(link, "{}[]()")
}

// carries tells whether a text has something that opens something.
func (t *template) carries() bool {
	return slices.ContainsFunc(t.blocks, func(b block) bool { return b.link != "" })
}

func (r *reading) known(name string) bool { return slices.Contains(r.allowed, name) }

// line reads text with placeholders that anybody may read.
func (r *reading) line(s string) line {
	l := r.pieces(s)
	r.openly(l)
	return l
}

// pieces reads text with placeholders.
func (r *reading) pieces(s string) (l line) {
	bold := false
	for s != "" {
		before, after, found := strings.Cut(s, "{")
		if r.marks {
			l, bold = marked(l, before, bold)
		} else if before != "" {
			l = append(l, piece{text: before})
		}
		if !found {
			break
		}
		if rest, brace := strings.CutPrefix(after, "{"); brace {
			l, s = append(l, piece{text: "{"}), rest
			continue
		}
		name, rest, closed := strings.Cut(after, "}")
		name, quiet := strings.CutPrefix(name, "?")
		switch {
		case !closed:
			r.problems.Add(r.field, "has a brace that is not closed; {{ writes one")
			return l
		case !r.known(name):
			r.problems.Add(r.field, "has the placeholder {%s}, which this mail does not have", shortened(name, 40))
		default:
			l = append(l, piece{name: name, quiet: quiet, bold: bold})
		}
		s = rest
	}
	return l
}

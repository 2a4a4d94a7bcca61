package mail

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marquee/app/locale"
)

// values are what placeholders stand for. One that is not there, or empty, has nothing.
type values map[string]string

// isSecret tells that a placeholder stands for something whose knowledge opens
// something: it is never kept.
func isSecret(name string) bool {
	return slices.Contains(secretOnes, name)
}

// forbidden are characters that no text needs, and that change what others are read as:
// controls, and marks that turn the direction of writing.
func forbidden(r rune) bool {
	return r != '\n' && r != '\t' && r != '\r' && unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == utf8.RuneError
}

// clean is a value that somebody typed, as it may stand in a mail: of bounded length, and
// on lines of its own making.
func clean(s string, lines bool) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' && lines:
			return r
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case forbidden(r):
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(shortened(s, maxValue))
}

// shortened cuts a text to so many bytes, between characters.
func shortened(s string, most int) string {
	s = strings.ToValidUTF8(s, "")
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// has tells whether every placeholder of a line has something.
func (l line) has(v values) bool {
	for _, p := range l {
		if p.name != "" && v[p.name] == "" {
			return false
		}
	}
	return len(l) > 0
}

// fill writes a line. No secret is ever part of one.
func (l line) fill(v values) string {
	var b strings.Builder
	for _, p := range l {
		switch {
		case p.quiet:
		case p.to != "":
			b.WriteString(p.text + " (" + p.to + ")")
		case p.name == "":
			b.WriteString(p.text)
		case isSecret(p.name):
			b.WriteString("…")
		default:
			b.WriteString(v[p.name])
		}
	}
	return shortened(b.String(), maxLine+maxValue)
}

// subjectOf fills the subject, on one line.
func (t *template) subjectOf(v values) string {
	return shortened(clean(t.subject.fill(v), false), 4*MaxSubject)
}

// kept are the lines of a block that have something.
func (b *block) kept(v values) (all []line) {
	if b.link != "" && v[b.link] == "" {
		return nil
	}
	for _, l := range b.lines {
		if l.has(v) {
			all = append(all, l)
		}
	}
	return all
}

// has tells whether a line that is written has one of some placeholders.
func (t *template) has(v values, names ...string) bool {
	for i := range t.blocks {
		for _, l := range t.blocks[i].kept(v) {
			if slices.ContainsFunc(l, func(p piece) bool { return slices.Contains(names, p.name) }) {
				return true
			}
		}
	}
	return false
}

// text is the mail as plain text, with each secret on lines of its own. hidden leaves out what
// is secret. The language says how a colon is written.
func (t *template) text(v values, in locale.Language, hidden bool) string {
	var b strings.Builder
	for i := range t.blocks {
		bl := &t.blocks[i]
		lines := bl.kept(v)
		if len(lines) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		opens := v[bl.link]
		if hidden {
			opens = "…"
		}
		for _, l := range lines {
			filled := l.fill(v)
			switch bl.form {
			case bullets:
				filled = "- " + filled
			case heading:
				filled += "\n" + strings.Repeat("=", min(utf8.RuneCountInString(filled), 60))
			case button:
				filled += colon(in) + "\n" + opens
			case secret:
				filled = opens
			}
			b.WriteString(filled + "\n")
		}
	}
	return b.String()
}

// colon is how a language writes one.
func colon(l locale.Language) string {
	if l == locale.French {
		return "\u00a0:"
	}
	return ":"
}

// The looks of the blocks; mail readers know little else than styles in line.
const (
	headingStyle = "margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600"
	textStyle    = "margin:0 0 16px"
	listStyle    = "margin:0 0 16px;padding:0 20px"
)

// html writes the blocks. Their first button is the one thing to do, all others are links.
func (t *template) html(v values, color, ink string) string {
	var b strings.Builder
	pressed := false
	for i := range t.blocks {
		bl := &t.blocks[i]
		lines := bl.kept(v)
		if len(lines) == 0 {
			continue
		}
		switch bl.form {
		case heading:
			b.WriteString(`<h1 style="` + headingStyle + `">` + lines[0].html(v) + "</h1>\n")
		case bullets:
			b.WriteString(`<ul style="` + listStyle + `">`)
			for _, l := range lines {
				b.WriteString("<li>" + l.html(v) + "</li>")
			}
			b.WriteString("</ul>\n")
		case button:
			if label, to := lines[0].fill(v), v[bl.link]; pressed {
				b.WriteString(linkHTML(label, to))
			} else {
				b.WriteString(buttonHTML(label, to, color, ink))
			}
			pressed = true
		case secret:
			b.WriteString(`<p style="` + textStyle + `">` + secretHTML(bl.link, v[bl.link]) + "</p>\n")
		default:
			filled := make([]string, len(lines))
			for i, l := range lines {
				filled[i] = l.html(v)
			}
			b.WriteString(`<p style="` + textStyle + `">` + strings.Join(filled, "<br>\n") + "</p>\n")
		}
	}
	return b.String()
}

// secretHTML is a link that can be followed, or codes that can be read.
func secretHTML(name, value string) string {
	if !strings.HasSuffix(name, ".link") {
		return escaped(value)
	}
	return anchor(value, escaped(value))
}

// buttonHTML is the one thing to do about a mail: a cell, because some programs know no padding
// around a link. Its border shows its form where the colour does not.
func buttonHTML(label, link, color, ink string) string {
	return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td class="main" align="center" bgcolor="` + color +
		`" style="border-radius:8px;border:1px solid ` + colorEdge + `;background:` + color + `"><a href="` + html.EscapeString(link) +
		`" style="display:inline-block;padding:14px 22px;color:` + ink + `;text-decoration:none;font-weight:600">` + escaped(label) + "</a></td></tr></table>\n"
}

// linkHTML is what else can be done.
func linkHTML(label, link string) string {
	return `<p style="` + textStyle + `">` + anchor(link, escaped(label)) + "</p>\n"
}

func anchor(link, inner string) string {
	return `<a class="link" href="` + html.EscapeString(link) + `" style="color:` + colorInk + `;text-decoration:underline">` + inner + "</a>"
}

// escaped is a text as HTML, line by line.
func escaped(s string) string {
	lines := strings.Split(html.EscapeString(s), "\n")
	for i := range lines {
		lines[i] = spanned(lines[i])
	}
	return strings.Join(lines, "<br>\n")
}

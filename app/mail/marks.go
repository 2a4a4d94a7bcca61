package mail

import (
	"net/url"
	"strings"
)

// What staff write to many may have **bold** words and [links](https://example.com) beside what all
// texts may have. Marks count in the text alone, and never in what a placeholder stands for: a
// name is no link.

// parseMarked reads a text with marks.
func parseMarked(subject, text string, allowed []string) (*template, error) {
	return parseWith(subject, text, allowed, true)
}

// marked adds plain text to a line, with its marks; bold tells whether it begins within bold words.
func marked(l line, text string, bold bool) (line, bool) {
	for text != "" {
		mark := strings.Index(text, "**")
		link := strings.IndexByte(text, '[')
		label, to, rest, isLink := "", "", "", false
		if link >= 0 && (mark < 0 || link < mark) {
			label, to, rest, isLink = linkIn(text[link:])
		}
		switch {
		case isLink:
			l = plainPiece(l, text[:link], bold)
			l, text = append(l, piece{text: label, bold: bold, to: to}), rest
		case link >= 0 && (mark < 0 || link < mark):
			l, text = plainPiece(l, text[:link+1], bold), text[link+1:]
		case mark >= 0:
			l, text, bold = plainPiece(l, text[:mark], bold), text[mark+2:], !bold
		default:
			return plainPiece(l, text, bold), bold
		}
	}
	return l, bold
}

func plainPiece(l line, text string, bold bool) line {
	if text == "" {
		return l
	}
	return append(l, piece{text: text, bold: bold})
}

// linkIn reads [label](address) at the beginning of a text.
func linkIn(s string) (label, to, rest string, ok bool) {
	label, rest, ok = strings.Cut(s[1:], "](")
	if !ok || label == "" || strings.ContainsAny(label, "[]") {
		return "", "", "", false
	}
	to, rest, ok = strings.Cut(rest, ")")
	u, err := url.Parse(to)
	if !ok || err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.ContainsAny(to, " {}\"") {
		return "", "", "", false
	}
	return label, to, rest, true
}

// html is a line as HTML.
func (l line) html(v values) string {
	plain := true
	for _, p := range l {
		plain = plain && !p.bold && p.to == ""
	}
	if plain {
		return escaped(l.fill(v))
	}
	var b strings.Builder
	for _, p := range l {
		text := escaped(line{p}.fill(v))
		if p.to != "" {
			text = anchor(p.to, escaped(p.text))
		}
		if p.bold && text != "" {
			text = "<b>" + text + "</b>"
		}
		b.WriteString(text)
	}
	return b.String()
}

package mail

import (
	"slices"
	"strings"
	"unicode"
)

// Names of people and events may be written from the right in a mail that is written from the
// left, or the other way round. Such a name is isolated, so that it turns nothing beside it
// around: by two marks in plain text, and by an element in HTML.
const (
	isolate = "\u2068"
	release = "\u2069"
)

// fromTheRight tells of a letter that it is written so.
func fromTheRight(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// isolated is a text that somebody typed, as it may stand beside another: each line on its own.
func isolated(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		if strings.ContainsFunc(lines[i], fromTheRight) {
			lines[i] = isolate + lines[i] + release
		}
	}
	return strings.Join(lines, "\n")
}

// said is a value that somebody typed: clean, and isolated.
func said(s string, lines bool) string { return isolated(clean(s, lines)) }

// spanned puts elements in the place of the marks in a line of HTML. What was cut off is closed.
func spanned(line string) string {
	var b strings.Builder
	open := 0
	for _, r := range line {
		switch {
		case string(r) == isolate:
			b.WriteString(`<span dir="auto">`)
			open++
		case string(r) == release && open > 0:
			b.WriteString("</span>")
			open--
		case string(r) != release:
			b.WriteRune(r)
		}
	}
	return b.String() + strings.Repeat("</span>", open)
}

// languagesFromTheRight are those that are written so, unless a tag says otherwise.
var languagesFromTheRight = []string{"ar", "arc", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "syr", "ug", "ur", "yi"}

// direction is in which a language is written, and side where its lines begin, for programs
// that know no more.
func direction(language string) (way, side string) {
	base, _, _ := strings.Cut(strings.ToLower(language), "-")
	if slices.Contains(languagesFromTheRight, base) {
		return "rtl", "right"
	}
	return "ltr", "left"
}

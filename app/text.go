package app

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm" // the tables of equal characters are the Go project's own
)

// Blank tells whether a text shows nothing at all: spaces, zero-width characters
// and controls of the direction of writing alone. No name may be one.
func Blank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsSpace(r) && !invisible(r) && !unicode.IsMark(r) })
}

// OneLine tells whether a text is one line: what names something stands in subjects, headers and
// lists, where another line could say anything.
func OneLine(s string) bool { return !strings.ContainsAny(s, "\n\r\v\f\u0085\u2028\u2029") }

// OneForm gives one form to texts that look the same: characters of full width and
// other variants become the plain ones (NFKC), and those that show nothing go.
func OneForm(s string) string {
	if isASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(s))
}

// CheckShown notes a text that somebody typed as their name, or as something else that mails,
// tickets and passes show of them, when it is too long or could be more than that there: a
// link, or lines of its own. It tells whether the text may stay.
func CheckShown(p *Problems, field, text string, most int) bool {
	switch {
	case utf8.RuneCountInString(text) > most:
		p.Add(field, "must not be longer than %d characters", most)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, breaks):
		p.Add(field, "contains characters that are not allowed")
	case Links(text):
		p.Add(field, "must not contain a link")
	default:
		return true
	}
	return false
}

// Links tells whether whatever shows a text makes a link of it.
func Links(text string) bool {
	text = strings.ToLower(OneForm(text))
	return strings.Contains(text, "://") || strings.Contains(text, "www.")
}

// breaks tells whether a character ends a line, or controls how a text is shown.
func breaks(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

const brailleBlank = 0x2800

// invisible tells whether a character leaves no mark: zero-width and direction
// controls (Cf), fillers, selectors of variants.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == brailleBlank
}

// opening are parts of names of fields that open something, in small letters.
var opening = []string{"password", "secret", "hash", "token", "seed", "barcode", "recovery", "nonce", "cipher", "key"}

// Opens tells by the name of a field of a record whether it opens something: nobody is shown what
// stands in it, neither in a log nor in an export.
func Opens(field string) bool {
	field = strings.ToLower(field)
	for _, part := range opening {
		if strings.Contains(field, part) {
			return true
		}
	}
	return false
}

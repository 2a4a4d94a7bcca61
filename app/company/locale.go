package company

import (
	// Language tags have a syntax and a register of their own; the Go project keeps both.
	"golang.org/x/text/language"
)

// maxLocale is the longest language tag, in bytes.
const maxLocale = 35

// KnownLocale tells whether a text is a language tag in its usual form, such as
// "de" or "fr-CH".
func KnownLocale(s string) bool {
	tag, err := language.Parse(s)
	return err == nil && len(s) <= maxLocale && tag != language.Und && tag.String() == s
}

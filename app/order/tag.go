package order

import "strings"

// NormalTag brings an NFC tag into the form in which it is stored: upper case, without
// separators.
func NormalTag(tag string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r == ':' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, tag))
}

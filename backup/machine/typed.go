package machine

import (
	"strings"
	"unicode"
)

// Typed is a word as somebody types it to a shell: as it stands where no character of it says
// anything to one.
func Typed(w string) string {
	odd := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:,+@%…", r)
	}
	if w != "" && !strings.ContainsFunc(w, odd) {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

package company

import (
	_ "embed"
	"sort"
	"strings"
	"unicode"

	"marquee/app"
)

// commonPasswords are the 10,000 commonest, and of the next 40,000 those that are
// long enough to be chosen, in lower case and sorted, one a line. The list and its
// licence stand in commonpasswords.LICENSE.
//
//go:embed commonpasswords.txt
var commonPasswords string

// isCommon tells whether a password is among the commonest, also with digits and
// signs put around it ("Password2027!").
func isCommon(password string) bool {
	folded := strings.ToLower(app.OneForm(password))
	word := strings.TrimFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })
	return listed(folded) || listed(word)
}

// listed looks a line up by halving the text.
func listed(word string) bool {
	if word == "" {
		return false
	}
	// lineAt is the line that the byte at i belongs to.
	lineAt := func(i int) string {
		from := strings.LastIndexByte(commonPasswords[:i], '\n') + 1
		return commonPasswords[from : i+strings.IndexByte(commonPasswords[i:], '\n')]
	}
	n := len(commonPasswords)
	i := sort.Search(n, func(i int) bool { return lineAt(i) >= word })
	return i < n && lineAt(i) == word
}

// minApart is how many characters a password must have beside the parts of the
// e-mail address, and minPart how long such a part is at least.
const (
	minApart = 6
	minPart  = 4
)

// isCloseTo tells whether a password is little more than the e-mail address, its
// words, or those words with something short around them.
func isCloseTo(password, email string) bool {
	rest := lettersAndDigits(password)
	local, domain, _ := strings.Cut(email, "@")
	parts := append([]string{email, local, domain}, strings.FieldsFunc(email, notLetterOrDigit)...)
	sort.SliceStable(parts, func(i, j int) bool { return len(parts[i]) > len(parts[j]) })
	found := false
	for _, part := range parts {
		if part = lettersAndDigits(part); len(part) >= minPart && strings.Contains(rest, part) {
			rest, found = strings.ReplaceAll(rest, part, ""), true
		}
	}
	return found && len([]rune(rest)) < minApart
}

func lettersAndDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if notLetterOrDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, app.OneForm(s))
}

func notLetterOrDigit(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

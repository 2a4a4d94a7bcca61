package search

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	// Case folding and decomposition beyond ASCII: names come in many scripts.
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// letters are those that Unicode does not take apart, as they are written where
// a keyboard lacks them.
var letters = strings.NewReplacer(
	"ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ı", "i", "ŧ", "t", "ŋ", "n",
	"æ", "ae", "œ", "oe", "þ", "th", "ƒ", "f", "ɓ", "b", "ɗ", "d", "ƙ", "k", "ə", "e",
)

// Fold brings a text into the form in which searches compare: without case and
// accents, ligatures taken apart. It changes nothing of what it gave before.
func Fold(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	if text, ok := foldLatin(s); ok {
		return text
	}
	return foldAny(s)
}

// latin are the folded forms of the letters that most names in Latin script have, by
// their number: looking them up is several times as fast as Unicode's rules.
var latin = sync.OnceValue(func() *[0x180]string {
	var table [0x180]string
	for r := range table {
		table[r] = foldAny(string(rune(r)))
	}
	return &table
})

// foldLatin folds a text that has no other letters.
func foldLatin(s string) (string, bool) {
	var b strings.Builder
	b.Grow(len(s))
	table := latin()
	for _, r := range s {
		if int(r) >= len(table) {
			return "", false
		}
		b.WriteString(table[r])
	}
	return b.String(), true
}

func foldAny(s string) string {
	for range 4 { // folding may uncover what folds again, in a few scripts
		next := fold(s)
		if next == s {
			break
		}
		s = next
	}
	return s
}

func fold(s string) string {
	s = cases.Fold().String(norm.NFKD.String(strings.ToValidUTF8(s, "\uFFFD")))
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
	return letters.Replace(s)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of a search.
const (
	// MaxWords is how many words of one text count.
	MaxWords = 24
	// MaxWord is how long a word is at most, in bytes of its folded form; what is
	// longer counts up to there.
	MaxWord = 48
)

// Words are the folded words of some texts, each once: runs of letters and digits.
func Words(texts ...string) []string {
	var words []string
	for _, text := range texts {
		for word := range strings.FieldsFuncSeq(Fold(text), between) {
			if word = clip(word); len(words) < MaxWords && !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return words
}

// Query is what is searched for: its words, without those that begin another one,
// which ask for nothing more. The longest comes first: it finds the least.
func Query(text string) []string {
	words := Words(text)
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	var asked []string
	for _, w := range words {
		if !slices.ContainsFunc(asked, func(longer string) bool { return strings.HasPrefix(longer, w) }) {
			asked = append(asked, w)
		}
	}
	return asked
}

// Matches tells whether each word asked for begins some word of a text.
func Matches(words, asked []string) bool {
	for _, a := range asked {
		if !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, a) }) {
			return false
		}
	}
	return true
}

// between tells what stands between words. Marks belong to the word: an apostrophe
// ends it.
func between(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// clip cuts a long word between two characters.
func clip(word string) string {
	if len(word) <= MaxWord {
		return word
	}
	n := MaxWord
	for !utf8.RuneStart(word[n]) {
		n--
	}
	return word[:n]
}

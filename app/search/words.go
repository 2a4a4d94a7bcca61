package search

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxWords is how many words of one search count.
const MaxWords = 24

// Asked is what is searched for: its folded words, the longest first, without those that
// another one contains, which ask for nothing more.
type Asked [][]byte

// Query reads a search.
func Query(text string) Asked {
	words := strings.Fields(plain(text))
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	var asked Asked
	for _, w := range words {
		if word := []byte(w); len(asked) < MaxWords && !asked.contain(word) {
			asked = append(asked, word)
		}
	}
	return asked
}

func (a Asked) contain(word []byte) bool {
	return slices.ContainsFunc(a, func(longer []byte) bool { return bytes.Contains(longer, word) })
}

// First is the longest word: it finds the least.
func (a Asked) First() []byte { return a[0] }

// In tells whether a folded text contains each word.
func (a Asked) In(text []byte) bool {
	for _, word := range a {
		if !bytes.Contains(text, word) {
			return false
		}
	}
	return true
}

// Begins tells whether a folded text contains each word, and each at the beginning of one of its own.
func (a Asked) Begins(text []byte) bool {
	for _, word := range a {
		if !begins(text, word) {
			return false
		}
	}
	return true
}

// begins tells whether a word of a text begins so.
func begins(text, word []byte) bool {
	for from := 0; ; {
		at := bytes.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRune(text[:at])
		if at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return true
		}
		from = at + 1
	}
}

// Matches tells whether texts, as they were written, contain each word.
func (a Asked) Matches(texts ...string) bool { return a.In([]byte(join(texts))) }

// plain is a folded text without the characters that separate texts in a line.
func plain(text string) string {
	folded := Fold(text)
	if strings.IndexFunc(folded, control) < 0 {
		return folded
	}
	return strings.Map(func(r rune) rune {
		if control(r) {
			return ' '
		}
		return r
	}, folded)
}

func control(r rune) bool { return r < ' ' }

// join puts folded texts one behind another, so that no word reaches from one into the next.
func join(texts []string) string {
	var b strings.Builder
	for i, text := range texts {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(plain(text))
	}
	return b.String()
}

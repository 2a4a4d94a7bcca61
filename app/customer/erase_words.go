package customer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marquee/app"
)

// words are those by which texts tell who the customer is.
func (c *Customer) words() (all []string) {
	for _, w := range append([]string{c.Name, c.Email, c.Phone}, c.FormerEmails...) {
		if utf8.RuneCountInString(w) >= minWord {
			all = append(all, w)
		}
	}
	return all
}

// Is tells whether a text is the name, the address or the phone number of the customer.
func (e *Erasing) Is(text string) bool {
	text = app.Fold(strings.TrimSpace(text))
	return text != "" && slices.ContainsFunc(e.words, func(w string) bool { return app.Fold(w) == text })
}

// AreName tells whether some of the texts are the name of the customer together, such as the
// first name and the last name in two columns.
func (e *Erasing) AreName(texts []string) bool {
	return slices.ContainsFunc(e.words, func(name string) bool {
		parts := strings.Fields(app.Fold(name))
		if len(parts) < 2 {
			return false
		}
		missing := slices.Clone(parts)
		for _, text := range texts {
			said := strings.Fields(app.Fold(text))
			if !slices.ContainsFunc(said, func(w string) bool { return !slices.Contains(parts, w) }) {
				missing = slices.DeleteFunc(missing, func(w string) bool { return slices.Contains(said, w) })
			}
		}
		return len(missing) == 0
	})
}

// Without is a text in which the customer is not named any more: by the address, the phone
// number, or a name that is more than a word, which may mean anything.
func (e *Erasing) Without(text string) string {
	if e.named == nil {
		e.named = pattern(e.words)
	}
	var out strings.Builder
	end := 0
	for _, at := range e.named.FindAllStringIndex(text, -1) {
		if at[0] == at[1] || within(text, at[0], at[1]) {
			continue
		}
		out.WriteString(text[end:at[0]] + ErasedName)
		end = at[1]
	}
	return out.String() + text[end:]
}

// pattern finds words in whatever case, a longer one before those that it begins with.
func pattern(words []string) *regexp.Regexp {
	var telling []string
	for _, w := range words {
		if len(strings.Fields(w)) > 1 || strings.ContainsAny(w, "@0123456789") {
			telling = append(telling, regexp.QuoteMeta(w))
		}
	}
	slices.SortFunc(telling, func(a, b string) int { return len(b) - len(a) })
	return regexp.MustCompile("(?i)" + strings.Join(telling, "|"))
}

// within tells whether a part of a text is a part of a word.
func within(text string, from, until int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[until:])
	return word(before) || word(after)
}

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

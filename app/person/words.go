package person

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marquee/app"
)

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
	var out strings.Builder
	end := 0
	for _, at := range e.namedIn(text) {
		out.WriteString(text[end:at[0]] + ErasedName)
		end = at[1]
	}
	return out.String() + text[end:]
}

// namedIn are the parts of a text that name the customer.
func (e *Erasing) namedIn(text string) (all [][]int) {
	if e.named == nil {
		e.named = pattern(e.words)
	}
	for _, at := range e.named.FindAllStringIndex(text, -1) {
		if at[0] < at[1] && !within(text, at[0], at[1]) {
			all = append(all, at)
		}
	}
	return all
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

// Names tells whether a text is the name, the address or the phone number of the customer, or
// has one of them among others. Somebody whose address ends like theirs is not meant.
func (e *Erasing) Names(text string) bool {
	return e.Is(text) || slices.ContainsFunc(e.namedIn(text), func(at []int) bool { return !ofAnother(text, at[0], at[1]) })
}

// Addresses tells whether the address that is looked for stands in a text.
func (e *Erasing) Addresses(text string) bool {
	text, email := app.Fold(text), app.Fold(e.Email)
	for from := 0; email != ""; {
		at := strings.Index(text[from:], email)
		if at < 0 {
			break
		}
		from += at
		if until := from + len(email); !within(text, from, until) && !ofAnother(text, from, until) {
			return true
		}
		from += len(email)
	}
	return false
}

// within tells whether a part of a text is a part of a word.
func within(text string, from, until int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[until:])
	return word(before) || word(after)
}

// ofAnother tells whether an address in a text is a part of another one.
func ofAnother(text string, from, until int) bool {
	if !strings.Contains(text[from:until], "@") {
		return false
	}
	before, n := utf8.DecodeLastRuneInString(text[:from])
	after, m := utf8.DecodeRuneInString(text[until:])
	next, _ := utf8.DecodeRuneInString(text[until+m:])
	last, _ := utf8.DecodeLastRuneInString(text[:from-n])
	return strings.ContainsRune(joining, before) && word(last) || strings.ContainsRune(".-", after) && word(next)
}

// joining are signs that stand between words in the part of an address before the @.
const joining = ".-_+"

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

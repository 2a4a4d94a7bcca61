package mail

import (
	_ "embed" // the texts are part of the program
	"fmt"
	"strings"
	"sync"

	"marquee/app/locale"
)

// The texts of each language.
var (
	//go:embed texts/en.txt
	englishTexts string
	//go:embed texts/de.txt
	germanTexts string
	//go:embed texts/fr.txt
	frenchTexts string
)

// words are the texts of one kind as they come with the box office.
type words struct {
	Subject, Body string
	template      *template
}

// usual are the texts of every kind in every language that comes with the box office.
var usual = sync.OnceValue(func() map[locale.Language]map[Kind]words {
	all := map[locale.Language]map[Kind]words{}
	for l, text := range map[locale.Language]string{locale.English: englishTexts, locale.German: germanTexts, locale.French: frenchTexts} {
		all[l] = readWords(string(l), text)
	}
	return all
})

// readWords reads a file of texts: "== kind", the subject on the next line, then the
// body. A mistake panics: the file is part of the program.
func readWords(name, text string) map[Kind]words {
	all := map[Kind]words{}
	for _, part := range strings.Split("\n"+text, "\n== ")[1:] {
		kind, rest, _ := strings.Cut(part, "\n")
		subject, body, _ := strings.Cut(rest, "\n")
		w := words{Subject: subject, Body: strings.TrimSpace(body) + "\n"}
		var err error
		if w.template, err = parse(w.Subject, w.Body, Kind(kind).Placeholders()); err != nil || !Kind(kind).Known() {
			panic(fmt.Sprintf("mail: the text %q in %s: %v", kind, name, err))
		}
		all[Kind(kind)] = w
	}
	return all
}

// wordsIn is the text of a kind in a language, where one comes with the box office.
func wordsIn(k Kind, language string) (words, bool) {
	w, ok := usual()[locale.Language(language)][k]
	return w, ok
}

package rest

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	// Matching a caller's list of languages to ours has many corners (regions,
	// scripts, weights); the Go project's own tables know them.
	tags "golang.org/x/text/language"

	"marquee/app"
)

//go:embed messages/*.json
var messageFiles embed.FS

// language is one language that messages are written in.
type language struct {
	name  string
	words func() map[string]string // by the English message; read when first needed
}

var (
	english   = &language{name: "en", words: func() map[string]string { return nil }}
	languages = []*language{english, load("de"), load("fr")}
	matcher   = tags.NewMatcher([]tags.Tag{tags.English, tags.German, tags.French})
)

func load(name string) *language {
	return &language{name: name, words: sync.OnceValue(func() map[string]string {
		words := map[string]string{}
		b, err := messageFiles.ReadFile("messages/" + name + ".json")
		if err == nil {
			err = json.Unmarshal(b, &words)
		}
		if err != nil {
			panic(fmt.Sprintf("rest: messages of %s: %v", name, err))
		}
		return words
	})}
}

// text renders a message. What has no translation stays English.
func (l *language) text(m app.Message) string {
	return m.In(l.name, func(s string) string {
		if t := l.words()[s]; t != "" {
			return t
		}
		return s
	})
}

// maxAccept is the longest Accept-Language header that is looked at, in bytes.
const maxAccept = 200

// maxChoices is how many headers are remembered with their language.
const maxChoices = 512

// choices remembers what languageOf said: few headers are in use at one time.
var choices struct {
	sync.RWMutex
	m map[string]*language
}

// languageOf picks the language for an Accept-Language header.
func languageOf(accept string) *language {
	if accept == "" || len(accept) > maxAccept {
		return english
	}
	choices.RLock()
	l := choices.m[accept]
	choices.RUnlock()
	if l != nil {
		return l
	}
	l = choose(accept)
	choices.Lock()
	defer choices.Unlock()
	if choices.m == nil || len(choices.m) >= maxChoices {
		choices.m = map[string]*language{}
	}
	choices.m[strings.Clone(accept)] = l
	return l
}

// contents remembers what contentLanguage said, by header and languages.
var contents struct {
	sync.RWMutex
	m map[string]string
}

// contentLanguage picks one of a company's languages for an Accept-Language header;
// the first of them is the fallback.
func contentLanguage(accept string, locales []string) app.Language {
	if len(locales) == 0 {
		return app.Language{}
	}
	l := app.Language{Asked: locales[0], Fallback: locales[0]}
	if accept == "" || len(accept) > maxAccept || len(locales) == 1 {
		return l
	}
	key := accept + "\x00" + strings.Join(locales, ",")
	contents.RLock()
	known, ok := contents.m[key]
	contents.RUnlock()
	if !ok {
		known = chooseContent(accept, locales)
		contents.Lock()
		defer contents.Unlock()
		if contents.m == nil || len(contents.m) >= maxChoices {
			contents.m = map[string]string{}
		}
		contents.m[key] = known
	}
	l.Asked = known
	return l
}

// chooseContent is strict: a text is not to be written in a language that is merely
// akin to the one that was asked for.
func chooseContent(accept string, locales []string) string {
	wanted, _, err := tags.ParseAcceptLanguage(accept)
	if err != nil || len(wanted) == 0 {
		return locales[0]
	}
	supported := make([]tags.Tag, len(locales))
	for i, l := range locales {
		supported[i] = tags.Make(l)
	}
	_, i, confidence := tags.NewMatcher(supported).Match(wanted...)
	if confidence < tags.High {
		return locales[0]
	}
	return locales[i]
}

func choose(accept string) *language {
	wanted, _, err := tags.ParseAcceptLanguage(accept)
	if err != nil || len(wanted) == 0 {
		return english
	}
	_, i, confidence := matcher.Match(wanted...)
	if confidence == tags.No {
		return english
	}
	return languages[i]
}

// Translate puts a message into one of the languages of messages, for those who show it
// outside of the API.
func Translate(tag string, m app.Message) string { return languageOf(tag).text(m) }

// Sentence translates the fragment that a problem of a field is, and begins and ends it as
// a sentence.
func Sentence(tag string, m app.Message) string {
	if text := Title(tag, m); text != "" {
		return text + "."
	}
	return ""
}

// Title translates a message, and begins it as a heading.
func Title(tag string, m app.Message) string {
	text := Translate(tag, m)
	for _, first := range text {
		return strings.ToUpper(string(first)) + text[len(string(first)):]
	}
	return text
}

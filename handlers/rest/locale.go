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
	words map[string]string
}

var (
	english   = &language{name: "en"}
	languages = []*language{english, load("de"), load("fr")}
	matcher   = tags.NewMatcher([]tags.Tag{tags.English, tags.German, tags.French})
)

func load(name string) *language {
	l := &language{name: name, words: map[string]string{}}
	b, err := messageFiles.ReadFile("messages/" + name + ".json")
	if err == nil {
		err = json.Unmarshal(b, &l.words)
	}
	if err != nil {
		panic(fmt.Sprintf("rest: messages of %s: %v", name, err))
	}
	return l
}

// text renders a message. What has no translation stays English.
func (l *language) text(m app.Message) string {
	return m.In(func(s string) string {
		if t := l.words[s]; t != "" {
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

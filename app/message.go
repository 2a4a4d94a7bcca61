package app

import (
	"fmt"
	"time"
)

// Message is a text for people, kept as its English format and its arguments
// until the caller's language is known. An argument may be a Noun, a Message, a Moment or Spoken. The format is the key of the
// translations; a test looks every format up in every language.
type Message struct {
	Format string
	Args   []any
}

// Noun is an argument that is itself a word to translate ("order").
type Noun string

// Spoken is an argument that each language writes in a way of its own: an amount of money, a moment. The
// language is "en", "de" or "fr".
type Spoken interface{ Say(language string) string }

// Msg makes a message.
func Msg(format string, args ...any) Message { return Message{format, args} }

// String renders the English text.
func (m Message) String() string {
	return m.In("en", func(s string) string { return s })
}

// In renders the message in a language, through a translation of formats and nouns.
func (m Message) In(language string, translate func(string) string) string {
	format := translate(m.Format)
	if len(m.Args) == 0 {
		return format
	}
	args := make([]any, len(m.Args))
	for i, a := range m.Args {
		switch v := a.(type) {
		case Noun:
			a = translate(string(v))
		case Message:
			a = v.In(language, translate)
		case Spoken:
			a = v.Say(language)
		}
		args[i] = a
	}
	return fmt.Sprintf(format, args...)
}

// With is the message with its moments as somebody reads them: on the clocks of a place, in words.
func (m Message) With(say func(time.Time) string) Message {
	args := make([]any, len(m.Args))
	for i, a := range m.Args {
		switch v := a.(type) {
		case Moment:
			a = say(time.Time(v))
		case Message:
			a = v.With(say)
		}
		args[i] = a
	}
	return Message{m.Format, args}
}

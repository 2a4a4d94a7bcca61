package app

import "fmt"

// Message is a text for people, kept as its English format and its arguments
// until the caller's language is known. The format is the key of the
// translations; a test looks every format up in every language.
type Message struct {
	Format string
	Args   []any
}

// Noun is an argument that is itself a word to translate ("order").
type Noun string

// Msg makes a message.
func Msg(format string, args ...any) Message { return Message{format, args} }

// String renders the English text.
func (m Message) String() string {
	return m.In(func(s string) string { return s })
}

// In renders the message through a translation of formats and nouns.
func (m Message) In(translate func(string) string) string {
	format := translate(m.Format)
	if len(m.Args) == 0 {
		return format
	}
	args := make([]any, len(m.Args))
	for i, a := range m.Args {
		if n, ok := a.(Noun); ok {
			a = translate(string(n))
		}
		args[i] = a
	}
	return fmt.Sprintf(format, args...)
}

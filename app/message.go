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

// Moment is a time as an argument of a message. Programs read it in UTC; whoever shows the message to
// somebody puts it on their clocks, see Message.With.
type Moment time.Time

// String writes it in UTC, to the second.
func (m Moment) String() string { return time.Time(m).UTC().Format("2006-01-02 15:04:05 UTC") }

// Span is a length of time as an argument of a message: 3 minutes, 3 Minuten.
type Span time.Duration

// Say writes it in a language.
func (s Span) Say(language string) string { return unitOf(s).say(language, false) }

// String writes it in English.
func (s Span) String() string { return s.Say("en") }

// Ago is how long ago something was: 3 days ago, vor 3 Tagen.
type Ago time.Duration

// Say writes it in a language.
func (a Ago) Say(language string) string {
	text := unitOf(Span(a)).say(language, true)
	switch language {
	case "de":
		return "vor " + text
	case "fr":
		return "il y a " + text
	}
	return text + " ago"
}

// String writes it in English.
func (a Ago) String() string { return a.Say("en") }

// unit is a unit of time by its names, for one and for several.
type unit struct {
	of    time.Duration
	names map[string][2]string
	// dative is what it is called behind "vor", where that is another word.
	dative string
}

var units = []unit{
	{24 * time.Hour, map[string][2]string{"en": {"day", "days"}, "de": {"Tag", "Tage"}, "fr": {"jour", "jours"}}, "Tagen"},
	{time.Hour, map[string][2]string{"en": {"hour", "hours"}, "de": {"Stunde", "Stunden"}, "fr": {"heure", "heures"}}, ""},
	{time.Minute, map[string][2]string{"en": {"minute", "minutes"}, "de": {"Minute", "Minuten"}, "fr": {"minute", "minutes"}}, ""},
	{time.Second, map[string][2]string{"en": {"second", "seconds"}, "de": {"Sekunde", "Sekunden"}, "fr": {"seconde", "secondes"}}, ""},
}

// counted is a number of a unit.
type counted struct {
	n int64
	unit
}

// unitOf counts in the largest unit of which there are two: 119 minutes are no hours yet.
func unitOf(s Span) counted {
	d := max(0, time.Duration(s))
	for _, u := range units {
		if d >= 2*u.of || u.of == time.Second {
			return counted{int64(d / u.of), u}
		}
	}
	return counted{}
}

func (c counted) say(language string, dative bool) string {
	names, known := c.names[language]
	if !known {
		names = c.names["en"]
	}
	single := c.n == 1 || c.n == 0 && language == "fr"
	switch {
	case single:
		return fmt.Sprintf("%d %s", c.n, names[0])
	case dative && language == "de" && c.dative != "":
		return fmt.Sprintf("%d %s", c.n, c.dative)
	}
	return fmt.Sprintf("%d %s", c.n, names[1])
}

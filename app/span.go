package app

import (
	"fmt"
	"time"
)

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
	*unit
}

// unitOf counts in the largest unit of which there are two: 119 minutes are no hours yet.
func unitOf(s Span) counted {
	d := max(0, time.Duration(s))
	for i := range units {
		if u := &units[i]; d >= 2*u.of || u.of == time.Second {
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

package locale

import (
	"fmt"
	"time"
)

// Language is "en", "de" or "fr".
type Language string

// The languages.
const (
	English Language = "en"
	German  Language = "de"
	French  Language = "fr"
)

// Of is the language of a tag such as "de-AT".
func Of(tag string) Language {
	if len(tag) >= 2 {
		switch l := Language(tag[:2]); l {
		case German, French:
			return l
		}
	}
	return English
}

var months = map[Language][12]string{
	English: {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	German:  {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
	French:  {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
}

var days = map[Language][7]string{
	English: {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	German:  {"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
	French:  {"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
}

// Date is a day with its name: Saturday, 4 July 2026.
func (l Language) Date(t time.Time) string {
	l = Of(string(l))
	day, month := days[l][t.Weekday()], months[l][t.Month()-1]
	switch l {
	case German:
		return fmt.Sprintf("%s, %d. %s %d", day, t.Day(), month, t.Year())
	case French:
		return fmt.Sprintf("%s %s %s %d", day, frenchDay(t), month, t.Year())
	}
	return fmt.Sprintf("%s, %d %s %d", day, t.Day(), month, t.Year())
}

// frenchDay is the number of a day; the first is ordinal.
func frenchDay(t time.Time) string {
	if t.Day() == 1 {
		return "1er"
	}
	return fmt.Sprint(t.Day())
}

// Clock is the time of day: 19:30, 19:30 Uhr, 19 h 30. It is never broken over lines.
func (l Language) Clock(t time.Time) string {
	switch Of(string(l)) {
	case German:
		return t.Format("15:04") + "\u00a0Uhr"
	case French:
		return t.Format("15\u00a0h\u00a004")
	}
	return t.Format("15:04")
}

// Moment is a day with its time.
func (l Language) Moment(t time.Time) string { return l.Date(t) + ", " + l.Clock(t) }

// At is a moment as an argument of a message: on the clocks of its location, which it names.
type At time.Time

// Say writes the moment.
func (a At) Say(language string) string {
	l, t := Language(language), time.Time(a)
	return l.Moment(t) + " (" + l.Zone(t) + ")"
}

// String writes it in English.
func (a At) String() string { return a.Say(string(English)) }

// Span is from one moment to another; the day stands once where it is the same.
func (l Language) Span(from, to time.Time) string {
	if from.Format(time.DateOnly) == to.Format(time.DateOnly) {
		return l.Moment(from) + " – " + l.Clock(to)
	}
	return l.Moment(from) + " – " + l.Moment(to)
}

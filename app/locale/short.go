package locale

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"marquee/app/company"
)

var shortDays = map[Language][7]string{
	English: {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
	German:  {"So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"},
	French:  {"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."},
}

// between stands between two days, and between two times of a day.
var between = map[Language]string{English: "to", German: "bis", French: "au"}

// Percent writes a rate of ten-thousandths of a percent.
func (l Language) Percent(rate int64) string {
	text := strconv.FormatFloat(float64(rate)/company.RateUnit, 'f', -1, 64)
	if Of(string(l)) == English {
		return text + "%"
	}
	return strings.Replace(text, ".", ",", 1) + "\u00a0%"
}

// Number writes a whole number in groups of three digits.
func (l Language) Number(n int64) string {
	sep := ","
	switch Of(string(l)) {
	case German:
		sep = "."
	case French:
		sep = "\u202f"
	}
	if n < 0 {
		return "-" + grouped(-uint64(n), sep)
	}
	return grouped(uint64(n), sep)
}

// Weekday is the name of a day.
func (l Language) Weekday(t time.Time) string { return days[Of(string(l))][t.Weekday()] }

// ShortWeekday is the name of a day in a few letters.
func (l Language) ShortWeekday(t time.Time) string { return shortDays[Of(string(l))][t.Weekday()] }

// Month is the name of a month.
func (l Language) Month(t time.Time) string { return months[Of(string(l))][t.Month()-1] }

// DayMonth is a day of the year: 4 July, 4. Juli, 4 juillet.
func (l Language) DayMonth(t time.Time) string { return l.day(t) + " " + l.Month(t) }

func (l Language) day(t time.Time) string {
	switch Of(string(l)) {
	case German:
		return fmt.Sprintf("%d.", t.Day())
	case French:
		return frenchDay(t)
	}
	return fmt.Sprint(t.Day())
}

// ShortDate is a day of the year with its name: Sat 4 July.
func (l Language) ShortDate(t time.Time) string { return l.ShortWeekday(t) + " " + l.DayMonth(t) }

// Days is from one day to another, with the year: Fri 2 to Sun 4 July 2027. What ends
// in the small hours of the next day is one day.
func (l Language) Days(from, to time.Time) string {
	year := fmt.Sprintf(" %d", to.Year())
	switch {
	case sameNight(from, to):
		return l.ShortDate(from) + fmt.Sprintf(" %d", from.Year())
	case from.Year() != to.Year():
		return l.ShortDate(from) + fmt.Sprintf(" %d ", from.Year()) + between[Of(string(l))] + " " + l.ShortDate(to) + year
	case from.Month() != to.Month():
		return l.ShortDate(from) + " " + between[Of(string(l))] + " " + l.ShortDate(to) + year
	}
	return l.ShortWeekday(from) + " " + l.day(from) + " " + between[Of(string(l))] + " " + l.ShortDate(to) + year
}

// smallHours are those of the next day that still belong to a night.
const smallHours = 8

func sameNight(from, to time.Time) bool {
	if from.Format(time.DateOnly) == to.Format(time.DateOnly) {
		return true
	}
	return to.Sub(from) < 24*time.Hour && to.Hour() < smallHours
}

// ShortMoment is a day of the year with the time: 1 June, 10:00.
func (l Language) ShortMoment(t time.Time) string { return l.DayMonth(t) + ", " + l.Clock(t) }

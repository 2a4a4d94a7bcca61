package locale

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestDays(t *testing.T) {
	at := func(month time.Month, day, hour int) time.Time {
		return time.Date(2027, month, day, hour, 0, 0, 0, time.UTC)
	}
	for _, c := range []struct {
		from, to        time.Time
		english, de, fr string
	}{
		{at(7, 2, 15), at(7, 2, 22), "Fri 2 July 2027", "Fr 2. Juli 2027", "ven. 2 juillet 2027"},
		{at(7, 2, 22), at(7, 3, 4), "Fri 2 July 2027", "Fr 2. Juli 2027", "ven. 2 juillet 2027"},
		{at(7, 2, 15), at(7, 4, 22), "Fri 2 to Sun 4 July 2027", "Fr 2. bis So 4. Juli 2027", "ven. 2 au dim. 4 juillet 2027"},
		{at(7, 31, 15), at(8, 1, 22), "Sat 31 July to Sun 1 August 2027", "Sa 31. Juli bis So 1. August 2027", "sam. 31 juillet au dim. 1er août 2027"},
		{at(12, 31, 15), at(13, 2, 22), "Fri 31 December 2027 to Sun 2 January 2028", "Fr 31. Dezember 2027 bis So 2. Januar 2028", "ven. 31 décembre 2027 au dim. 2 janvier 2028"},
	} {
		t.Run(c.english, func(t *testing.T) {
			is := is.New(t)
			is.Equal(English.Days(c.from, c.to), c.english)
			is.Equal(German.Days(c.from, c.to), c.de)
			is.Equal(French.Days(c.from, c.to), c.fr)
		})
	}
}

func TestShortForms(t *testing.T) {
	is := is.New(t)
	at := time.Date(2027, 6, 1, 10, 5, 0, 0, time.UTC)
	is.Equal(English.ShortMoment(at), "1 June, 10:05")
	is.Equal(German.ShortMoment(at), "1. Juni, 10:05\u00a0Uhr")
	is.Equal(French.ShortMoment(at), "1er juin, 10\u00a0h\u00a005")
	is.Equal(German.Weekday(at)+" "+German.ShortWeekday(at)+" "+French.Month(at), "Dienstag Di juin")
	is.Equal(English.Number(-1234567), "-1,234,567")
	is.Equal(French.Number(1234), "1\u202f234")
	is.Equal(English.Percent(200_000)+" "+German.Percent(76_500), "20% 7,65\u00a0%")
}

package app_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
)

func TestSpansAreSaidInTheirLargestUnit(t *testing.T) {
	for _, c := range []struct {
		d            time.Duration
		en, de, fr   string
		enAgo, deAgo string
	}{
		{-time.Minute, "0 seconds", "0 Sekunden", "0 seconde", "0 seconds ago", "vor 0 Sekunden"},
		{time.Second, "1 second", "1 Sekunde", "1 seconde", "1 second ago", "vor 1 Sekunde"},
		{119 * time.Second, "119 seconds", "119 Sekunden", "119 secondes", "119 seconds ago", "vor 119 Sekunden"},
		{3 * time.Minute, "3 minutes", "3 Minuten", "3 minutes", "3 minutes ago", "vor 3 Minuten"},
		{26 * time.Hour, "26 hours", "26 Stunden", "26 heures", "26 hours ago", "vor 26 Stunden"},
		{72 * time.Hour, "3 days", "3 Tage", "3 jours", "3 days ago", "vor 3 Tagen"},
	} {
		is := is.New(t)
		is.Equal(app.Span(c.d).String(), c.en)
		is.Equal(app.Span(c.d).Say("de"), c.de)
		is.Equal(app.Span(c.d).Say("fr"), c.fr)
		is.Equal(app.Ago(c.d).String(), c.enAgo)
		is.Equal(app.Ago(c.d).Say("de"), c.deAgo)
		is.Equal(app.Ago(c.d).Say("fr"), "il y a "+c.fr)
	}
}

// TestMomentsArePutOnSomebodysClocks: also where a message stands within another one.
func TestMomentsArePutOnSomebodysClocks(t *testing.T) {
	is := is.New(t)
	at := app.Moment(time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC))
	m := app.Msg("%s; %d wait since %s", app.Msg("up to %s", at), 3, at)
	is.Equal(m.String(), "up to 2026-07-04 12:00:00 UTC; 3 wait since 2026-07-04 12:00:00 UTC")
	put := m.With(func(at time.Time) string { return at.Add(2 * time.Hour).Format("15:04") })
	is.Equal(put.String(), "up to 14:00; 3 wait since 14:00")
	is.Equal(m.String(), "up to 2026-07-04 12:00:00 UTC; 3 wait since 2026-07-04 12:00:00 UTC") // it stays as it was
}

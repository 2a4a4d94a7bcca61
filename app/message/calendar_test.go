package message

import (
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"
	// Reads what we write; in tests alone.
	parser "github.com/emersion/go-ical"
	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
)

// TestCalendarsAreReadByOthers: another program finds the event, when it is, where and whether
// it takes place; long names and signs that mean something to it come through.
func TestCalendarsAreReadByOthers(t *testing.T) {
	is := is.New(t)
	o := sold()
	e := o.events[3]
	name := strings.Repeat("Žofie; a, b\\c: Nacht — ", 12)
	cancelled := e.Start.Add(-time.Hour)
	e.Texts, e.Name, e.CancelledAt = catalog.Texts{}, name, &cancelled
	o.events[3] = e
	cal := ics.NewCalendarFor("Marquee")
	entry(cal, o.company.Alias, &catalog.Showing{Event: &e}, o.venues, app.Language{})
	read, err := parser.NewDecoder(strings.NewReader(cal.Serialize(ics.WithNewLineWindows))).Decode()
	is.NoErr(err)
	all := read.Events()
	is.Equal(len(all), 1)
	text := func(name string) string {
		s, err := all[0].Props.Text(name)
		is.NoErr(err)
		return s
	}
	is.Equal(text(parser.PropSummary), name)
	is.Equal(text(parser.PropUID), "event-3@isle.marquee")
	is.Equal(text(parser.PropLocation), "Alte Werft, Hafenstraße 12, 20457 Hamburg")
	is.Equal(text(parser.PropStatus), "CANCELLED")
	start, err := all[0].DateTimeStart(time.UTC)
	is.NoErr(err)
	end, err := all[0].DateTimeEnd(time.UTC)
	is.NoErr(err)
	is.True(start.Equal(e.Start) && end.Equal(e.End))
}

package locale

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestZones(t *testing.T) {
	for _, tc := range []struct{ zone, en, de, fr string }{
		{"Europe/Berlin", "Berlin time", "Zeit in Berlin", "heure de Berlin"},
		{"Europe/Zurich", "Zurich time", "Zeit in Zürich", "heure de Zurich"},
		{"Europe/Vienna", "Vienna time", "Zeit in Wien", "heure de Vienne"},
		{"America/Argentina/Buenos_Aires", "Buenos Aires time", "Zeit in Buenos Aires", "heure de Buenos Aires"},
		{"UTC", "UTC", "UTC", "UTC"},
	} {
		t.Run(tc.zone, func(t *testing.T) {
			is := is.New(t)
			zone, err := time.LoadLocation(tc.zone)
			is.NoErr(err)
			at := time.Date(2026, 7, 4, 19, 30, 0, 0, zone)
			is.Equal(English.Zone(at), tc.en)
			is.Equal(German.Zone(at), tc.de)
			is.Equal(Language("fr-CH").Zone(at), tc.fr)
		})
	}
}

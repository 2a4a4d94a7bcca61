package locale

import (
	"math"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/company"
)

func TestDates(t *testing.T) {
	at := time.Date(2026, 7, 4, 19, 30, 0, 0, time.UTC)
	first := time.Date(2027, 3, 1, 9, 5, 0, 0, time.UTC)
	for _, tc := range []struct {
		language Language
		want     []string
	}{
		{"en", []string{"Saturday, 4 July 2026, 19:30", "Monday, 1 March 2027, 09:05", "Saturday, 4 July 2026, 19:30 – 23:00"}},
		{"de-AT", []string{"Samstag, 4. Juli 2026, 19:30\u00a0Uhr", "Montag, 1. März 2027, 09:05\u00a0Uhr", "Samstag, 4. Juli 2026, 19:30\u00a0Uhr – 23:00\u00a0Uhr"}},
		{"fr", []string{"samedi 4 juillet 2026, 19\u00a0h\u00a030", "lundi 1er mars 2027, 09\u00a0h\u00a005", "samedi 4 juillet 2026, 19\u00a0h\u00a030 – 23\u00a0h\u00a000"}},
		{"", []string{"Saturday, 4 July 2026, 19:30", "Monday, 1 March 2027, 09:05", "Saturday, 4 July 2026, 19:30 – 23:00"}},
	} {
		t.Run(string(tc.language), func(t *testing.T) {
			is := is.New(t)
			is.Equal(tc.language.Moment(at), tc.want[0])
			is.Equal(tc.language.Moment(first), tc.want[1])
			is.Equal(tc.language.Span(at, at.Add(210*time.Minute)), tc.want[2])
		})
	}
	is := is.New(t)
	is.Equal(English.Span(at, at.Add(24*time.Hour)), "Saturday, 4 July 2026, 19:30 – Sunday, 5 July 2026, 19:30")
}

func TestAmounts(t *testing.T) {
	is := is.New(t)
	eur, _ := company.CurrencyByCode("EUR")
	yen, _ := company.CurrencyByCode("JPY")
	is.Equal(English.Amount(eur, 123450), "€1,234.50")
	is.Equal(German.Amount(eur, 123450), "1.234,50\u00a0€")
	is.Equal(French.Amount(eur, 123450), "1\u202f234,50\u00a0€")
	is.Equal(English.Amount(eur, -5), "-€0.05")
	is.Equal(German.Amount(yen, 1200300), "1.200.300\u00a0"+yen.Symbol)
	is.Equal(English.Amount(eur, math.MinInt64), "-€92,233,720,368,547,758.08")
}

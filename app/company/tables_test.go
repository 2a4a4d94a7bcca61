package company

import (
	"testing"

	"github.com/matryer/is"
)

func TestCountries(t *testing.T) {
	is := is.New(t)
	is.Equal(len(Countries()), 249) // ISO 3166-1, complete
	seen := map[string]bool{}
	for _, c := range Countries() {
		is.True(len(c.ISO) == 2 && len(c.ISO3) == 3 && c.Name != "" && c.PhoneCode > 0)
		is.True(!seen[c.ISO] && !seen[c.ISO3])
		seen[c.ISO], seen[c.ISO3] = true, true
		again, ok := CountryByID(c.ID)
		is.True(ok)
		is.Equal(again, c)
	}
	for iso3, id := range map[string]int64{"DEU": 276, "GBR": 826, "ATA": 10, "ZWE": 716} {
		c, ok := CountryByID(id)
		is.True(ok)
		is.Equal(c.ISO3, iso3)
	}
}

func TestCurrencies(t *testing.T) {
	is := is.New(t)
	is.True(len(Currencies()) > 150)
	for _, c := range Currencies() {
		is.True(len(c.Code) == 3 && c.Name != "" && c.Symbol != "" && c.Subunit >= 0 && c.Subunit <= 4)
		again, ok := CurrencyByID(c.ID)
		is.True(ok)
		is.Equal(again, c)
	}
	for code, subunit := range map[string]int64{"EUR": 2, "JPY": 0, "KWD": 3, "ISK": 0, "TND": 3, "HUF": 2, "XOF": 0} {
		c, ok := CurrencyByCode(code)
		is.True(ok)
		is.Equal(c.Subunit, subunit)
	}
	_, ok := CurrencyByCode("ABC")
	is.True(!ok)
}

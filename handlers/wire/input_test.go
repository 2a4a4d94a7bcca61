package wire

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/company"
)

func TestCountriesAndCurrenciesByAnyName(t *testing.T) {
	is := is.New(t)
	for _, text := range []string{"276", "DE", "de", " DEU "} {
		id, err := CountryOf(text, "countryId")
		is.NoErr(err)
		is.Equal(id, int64(276))
	}
	for _, text := range []string{"840", "USD", "usd"} {
		c, err := CurrencyOf(text, "currencyId", company.Company{CurrencyIDs: []int64{840}})
		is.NoErr(err)
		is.Equal(c.Code, "USD")
	}
	_, err := CountryOf("XX", "countryId")
	is.Equal(app.KindOf(err), app.Invalid)
	for _, text := range []string{"-1", "XYZ", "EUR", "978"} { // the last two exist, but not here
		_, err = CurrencyOf(text, "currencyId", company.Company{CurrencyIDs: []int64{840}})
		is.Equal(app.KindOf(err), app.Invalid)
	}
}

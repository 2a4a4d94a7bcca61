package company

import (
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestAmountsAsPeopleWriteThem(t *testing.T) {
	euro, _ := CurrencyByCode("EUR")
	yen, _ := CurrencyByCode("JPY")
	dinar, _ := CurrencyByCode("KWD")
	for _, c := range []struct {
		currency Currency
		text     string
		minor    int64
		ok       bool
	}{
		{euro, "12.50", 1250, true}, {euro, "12.5", 1250, true}, {euro, " 12 ", 1200, true}, {euro, "0", 0, true}, {euro, "0.01", 1, true},
		{euro, "1.234", 0, false}, {euro, "1.", 0, false}, {euro, ".5", 0, false}, {euro, "", 0, false}, {euro, "-1", 0, false},
		{euro, "1,50", 0, false}, {euro, "1e3", 0, false}, {euro, "99999999999999999999", 0, false}, {euro, "+1", 0, false},
		{yen, "1200", 1200, true}, {yen, "1200.0", 0, false}, {dinar, "1.234", 1234, true},
	} {
		t.Run(c.currency.Code+" "+c.text, func(t *testing.T) {
			is := is.New(t)
			minor, err := c.currency.Minor(c.text)
			is.Equal(err == nil, c.ok)
			is.Equal(minor, c.minor)
		})
	}
	is := is.New(t)
	is.Equal(euro.Amount(1250), "€12.50")
	is.Equal(euro.Amount(-5), "-€0.05")
	is.Equal(yen.Amount(1200), yen.Symbol+"1200")
}

// TestWrittenAmountsAreRead: what Amount writes, Minor reads.
func TestWrittenAmountsAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]string{"EUR", "JPY", "KWD", "USD"}).Draw(t, "currency")
		currency, _ := CurrencyByCode(c)
		want := rapid.Int64Range(0, 1_000_000_000_000).Draw(t, "minor")
		got, err := currency.Minor(currency.Amount(want)[len(currency.Symbol):])
		if err != nil || got != want {
			t.Fatalf("%s is read as %d: %v", currency.Amount(want), got, err)
		}
	})
}

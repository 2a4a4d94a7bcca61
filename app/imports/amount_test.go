package imports

import (
	"testing"

	"marquee/app/company"

	"github.com/matryer/is"
)

// TestAmounts: what can be read in two ways is no amount.
func TestAmounts(t *testing.T) {
	euro, _ := company.CurrencyByCode("EUR")
	yen, _ := company.CurrencyByCode("JPY")
	point, comma, minor := &Mapping{}, &Mapping{DecimalComma: true}, &Mapping{MinorUnits: true}
	for _, c := range []struct {
		text string
		cur  company.Currency
		m    *Mapping
		want int64
		bad  bool
	}{
		{"12.50", euro, point, 1250, false},
		{"12.5", euro, point, 1250, false},
		{"12", euro, point, 1200, false},
		{"12.", euro, point, 1200, false},
		{"12.500", euro, point, 1250, false},
		{"12.505", euro, point, 0, true},
		{"€ 1,234.50", euro, point, 123450, false},
		{"1,234,567.89 EUR", euro, point, 123456789, false},
		{"12,34,567.00", euro, point, 123456700, false},
		{"-\u00a05.00", euro, point, -500, false},
		{"\u22125", euro, point, -500, false},
		{"1 234.50", euro, point, 123450, false},
		{"1'234.50", euro, point, 123450, false},
		{"12,50", euro, point, 0, true},
		{"12,5", euro, point, 0, true},
		{"1,23", euro, point, 0, true},
		{"12.34,50", euro, point, 0, true},
		{"1,2345", euro, point, 0, true},
		{",123", euro, point, 0, true},
		{"1 2", euro, point, 0, true},
		{"", euro, point, 0, true},
		{"1.234,50", euro, comma, 123450, false},
		{"12,50", euro, comma, 1250, false},
		{"12.50", euro, comma, 0, true},
		{"1.234.567", euro, comma, 123456700, false},
		{"1,000", yen, point, 1000, false},
		{"1000.00", yen, point, 1000, false},
		{"1250", euro, minor, 1250, false},
		{"12.50", euro, minor, 0, true},
	} {
		t.Run(c.text, func(t *testing.T) {
			is := is.New(t)
			got, err := parseAmount(c.text, c.cur, c.m)
			is.Equal(err != nil, c.bad)
			if !c.bad {
				is.Equal(got, c.want)
			}
		})
	}
}

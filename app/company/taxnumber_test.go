package company_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/company"
)

func TestTaxNumbersAreText(t *testing.T) {
	for text, fits := range map[string]bool{
		"": true, "DE123456789": true, "0012345": true, "12/345/67890": true, "CHE-123.456.789 MWST": true, "ΕΛ123": true,
		strings.Repeat("1", 32): true, strings.Repeat("1", 33): false, "DE\x07": false, "DE\n1": false, "<b>": false,
	} {
		t.Run(text, func(t *testing.T) {
			var p app.Problems
			is.New(t).Equal(company.CheckTaxNumber(&p, "salesTaxNumber", text), fits)
		})
	}
}

// A number that was stored as a number is read as text, until there is another.
func TestFormerTaxNumbers(t *testing.T) {
	is := is.New(t)
	b := company.Billing{FormerTaxNumber: new(int64(4711))}
	is.Equal(b.TaxNumber(), "4711")
	b.SalesTaxNumber = "DE4711"
	is.Equal(b.TaxNumber(), "DE4711")
}

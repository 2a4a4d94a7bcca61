package shop

import (
	"testing"

	"marquee/app/company"

	"github.com/matryer/is"
)

// A page says of its prices what is true of the company.
func TestPricesSayWhatTheyHold(t *testing.T) {
	for _, c := range []struct {
		must    string
		charges bool
		allIn   company.AllIn
		taxed   bool
		want    string
	}{
		{"no tax, no fees", false, company.AllInNone, false, ""},
		{"tax alone", false, company.AllInNone, true, "shop.prices_taxed"},
		{"fees that come later", true, company.AllInNone, true, "shop.prices_taxed"},
		{"fees without tax", true, company.AllInItem, false, "shop.prices_with_fees"},
		{"both", true, company.AllInItem, true, "shop.prices_whole"},
	} {
		t.Run(c.must, func(t *testing.T) {
			own := &company.Company{ChargesFees: c.charges, AllIn: c.allIn}
			is.New(t).Equal(pricesHold(own, c.taxed), c.want)
		})
	}
}

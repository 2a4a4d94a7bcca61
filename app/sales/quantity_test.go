package sales

import (
	"testing"

	"marquee/app/catalog"

	"github.com/matryer/is"
)

func TestQuantityRule(t *testing.T) {
	for _, tt := range []struct {
		name string
		item catalog.SaleItem
		n    int64
		want rule
	}{
		{"no rule, any number", catalog.SaleItem{}, 299, noRule},
		{"none at all is always right", catalog.SaleItem{MinOrder: 4}, 0, noRule},
		{"below the minimum", catalog.SaleItem{MinOrder: 4}, 3, belowMinimum},
		{"at the minimum", catalog.SaleItem{MinOrder: 4}, 4, noRule},
		{"above the maximum", catalog.SaleItem{MaxOrder: 4}, 5, aboveMaximum},
		{"at the maximum", catalog.SaleItem{MaxOrder: 4}, 4, noRule},
		{"no multiple", catalog.SaleItem{MultiplesOf: 2}, 3, notMultiple},
		{"the minimum is raised to a multiple", catalog.SaleItem{MinOrder: 3, MultiplesOf: 2}, 3, belowMinimum},
		{"the raised minimum", catalog.SaleItem{MinOrder: 3, MultiplesOf: 2}, 4, noRule},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is.New(t).Equal(quantityRule(&tt.item, tt.n, func(Override) bool { return false }), tt.want)
		})
	}
}

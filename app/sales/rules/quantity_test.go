package rules

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
		want Rule
	}{
		{"no rule, any number", catalog.SaleItem{}, 299, NoRule},
		{"none at all is always right", catalog.SaleItem{MinOrder: 4}, 0, NoRule},
		{"below the minimum", catalog.SaleItem{MinOrder: 4}, 3, BelowMinimum},
		{"at the minimum", catalog.SaleItem{MinOrder: 4}, 4, NoRule},
		{"above the maximum", catalog.SaleItem{MaxOrder: 4}, 5, AboveMaximum},
		{"at the maximum", catalog.SaleItem{MaxOrder: 4}, 4, NoRule},
		{"no multiple", catalog.SaleItem{MultiplesOf: 2}, 3, NotMultiple},
		{"the minimum is raised to a multiple", catalog.SaleItem{MinOrder: 3, MultiplesOf: 2}, 3, BelowMinimum},
		{"the raised minimum", catalog.SaleItem{MinOrder: 3, MultiplesOf: 2}, 4, NoRule},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is.New(t).Equal(QuantityRule(&tt.item, tt.n, func(Override) bool { return false }), tt.want)
		})
	}
}

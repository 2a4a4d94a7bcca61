package money

import (
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid" // properties over drawn prices, rates and weights
)

func amount(n int64) *int64 { return &n }

func TestPriceUnit(t *testing.T) {
	const vat20 = 20 * RateUnit
	for _, tt := range []struct {
		name   string
		price  Price
		amount *int64
		want   Charges
	}{
		{"fees come on top of the base", Price{Base: 2000, ProcessingFee: 500}, nil,
			Charges{Base: 2000, ProcessingFee: 500, Price: 2500, Tax: 417, BaseTax: 333, FeeTax: 84, TaxRate: vat20}},
		{"absorbed fees are inside the base", Price{Base: 2000, ProcessingFee: 500, HideProcessingFee: true}, nil,
			Charges{Base: 2000, ProcessingFee: 500, HideProcessingFee: true, Price: 2000, Tax: 333, BaseTax: 333, TaxRate: vat20}},
		{"a variable amount holds its fees", Price{Variable: true, ProcessingFee: 200, ResellerFee: 100}, amount(1000),
			Charges{Base: 700, ProcessingFee: 200, ResellerFee: 100, Price: 1000, Tax: 167, BaseTax: 117, FeeTax: 50, TaxRate: vat20}},
		{"fees above a variable amount are cut to it", Price{Variable: true, ProcessingFee: 200, ResellerFee: 100}, amount(250),
			Charges{ProcessingFee: 200, ResellerFee: 50, Price: 250, Tax: 42, FeeTax: 42, TaxRate: vat20}},
		{"a fee of 2.5 % is that of the variable amount", Price{Variable: true, Base: 100, ProcessingFee: 3, ProcessingPercent: 250}, amount(1000),
			Charges{Base: 975, ProcessingFee: 25, Price: 1000, Tax: 167, BaseTax: 163, FeeTax: 4, TaxRate: vat20}},
		{"a variable price without amount is its base", Price{Variable: true, Base: 1200}, nil,
			Charges{Base: 1200, Price: 1200, Tax: 200, BaseTax: 200, TaxRate: vat20}},
		{"a custom amount replaces the base", Price{Base: 2000, Custom: true, ProcessingFee: 120}, amount(0),
			Charges{ProcessingFee: 120, Price: 120, Tax: 20, FeeTax: 20, TaxRate: vat20}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			got, rule := PriceUnit(tt.price, tt.amount, vat20)
			is.Equal(rule, AmountFits)
			is.Equal(got, tt.want)
		})
	}
	for _, tt := range []struct {
		name   string
		price  Price
		amount *int64
		want   AmountRule
	}{
		{"a fixed price takes no amount", Price{Base: 2000}, amount(2000), AmountNotAsked},
		{"a variable price below its minimum", Price{Variable: true, VariableMin: amount(500)}, amount(499), AmountTooLow},
		{"a variable price above its maximum", Price{Variable: true, VariableMax: amount(500)}, amount(501), AmountTooHigh},
		{"a variable price with neither amount nor default", Price{Variable: true}, nil, AmountMissing},
		{"a required custom price without amount", Price{Custom: true, CustomRequired: true, Base: 100}, nil, AmountMissing},
		{"a negative amount", Price{Custom: true}, amount(-1), AmountTooLow},
		{"an amount that could overflow a sum", Price{Variable: true}, amount(MaxAmount + 1), AmountTooHigh},
	} {
		t.Run(tt.name+" is refused", func(t *testing.T) {
			_, rule := PriceUnit(tt.price, tt.amount, 0)
			is.New(t).Equal(rule, tt.want)
		})
	}
}

func TestTaxInside(t *testing.T) {
	is := is.New(t)
	is.Equal(TaxInside(119, 19*RateUnit), int64(19))
	is.Equal(TaxInside(0, 19*RateUnit), int64(0))
	is.Equal(TaxInside(1, 100*RateUnit), int64(1)) // exactly a half goes up
	is.Equal(TaxInside(1000, 0), int64(0))
	is.Equal(TaxInside(10000, 77*RateUnit/10), int64(715)) // 7.7 %: 714.95
}

func drawPrice(t *rapid.T) Price {
	fee := rapid.Int64Range(0, 100_000)
	return Price{
		Base: rapid.Int64Range(0, MaxAmount).Draw(t, "base"), ProcessingFee: fee.Draw(t, "fee"), ResellerFee: fee.Draw(t, "reseller fee"),
		HideProcessingFee: rapid.Bool().Draw(t, "hide"), HideResellerFee: rapid.Bool().Draw(t, "hide reseller"),
		Variable: rapid.Bool().Draw(t, "variable"), Custom: rapid.Bool().Draw(t, "custom"),
	}
}

func TestPriceProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPrice(t)
		var named *int64
		if rapid.Bool().Draw(t, "named") {
			named = amount(rapid.Int64Range(0, MaxAmount).Draw(t, "amount"))
		}
		rate := rapid.Int64Range(0, 100*RateUnit).Draw(t, "rate")
		c, rule := PriceUnit(p, named, rate)
		if rule != AmountFits {
			return
		}
		if c.Price < 0 || c.Base < 0 || c.Tax < 0 || c.BaseTax < 0 || c.FeeTax < 0 || c.Tax > c.Price {
			t.Fatalf("out of bounds: %+v", c)
		}
		if c.Base+c.charged() != c.Price || c.BaseTax+c.FeeTax != c.Tax {
			t.Fatalf("parts do not add up: %+v", c)
		}
		if p.Variable && named != nil && c.Price != *named {
			t.Fatalf("a variable amount of %d costs %d", *named, c.Price)
		}
		// Tax on what is left without the tax gives the tax again, within rounding.
		net := c.Price - c.Tax
		if back := divHalfUp(net*rate, 100*RateUnit); back-c.Tax > 1 || c.Tax-back > 1 {
			t.Fatalf("tax %d of %d, but %d on the net", c.Tax, c.Price, back)
		}
	})
}

func TestShare(t *testing.T) {
	t.Run("left-over units go to the largest remainders, ties to the first", func(t *testing.T) {
		is := is.New(t)
		is.Equal(Share(100, []int64{1, 1, 1}), []int64{34, 33, 33})
		is.Equal(Share(10, []int64{2, 3, 2}), []int64{3, 4, 3})
		is.Equal(Share(5, []int64{0, 0}), []int64{3, 2})
		is.Equal(Share(0, []int64{4, 5}), []int64{0, 0})
	})
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.Int64Range(0, MaxTotal).Draw(t, "amount")
		weights := rapid.SliceOfN(rapid.Int64Range(0, MaxAmount), 1, 300).Draw(t, "weights")
		var sum, all int64
		for _, w := range weights {
			all += w
		}
		for i, p := range Share(total, weights) {
			sum += p
			if p < 0 || all > 0 && weights[i] == 0 && p > 0 {
				t.Fatalf("part %d of weight %d", p, weights[i])
			}
		}
		if sum != total {
			t.Fatalf("parts of %d add up to %d", total, sum)
		}
	})
}

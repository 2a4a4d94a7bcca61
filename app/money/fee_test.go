package money

import (
	"testing"

	"pgregory.net/rapid"
)

// A fee is never below zero, keeps its bounds where it charges anything, and grows with
// the amount within one step.
func TestFeeProperties(t *testing.T) {
	bound := func(t *rapid.T, name string, from int64) *int64 {
		if !rapid.Bool().Draw(t, name+"?") {
			return nil
		}
		n := rapid.Int64Range(from, 1000).Draw(t, name)
		return &n
	}
	rapid.Check(t, func(t *rapid.T) {
		f := Fee{Steps: []FeeStep{{}}, Min: bound(t, "min", 0)}
		least := int64(0)
		if f.Min != nil {
			least = *f.Min
		}
		f.Max = bound(t, "max", least)
		for i := range f.Steps {
			f.Steps[i].Fixed = rapid.Int64Range(0, 500).Draw(t, "fixed")
			f.Steps[i].Percent = rapid.Int64Range(0, 100*PercentUnit).Draw(t, "percent")
		}
		amount := rapid.Int64Range(0, MaxAmount).Draw(t, "amount")
		n, more := f.On(amount), f.On(amount+rapid.Int64Range(0, 1000).Draw(t, "more"))
		nothing := f.Steps[0] == FeeStep{}
		switch {
		case nothing && n != 0, n < 0, more < n:
			t.Fatalf("%d on %d, %d on more: %+v", n, amount, more, f)
		case !nothing && f.Min != nil && n < *f.Min, f.Max != nil && n > *f.Max:
			t.Fatalf("%d is out of bounds: %+v", n, f)
		}
	})
}

// Tax is never more than the price that holds it, its parts add up, and what is reduced
// costs no more.
func TestTaxModes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Price{
			Base: rapid.Int64Range(0, 100_000).Draw(t, "base"), ProcessingFee: rapid.Int64Range(0, 5000).Draw(t, "fee"),
			ResellerFee: rapid.Int64Range(0, 5000).Draw(t, "reseller"), HideProcessingFee: rapid.Bool().Draw(t, "hide"),
			TaxMode: TaxMode(rapid.IntRange(0, 3).Draw(t, "mode")),
		}
		c, _ := PriceUnit(p, nil, rapid.Int64Range(0, 100*RateUnit).Draw(t, "rate"))
		off := rapid.Int64Range(0, c.Base).Draw(t, "off")
		less := c
		less.Reduce(off)
		switch net := c.Base + c.charged(); {
		case c.BaseTax+c.FeeTax != c.Tax || c.Tax < 0 || c.Tax > c.Price:
			t.Fatalf("%+v", c)
		case p.TaxMode&TaxOnTop != 0 && c.Price != net+c.Tax, p.TaxMode&TaxOnTop == 0 && c.Price != net:
			t.Fatalf("%+v", c)
		case less.Price > c.Price || less.Tax > c.Tax || less.Price < 0:
			t.Fatalf("%d off %+v is %+v", off, c, less)
		}
		less.Reduce(0)
		if less != c {
			t.Fatalf("%+v came back as %+v", c, less)
		}
	})
}

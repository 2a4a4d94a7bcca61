package money

import (
	"fmt"
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// alike are so many units of one price without fees.
func alike(n int, base, rate int64, mode TaxMode) (all []*Together) {
	for range n {
		all = append(all, &Together{Charges: Charges{Base: base, TaxRate: rate * RateUnit, TaxMode: mode}})
	}
	return all
}

func taxesOf(all []*Together) (taxes []int64) {
	for _, u := range all {
		taxes = append(taxes, u.Tax)
	}
	return taxes
}

func TestTaxTogether(t *testing.T) {
	fee := func(base, processing, off, rate int64, mode TaxMode) *Together {
		return &Together{Charges: Charges{Base: base, ProcessingFee: processing, TaxRate: rate * RateUnit, TaxMode: mode}, Off: off}
	}
	for _, tt := range []struct {
		name  string
		units []*Together
		want  []int64
	}{
		{"nothing", nil, nil},
		{"one unit has the tax that it has alone", alike(1, 999, 19, 0), []int64{160}},
		{"what is left over goes to the earlier units", alike(4, 999, 19, 0), []int64{160, 160, 159, 159}},
		{"the same on top", alike(3, 333, 19, TaxOnTop), []int64{64, 63, 63}},
		{"what is left over goes to the largest remainder first", []*Together{fee(100, 0, 0, 19, 0), fee(110, 0, 0, 19, 0)}, []int64{16, 18}},
		{"rates do not mix", append(alike(2, 333, 7, 0), alike(2, 333, 19, 0)...), []int64{22, 22, 53, 53}},
		{"what is free has none", append(alike(1, 0, 19, 0), alike(1, 1000, 19, 0)...), []int64{0, 160}},
		{"what has no rate has none", alike(2, 1000, 0, 0), []int64{0, 0}},
		{"a discount is not taxed", []*Together{fee(1000, 0, 500, 19, 0), fee(1000, 0, 1000, 19, 0)}, []int64{80, 0}},
		{"fees together with the base", []*Together{fee(2000, 500, 0, 20, 0)}, []int64{417}},
		{"fees by themselves", []*Together{fee(2000, 500, 0, 20, TaxApart)}, []int64{416}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			TaxTogether(tt.units)
			is.Equal(taxesOf(tt.units), tt.want)
		})
	}
}

// 50 × 9.99 at 19 % hold 79.75 of tax, and not 80.00.
func TestTaxOfManyEqualUnits(t *testing.T) {
	is := is.New(t)
	all, sum := alike(50, 999, 19, 0), int64(0)
	TaxTogether(all)
	for _, n := range taxesOf(all) {
		sum += n
	}
	is.Equal(sum, int64(7975))
}

// However many units of whatever prices: the tax of each rate is that of the sum, each unit
// has its own within one minor unit, and net, tax and gross add up on each.
func TestTaxTogetherProperties(t *testing.T) {
	unit := rapid.Custom(func(t *rapid.T) *Together {
		u := &Together{Charges: Charges{
			Base: rapid.Int64Range(0, 5000).Draw(t, "base"), ProcessingFee: rapid.Int64Range(0, 300).Draw(t, "fee"), ResellerFee: rapid.Int64Range(0, 30).Draw(t, "reseller fee"),
			HideResellerFee: rapid.Bool().Draw(t, "absorbed"), TaxRate: rapid.SampledFrom([]int64{0, 70_000, 190_000, 55_000}).Draw(t, "rate"),
		}}
		u.Off = rapid.Int64Range(0, u.Base).Draw(t, "off")
		return u
	})
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(unit, 0, 60).Draw(t, "units")
		mode := TaxMode(rapid.IntRange(0, 3).Draw(t, "mode"))
		for _, u := range all {
			u.TaxMode = mode
		}
		TaxTogether(all)
		net, tax := map[int64]int64{}, map[int64]int64{}
		for _, u := range all {
			alone := u.Charges
			alone.Reduce(u.Off)
			if d := u.Tax - alone.Tax; d < -2 || d > 2 {
				t.Fatalf("%d of tax, alone %d: %+v", u.Tax, alone.Tax, u)
			}
			before := u.Base + u.charged() - u.Off
			gross := before
			if mode&TaxOnTop != 0 {
				gross += u.Tax
			}
			if u.Price != gross || u.BaseTax+u.FeeTax != u.Tax || u.BaseTax < 0 || u.FeeTax < 0 || u.Tax > u.Price {
				t.Fatalf("does not add up: %+v", u)
			}
			net[u.TaxRate] += before
			tax[u.TaxRate] += u.Tax
		}
		for rate, n := range net {
			want := TaxInside(n, rate)
			if mode&TaxOnTop != 0 {
				want = TaxOn(n, rate)
			}
			if d := tax[rate] - want; mode&TaxApart == 0 && d != 0 || d < -1 || d > 1 {
				t.Fatal(fmt.Sprint(tax[rate], " of tax on ", n, " at ", rate, ", and not ", want))
			}
		}
	})
}

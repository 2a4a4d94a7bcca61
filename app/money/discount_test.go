package money

import (
	"cmp"
	"slices"
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// units are units of sale items 1, 1, … at these prices.
func units(prices ...int64) []Reducible { return unitsOf(1, prices...) }

func unitsOf(saleItem int64, prices ...int64) []Reducible {
	var all []Reducible
	for _, p := range prices {
		all = append(all, Reducible{SaleItemID: saleItem, Price: p, TaxRate: 20 * RateUnit})
	}
	return all
}

func TestDiscounts(t *testing.T) {
	for _, tt := range []struct {
		name string
		got  []int64
		want []int64
	}{
		{"a fixed amount is shared by price", FixedOff(1000, 0, units(3000, 1000)), []int64{750, 250}},
		{"a fixed amount takes no more than there is", FixedOff(9000, 1, units(3000, 1000)), []int64{3000, 1000}},
		{"a fixed amount off the two dearest", FixedOff(1500, 2, units(1000, 3000, 2000)), []int64{0, 1500, 1500}},
		{"a fixed amount for several is capped at each price", FixedOff(1500, 3, units(1000, 3000)), []int64{1000, 1500}},
		{"net: 10.00 off 20 % tax saves 12.00", FixedOffNet(1000, 0, units(6000)), []int64{1200}},
		{"net: 10.00 off each of two of three, the dearest, saves 12.00 on each", FixedOffNet(1000, 2, units(6000, 3600, 4800)), []int64{1200, 0, 1200}},
		{"net: off none more than it costs without tax", FixedOffNet(1000, 2, units(600, 3600)), []int64{600, 1200}},
		{"net: all of the net leaves nothing", FixedOffNet(99999, 0, units(6000, 1)), []int64{6000, 1}},
		{"percent, halves up", PercentOff(1250, 0, false, units(1004, 1000)), []int64{126, 125}},
		{"percent of the dearest only, ties as added", PercentOff(5000, 2, false, units(1000, 2000, 1000)), []int64{500, 1000, 0}},
		{"percent of the cheapest only, ties as added", PercentOff(5000, 2, true, units(2000, 1000, 1000, 1000)), []int64{0, 500, 500, 0}},
		{"everything off", PercentOff(10000, 0, false, units(999)), []int64{999}},
		{"buy 2 get 1 of another: the cheapest", BuyGet{10000, 1, 2, 2, 1, 0}.Off(5, unitsOf(2, 900, 700, 800)), []int64{0, 700, 800}},
		{"buy 2 get 1 of another: one group", BuyGet{10000, 1, 2, 2, 1, 1}.Off(5, unitsOf(2, 900, 700)), []int64{0, 700}},
		{"buy 2 get 1 of another: nothing bought", BuyGet{10000, 1, 2, 2, 1, 0}.Off(1, unitsOf(2, 900)), []int64{0}},
		{"buy 2 get 1 of the same, of 2", BuyGet{10000, 1, 2, 1, 1, 0}.Off(2, units(500, 500)), []int64{0, 0}},
		{"buy 2 get 1 of the same, of 3", BuyGet{5000, 1, 2, 1, 1, 0}.Off(3, units(500, 400, 500)), []int64{0, 200, 0}},
		{"buy 1 get 2 of the same, of 5: a group and what is above one", BuyGet{10000, 1, 1, 1, 2, 0}.Off(5, units(100, 100, 100, 100, 100)), []int64{100, 100, 100, 0, 0}},
		{"a cap shrinks all in proportion", Capped([]int64{300, 100}, 100), []int64{75, 25}},
		{"a cap that is not reached", Capped([]int64{300, 100}, 400), []int64{300, 100}},
		{"a cap of nothing", Capped([]int64{300, 100}, 0), []int64{0, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) { is.New(t).Equal(tt.got, tt.want) })
	}
}

func TestReduce(t *testing.T) {
	is := is.New(t)
	c := Charges{Base: 2000, ProcessingFee: 500, TaxRate: 20 * RateUnit}
	c.Reduce(800)
	is.Equal(c, Charges{Base: 2000, ProcessingFee: 500, TaxRate: 20 * RateUnit, Price: 1700, Tax: 283, BaseTax: 200, FeeTax: 83})
	c.Reduce(0)
	is.Equal(c, Charges{Base: 2000, ProcessingFee: 500, TaxRate: 20 * RateUnit, Price: 2500, Tax: 417, BaseTax: 333, FeeTax: 84})
}

// No rule takes more off a unit than it costs, or more off all than it may.
func TestDiscountProperties(t *testing.T) {
	price := rapid.Custom(func(t *rapid.T) Reducible {
		return Reducible{
			SaleItemID: rapid.Int64Range(1, 3).Draw(t, "sale item"), Price: rapid.Int64Range(0, MaxAmount).Draw(t, "price"),
			TaxRate: rapid.Int64Range(0, 100*RateUnit).Draw(t, "rate"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(price, 0, 300).Draw(t, "units")
		amount := rapid.Int64Range(1, MaxAmount).Draw(t, "amount")
		percent := rapid.Int64Range(1, 100*PercentUnit).Draw(t, "percent")
		limit := rapid.Int64Range(0, 5).Draw(t, "limit")
		most := rapid.Int64Range(0, MaxTotal).Draw(t, "most")
		rule := BuyGet{
			percent, rapid.Int64Range(1, 3).Draw(t, "condition"), rapid.Int64Range(1, 4).Draw(t, "buy"),
			rapid.Int64Range(1, 3).Draw(t, "target"), rapid.Int64Range(1, 4).Draw(t, "get"), limit,
		}
		for name, off := range map[string][]int64{
			"fixed": FixedOff(amount, limit, all), "net": FixedOffNet(amount, limit, all),
			"percent": PercentOff(percent, limit, limit%2 == 1, all), "buy": rule.Off(int64(len(all)), all),
			"capped": Capped(PercentOff(percent, 0, false, all), most),
		} {
			if len(off) != len(all) {
				t.Fatalf("%s: %d discounts for %d units", name, len(off), len(all))
			}
			for i := range off {
				if off[i] < 0 || off[i] > all[i].Price {
					t.Fatalf("%s: %d off %d", name, off[i], all[i].Price)
				}
			}
			if name == "fixed" && limit <= 1 && sumOf(off) != min(amount, sumOf(pricesOf(all))) {
				t.Fatalf("fixed: %d off instead of %d", sumOf(off), amount)
			}
			if name == "capped" && sumOf(off) > most {
				t.Fatalf("capped: %d off, %d is the most", sumOf(off), most)
			}
		}
	})
}

// The order in which units are added changes nothing but ties: the same is taken off in all,
// and off units of one price, give or take the minor unit that is left over.
func TestTheOrderOfAddingChangesOnlyTies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Reducible {
			return Reducible{SaleItemID: rapid.Int64Range(1, 3).Draw(t, "sale item"), Price: rapid.Int64Range(0, 20).Draw(t, "price") * 333, TaxRate: 20 * RateUnit}
		}), 1, 20).Draw(t, "units")
		other := rapid.Permutation(all).Draw(t, "in another order")
		amount, percent := rapid.Int64Range(1, 20_000).Draw(t, "amount"), rapid.Int64Range(1, 100*PercentUnit).Draw(t, "percent")
		limit, most := rapid.Int64Range(0, 5).Draw(t, "limit"), rapid.Int64Range(0, 20_000).Draw(t, "cap")
		rule := BuyGet{percent, rapid.Int64Range(1, 3).Draw(t, "condition"), 2, rapid.Int64Range(1, 3).Draw(t, "target"), 1, limit}
		for name, off := range map[string]func([]Reducible) []int64{
			"fixed":   func(all []Reducible) []int64 { return FixedOff(amount, limit, all) },
			"percent": func(all []Reducible) []int64 { return PercentOff(percent, limit, limit%2 == 1, all) },
			"buy":     func(all []Reducible) []int64 { return rule.Off(4, all) },
			"capped":  func(all []Reducible) []int64 { return Capped(PercentOff(percent, 0, false, all), most) },
		} {
			a, b := byPrice(all, off(all)), byPrice(other, off(other))
			if sumOf(a) != sumOf(b) {
				t.Fatalf("%s: %d off, and %d", name, sumOf(a), sumOf(b))
			}
			for i := range a {
				if d := a[i] - b[i]; d < -1 || d > 1 {
					t.Fatalf("%s: %v off, and %v", name, a, b)
				}
			}
		}
	})
}

// byPrice are discounts by the price of their units, and each price's by their amount.
func byPrice(all []Reducible, off []int64) []int64 {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(all[a].Price, all[b].Price), cmp.Compare(off[a], off[b]))
	})
	sorted := make([]int64, len(all))
	for i, at := range order {
		sorted[i] = off[at]
	}
	return sorted
}

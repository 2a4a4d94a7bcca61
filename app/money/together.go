package money

import (
	"cmp"
	"slices"
)

// Together are the charges of one unit of an order, with the discount on it.
type Together struct {
	Charges
	Off int64
}

// TaxTogether computes the tax of all units of an order: for each rate over the sum of what
// it is on, rounded half up once, and spread over the units. So as many units as you like
// have the tax of their sum, and each has its own within less than one minor unit.
func TaxTogether(units []*Together) {
	type way struct {
		rate int64
		mode TaxMode
	}
	var ways []way
	of := map[way][]*Together{}
	for _, u := range units {
		u.Reduce(u.Off)
		w := way{u.TaxRate, u.TaxMode}
		if u.TaxRate == 0 {
			continue
		}
		if of[w] == nil {
			ways = append(ways, w)
		}
		of[w] = append(of[w], u)
	}
	for _, w := range ways {
		if w.mode&TaxApart != 0 {
			taxApart(of[w])
		} else {
			taxWhole(of[w])
		}
	}
}

// taxWhole taxes base and fees of units of one rate together. The base's share is spread by
// itself, and the fees have the rest.
func taxWhole(units []*Together) {
	tax := spreadTax(units, func(u *Together) int64 { return u.Base + u.charged() - u.Off }, nil)
	base := spreadTax(units, func(u *Together) int64 { return u.Base - u.Off }, tax)
	for i, u := range units {
		u.setTax(base[i], tax[i]-base[i])
	}
}

// taxApart taxes the base and each fee of units of one rate by itself.
func taxApart(units []*Together) {
	base := spreadTax(units, func(u *Together) int64 { return u.Base - u.Off }, nil)
	processing := spreadTax(units, func(u *Together) int64 { return charged(u.ProcessingFee, u.HideProcessingFee) }, nil)
	reseller := spreadTax(units, func(u *Together) int64 { return charged(u.ResellerFee, u.HideResellerFee) }, nil)
	for i, u := range units {
		u.setTax(base[i], processing[i]+reseller[i])
	}
}

// setTax takes over what was calculated.
func (u *Together) setTax(base, fees int64) {
	u.Tax, u.BaseTax, u.FeeTax = base+fees, base, fees
	u.Price = u.Base + u.charged() - u.Off
	if u.TaxMode&TaxOnTop != 0 {
		u.Price += u.Tax
	}
}

// spreadTax is the tax on one part of the prices of units of one rate: that on the sum, half
// up. Each unit has the floor of its own; what is left over goes one by one to the largest
// remainders, ties to the earlier unit. most bounds what each gets; nil: nothing does.
func spreadTax(units []*Together, part func(*Together) int64, most []int64) []int64 {
	rate, whole := units[0].TaxRate, int64(100*RateUnit)
	if units[0].TaxMode&TaxOnTop == 0 {
		whole += rate
	}
	out, rest, order := make([]int64, len(units)), make([]int64, len(units)), make([]int, len(units))
	sum := int64(0)
	for i, u := range units {
		n := part(u)
		sum += n
		out[i], rest[i] = MulDiv(n, rate, whole)
		order[i] = i
	}
	left, r := MulDiv(sum, rate, whole)
	if 2*r >= whole {
		left++
	}
	for _, n := range out {
		left -= n
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rest[b], rest[a]) })
	for _, i := range order {
		if left > 0 && (most == nil || out[i] < most[i]) {
			out[i]++
			left--
		}
	}
	return out
}

// charged is a fee that comes on top of the base, 0: it is absorbed.
func charged(fee int64, absorbed bool) int64 {
	if absorbed {
		return 0
	}
	return fee
}

package money

import (
	"cmp"
	"math/bits"
	"slices"
)

// Share splits an amount over lines in proportion to their weights. Each gets
// its floor; the units left over go one by one to the largest remainders, ties
// to the first. The parts always add up. Weights that are all zero
// count as equal.
func Share(amount int64, weights []int64) []int64 {
	parts := make([]int64, len(weights))
	if len(weights) == 0 {
		return parts
	}
	var sum int64
	for _, w := range weights {
		sum += w
	}
	if sum == 0 {
		return Share(amount, ones(len(weights)))
	}
	left := amount
	rest := make([]int64, len(weights))
	order := make([]int, len(weights))
	for i, w := range weights {
		parts[i], rest[i] = MulDiv(amount, w, sum)
		left -= parts[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rest[b], rest[a]) })
	for _, i := range order[:left] {
		parts[i]++
	}
	return parts
}

func ones(n int) []int64 {
	w := make([]int64, n)
	for i := range w {
		w[i] = 1
	}
	return w
}

// MulDiv is the quotient and the remainder of a*b/c, exact whatever the size of
// the product.
func MulDiv(a, b, c int64) (q, r int64) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	uq, ur := bits.Div64(hi, lo, uint64(c))
	return int64(uq), int64(ur)
}

// MostDeposit is the largest share of a total that a deposit may be, in percent: who pays
// more than that may as well pay all.
const MostDeposit = 80

// Deposit is what is paid first of a total that holds some fees: all of the fees, and a
// percentage of the rest, rounded half up. ok is false where that is nothing, or more
// than 80 % of the total.
func Deposit(total, fees, percent int64) (amount int64, ok bool) {
	if percent <= 0 || total <= 0 || fees > total {
		return 0, false
	}
	part, left := MulDiv(total-fees, percent, 100*PercentUnit)
	if 2*left >= 100*PercentUnit {
		part++
	}
	amount = part + fees
	most, _ := MulDiv(total, MostDeposit, 100)
	return amount, amount > 0 && amount <= most
}

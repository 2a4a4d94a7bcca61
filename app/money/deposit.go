package money

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

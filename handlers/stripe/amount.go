package stripe

import (
	"marquee/app/company"
	"marquee/app/payment"
)

// counted is an amount, in minor units of ISO 4217, as the gateway counts it; see
// https://docs.stripe.com/currencies. It counts minor units too, but
//
//   - hundredths of two currencies that have none,
//   - whole ones of a currency that has hundredths,
//   - no single thousandths, as its partners know none.
//
// Of other currencies with thousandths it does not say whether it takes any.
func counted(cur company.Currency, amount int64) (there int64, exact bool) {
	switch cur.Code {
	case "ISK", "UGX":
		return 100 * amount, true
	case "MGA":
		return amount / 100, amount%100 == 0
	case "BHD", "JOD", "KWD", "OMR", "TND":
		return amount, amount%10 == 0
	}
	return amount, cur.Subunit == 0 || cur.Subunit == 2
}

// here is an amount that the gateway counts, in minor units of ISO 4217.
func here(cur company.Currency, there int64) int64 {
	switch cur.Code {
	case "ISK", "UGX":
		return there / 100
	case "MGA":
		return 100 * there
	}
	return there
}

// amountOf is an amount to be sent. One that cannot be moved is refused here too, for what was
// begun before anybody asked.
func amountOf(cur company.Currency, amount int64) (int64, error) {
	there, exact := counted(cur, amount)
	if !exact {
		return 0, &payment.Refusal{Code: payment.CodeAmount}
	}
	return there, nil
}

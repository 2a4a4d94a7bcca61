package wallet

import "marquee/app/company"

// code is a currency as people write it.
func code(currencyID int64) string {
	c, _ := company.CurrencyByID(currencyID)
	return c.Code
}

// amountOf is an amount as people write it.
func amountOf(currencyID, amount int64) string {
	c, _ := company.CurrencyByID(currencyID)
	return c.Amount(amount)
}

package payment

import (
	"marquee/app"
	"marquee/app/company"
	"marquee/app/locale"
)

// Count tells what an amount of a currency, in minor units, is to a gateway. Not every amount
// can be moved there: then it is what comes nearest, and not exact.
type Count func(cur company.Currency, amount int64) (there int64, exact bool)

// CountOf is how a gateway counts.
func CountOf(a *app.App, gateway string) Count {
	for _, s := range gatewaysOf(a) {
		if s.name == gateway && s.count != nil {
			return s.count
		}
	}
	return func(_ company.Currency, amount int64) (int64, bool) { return amount, true }
}

// CheckAmount refuses an amount that a gateway cannot move, before it is asked to. The field is
// the one of the request that the amount comes from.
func CheckAmount(r app.Reader, gateway, field string, currencyID, amount int64) error {
	cur, _ := company.CurrencyByID(currencyID)
	if _, exact := CountOf(app.Of(r), gateway)(cur, amount); !exact {
		return app.Field(field, "comes to %s by card: the payment gateway moves no such amount in %s", locale.Money{CurrencyID: currencyID, Minor: amount}, cur.Code)
	}
	return nil
}

// Currency is that of the payment.
func (p *Payment) Currency() company.Currency {
	cur, _ := company.CurrencyByID(p.CurrencyID)
	return cur
}

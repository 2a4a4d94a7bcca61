package wallet

import (
	"slices"

	"marquee/app"
)

// HasMoney tells whether a customer has money, confirmed or not, or a payout on its way.
func HasMoney(r app.Reader, customerID int64) (bool, error) {
	all, err := Of(r, customerID)
	return slices.ContainsFunc(all, func(w Wallet) bool { return w.Available+w.Pending+w.Reserved > 0 }), err
}

package sales

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

// toppers may have baskets too, of top-ups alone.
var toppers = []app.Ability{app.WalletTopup}

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(baskets(a), discounts(a), deliveries(a), accessCodes(a), checkout(a), completion(a), balances(a), later(a), waiting(a), modify(a), uploads(a), seats(a), pricePreviews(a), guestLines(a))
}

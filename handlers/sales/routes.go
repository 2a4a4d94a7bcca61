package sales

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(baskets(a), discounts(a), accessCodes(a), checkout(a), completion(a), balances(a), later(a), waiting(a), uploads(a), seats(a))
}

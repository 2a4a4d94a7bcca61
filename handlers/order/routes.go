package order

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(orders(a), orderItems(a), transactions(a), refunds(a), itemRoutes(a), timelines(a), resales(a), contracts(a), settlements(a), resaleSettings(a), transfers(a), distributions(a), medias(a), covers(a))
}

package customer

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(customers(a), erasing(a), merging(a), signingIn(a), groups(a))
}

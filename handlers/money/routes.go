package money

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

const tag = "Money"

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(payments(a), transfers(a), ledgers(a))
}

package company

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(settingUp(a), access(a), users(a), signingIn(a), companies(a), settings(a), paymentKeys(a), mailServers(a), passKeys(a), images(a), legal(a), tables(a), taxBands(a), codeKeys(a), factors(a), roles(a), visibility(a), ownTokens(a), sessions(a), deviceRoutes(a))
}

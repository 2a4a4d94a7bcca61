package report

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(statistics(a), salesReport(a), reports(a), exports(a), saved(a), pictures(a), batches(a))
}

package capture

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(questions(a), fields(a), moves(a), asked(a), answers(a))
}

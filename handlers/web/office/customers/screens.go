package customers

import (
	"embed"
	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are those of customers.
func Screens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{customersScreen(o), customerGroupsScreen(o), newGroupScreen(o), customerScreen(o), editCustomerScreen(o), eraseCustomerScreen(o), mergeCustomersScreen(o), customerFileScreen(o)}
}

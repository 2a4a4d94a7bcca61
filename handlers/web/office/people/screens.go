package people

import (
	"embed"

	"marquee/app"
	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are those of people.
func Screens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{listScreen(o), inviteScreen(o), personScreen(o), personSomeScreen(o), endScreen(o), rolesScreen(o), newRoleScreen(o), roleScreen(o), roleSomeScreen(o), groupsScreen(o), groupScreen(o), devicesScreen(o), meScreen(o)}
}

// What the pages need.
var (
	lists   = app.AnyOf{app.ListUsers, app.ManageUsers}
	views   = app.AnyOf{app.ViewUsers, app.ManageUsers}
	creates = app.AnyOf{app.CreateUsers, app.ManageUsers}
	deletes = app.AnyOf{app.DeleteUsers, app.ManageUsers}
)

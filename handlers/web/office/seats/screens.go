package seats

import (
	"embed"

	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are those of the seats of an event.
func Screens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{sellScreen(o), newHoldScreen(o), holdScreen(o), takingScreen(o), drawScreen(o)}
}

package home

import (
	"embed"
	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are Home and the search.
func Screens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{homeScreen(o), searchScreen(o)}
}

package door

import (
	"embed"

	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are those of the doors.
func Screens(o *screen.Pages) []*screen.Screen {
	door := o.Template(templates, "door.html")
	return []*screen.Screen{doorScreen(door), liveScreen(door), newZoneScreen(o), zoneScreen(o), phoneScreen(o)}
}

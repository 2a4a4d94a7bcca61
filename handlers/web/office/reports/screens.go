package reports

import (
	"embed"

	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are those of reports.
func Screens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{questionsScreen(o), reportScreen(o), fileScreen()}
}

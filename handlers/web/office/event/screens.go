package event

import (
	"embed"
	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are those of events.
func Screens(o *screen.Pages) []*screen.Screen {
	overview := o.Template(templates, "event.html")
	return append(resaleScreens(o), eventsScreen(o), newEventScreen(o), eventScreen(overview), liveScreen(overview), basicsScreen(o), copyScreen(o), timesScreen(o), pageScreen(o), posterScreen(o), questionsScreen(o), questionScreen(o), queueScreen(o), tableScreen(o), ticketsScreen(o), newTicketScreen(o), ticketScreen(o), groupsScreen(o), groupScreen(o), feesScreen(o), feeScreen(o))
}

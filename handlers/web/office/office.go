package office

import (
	"net/http"

	"marquee/handlers/rest"
	"marquee/handlers/web/office/customers"
	"marquee/handlers/web/office/door"
	"marquee/handlers/web/office/event"
	"marquee/handlers/web/office/home"
	"marquee/handlers/web/office/money"
	"marquee/handlers/web/office/orders"
	"marquee/handlers/web/office/people"
	"marquee/handlers/web/office/reach"
	"marquee/handlers/web/office/records"
	"marquee/handlers/web/office/reports"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/office/seats"
	"marquee/handlers/web/office/settings"
	"marquee/handlers/web/office/system"
	"marquee/handlers/web/page"
)

// parts are the screens of each part, one line each.
var parts = []func(*screen.Pages) []*screen.Screen{
	home.Screens,
	records.Screens,
	event.Screens,
	orders.Screens,
	people.Screens,
	customers.Screens,
	money.Screens,
	seats.Screens,
	door.Screens,
	reach.Screens,
	reports.Screens,
	settings.Screens,
	system.Screens,
}

// Handler answers everything below screen.Path. What its forms do are operations of the API.
func Handler(site *page.Site, api *rest.API) http.Handler {
	p := screen.New(site, api)
	var all []*screen.Screen
	for _, screens := range parts {
		all = append(all, screens(p)...)
	}
	return p.Handler(all)
}

package handlers

import (
	"marquee/app"
	"marquee/handlers/rest"
)

// groups lists the routes of every resource, one line each.
var groups = []func(*app.App) []rest.Route{
	access,
	companies,
	tables,
	customers,
	orders,
	orderItems,
	transactions,
	taxBands,
	baskets,
	completion,
	zones,
	zonesManage,
	zonesScan,
	venues,
	events,
	eventWrites,
	scannerEvents,
	saleItems,
	saleItemWrites,
	inventory,
	zonesItems,
	entryTickets,
	entryUpload,
}

// Routes is the whole API.
func Routes(a *app.App) []rest.Route {
	var all []rest.Route
	for _, g := range groups {
		all = append(all, g(a)...)
	}
	return all
}

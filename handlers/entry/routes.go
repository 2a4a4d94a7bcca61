package entry

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(zones(a), zonesManage(a), zonesScan(a), zonesItems(a), entryTickets(a), entryUpload(a), ticketsPair(a), guestData(a), admitOrder(a), doorDevices(a), leases(a), entryDoubles(a))
}

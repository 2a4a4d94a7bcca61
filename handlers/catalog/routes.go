package catalog

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(venues(a), inventory(a), events(a), eventWrites(a), eventImages(a), queues(a), codes(a), ticketAccess(a), passSwitches(a), eventApprovals(a), scannerEvents(a), saleItems(a), saleItemWrites(a), charities(a), eventTickets(a), pricingHistory(a), slots(a), groups(a), schedules(a), seasonTickets(a), bundles(a), vouchers(a), topups(a), shopProducts(a), trash(a))
}

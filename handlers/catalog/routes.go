package catalog

import (
	"slices"

	"marquee/app"
	"marquee/handlers/rest"
)

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return slices.Concat(venues(a), inventory(a), events(a), eventWrites(a), eventCopies(a), eventImages(a), queues(a), codes(a), ticketAccess(a), passSwitches(a), eventApprovals(a), scannerEvents(a), saleItems(a), saleItemWrites(a), saleItemsBulk(a), charities(a), eventTickets(a), pricingHistory(a), slots(a), groups(a), schedules(a), seasonTickets(a), bundles(a), vouchers(a), topups(a), shopProducts(a), trash(a))
}

// textBody is the largest body of a call that brings descriptions, in bytes: two of
// 65,000 characters, in any script, and what is beside them.
const textBody = 512 << 10

package catalog

import (
	"time"

	"marquee/app"
)

// What this area tells the areas below it, and asks of them. They register in an
// init function.
var (
	// EventCreated fires in the transaction that makes an event: every event owns an
	// Entry zone from its first moment (domain 22.2).
	EventCreated app.Hook[*Event]

	// WindowChanged fires when the window or the grace of a sale item changes: tickets
	// that were sold follow it.
	WindowChanged app.Hook[*SaleItem]

	// EventCancelled fires when an event is cancelled (domain 4.3).
	EventCancelled app.Hook[*Event]

	// EventDeleting fires before an event is deleted. A listener that still needs
	// it (an order exists) returns a refusal, and the event stays (domain 4.2).
	EventDeleting app.Hook[*Event]

	// EventMovedZone fires when an event changes its timezone and keeps its wall
	// times, so that others can move theirs (domain 1.8).
	EventMovedZone app.Hook[ZoneMove]
)

// ZoneMove is the change of an event's timezone. [ShiftZone] with From and To
// moves a moment.
type ZoneMove struct {
	EventID  int64
	From, To *time.Location
}

// Overdue tells, for each counter, how many reserved units belong to baskets
// whose time was up at now: readers see them as free before the sweeper has run
// (domain 5.3). Sales fills it in; the walk is as long as the sweeper is behind.
var Overdue func(r app.Reader, now time.Time) (map[StockKey]int64, error)

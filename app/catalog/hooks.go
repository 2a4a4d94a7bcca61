package catalog

import (
	"time"

	"marquee/app"
)

// What this area tells the areas below it, and asks of them.
var (
	// EventCreated fires in the transaction that makes an event: every event owns an
	// Entry zone from its first moment.
	EventCreated = app.NewHook[*Event]("event created")

	// ApprovalMoved fires when the approval of an event was asked for, and when that was
	// decided.
	ApprovalMoved = app.NewHook[*Approval]("approval of an event moved")

	// WindowChanged fires when the window or the grace of a sale item changes: tickets
	// that were sold follow it.
	WindowChanged = app.NewHook[*SaleItem]("sale window changed")

	// EventMoved fires when an event begins or ends at another time.
	EventMoved = app.NewHook[*Event]("event moved")

	// EventCancelled fires when an event is cancelled.
	EventCancelled = app.NewHook[*Event]("event cancelled")

	// EventDeleting fires before an event is deleted. A listener that still needs
	// it (an order exists) returns a refusal, and the event stays.
	EventDeleting = app.NewHook[*Event]("event deleting")

	// EventMovedZone fires when an event changes its timezone and keeps its wall
	// times, so that others can move theirs.
	EventMovedZone = app.NewHook[ZoneMove]("event moved to another timezone")

	// Overdue asks, for each counter, how many reserved units belong to baskets whose
	// time was up at a moment: readers see them as free before the sweeper has run, as
	// far as one reader looks.
	Overdue = app.NewQuestion[time.Time, map[StockKey]int64]("overdue reservations")
)

// ZoneMove is the change of an event's timezone. [ShiftZone] with From and To
// moves a moment.
type ZoneMove struct {
	EventID  int64
	From, To *time.Location
	// Windows are the sale items whose tickets let in at other moments now.
	Windows []int64
}

// CustomerGroupStands asks whether a group of customers is there.
var CustomerGroupStands = app.NewQuestion[int64, bool]("customer group stands")

package office

import "time"

// PageSize is how many events one page of their list has.
const PageSize = 50

// fewLeft is below how many units something is scarce.
const fewLeft = 20

const (
	// ordersSummed is how many orders of a customer are added up, ordersShown how many stand on
	// the page of one, and itemsLookedAt of how many tickets it is looked up whether they came.
	ordersSummed  = 100
	ordersShown   = 20
	itemsLookedAt = 200
	// membersCounted is up to how many members of a group are counted.
	membersCounted = 1_000
)

const (
	// minutesShown is how many minutes of a sale are shown, liveMinutes within how many of them
	// something was sold that goes on, and rush how many units within these are a rush.
	minutesShown = 18
	liveMinutes  = 10
	rush         = 20
	// lastShown is how many of the last orders are shown.
	lastShown = 5
	// patience is how long a gateway takes until its answer is missed, and unansweredCounted up to
	// how many payments are counted that it has not answered.
	patience          = time.Minute
	unansweredCounted = 100
)

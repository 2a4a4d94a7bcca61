package office

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

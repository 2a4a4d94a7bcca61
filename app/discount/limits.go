package discount

const (
	// maxSaleItems is how many sale items a code may name, and how many inventory items,
	// events, schedules and price bands.
	maxSaleItems = 500
	// maxCaps is how many currencies may have a largest discount.
	maxCaps = 200
	// maxAutomatic is how many codes of a company may count by themselves at a time: each
	// may be tried at each change of a basket. maxPriority is the largest priority.
	maxAutomatic = 10
	maxPriority  = 1_000
	// maxQuantity bounds what is bought and got of a bxgy code, in units.
	maxQuantity = 300
)

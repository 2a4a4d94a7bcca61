package refund

// Limits of refunds.
const (
	// maxCashoutOrders is how many orders one cash-out asks gateways about.
	maxCashoutOrders = 20
	// accessBatch is how many items of an erased customer one step looks at.
	accessBatch = 20
)

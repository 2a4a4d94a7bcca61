package pay

import "time"

// Limits of payments by card.
const (
	// maxIntents is how many transactions one order may have when another payment by card
	// is opened: each that was opened and given up stays with it.
	maxIntents = 100
	// completeEvery is how often captured money is looked for that waits for its order.
	completeEvery = 10 * time.Second
)

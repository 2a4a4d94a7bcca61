package order

// Limits of this area.
const (
	// MaxPage is how many rows one page of a list holds at most.
	MaxPage = 100

	// MaxMoved is how many sold tickets with windows of their own an event may have
	// and still change its timezone: the gates are told of all in one transaction,
	// and every other write waits for it.
	MaxMoved = 10_000
)

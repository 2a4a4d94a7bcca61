package transfer

import "time"

// Limits of this area.
const (
	// MaxPage is how many transfers one page of the list holds at most.
	MaxPage = 100
	// MaxItems is how many items one transfer names.
	MaxItems = 50
	// MaxLinks is how many links one transfer may have.
	MaxLinks = 100
	// maxAhead is how far ahead the day may be on which a transfer is mailed.
	maxAhead = 400 * 24 * time.Hour
	// maxRecent is how many transfers of an order its buyer begins within recently: each
	// may mail somebody who did not ask for it.
	maxRecent = 20
	// maxReserved is maxRecent for a basket, of which nobody is mailed before it is bought.
	maxReserved = 300
	recently    = time.Hour
	// dueEvery is how often transfers are looked for that are to be mailed, and dueBatch
	// how many one transaction takes.
	dueEvery = time.Minute
	dueBatch = 50
	// MaxDistributions is how many distributions one order has, and codeLength how long
	// their codes are.
	MaxDistributions = 20
	codeLength       = 16
	// eraseBatch is how many transfers one step of an erasure blanks.
	eraseBatch = 20
)

package sales

import "time"

// Limits of this area.
const (
	// MaxRebookedItems is how many items one call moves to other dates.
	MaxRebookedItems = 50

	// maxUnpaid is how many orders without a payment guests place for one customer within
	// unpaidWithin.
	maxUnpaid    = 10
	unpaidWithin = time.Hour
	// leastHold is how many times its time a basket can be held by extensions, where the
	// company does not allow more of them.
	leastHold = 3
	// MaxDecisions is how many items one call may approve and reject, and maxForApproval
	// how many of those a customer asked for of one sale item are looked through for it.
	MaxDecisions   = 500
	MaxForApproval = 1_000
	// maxFees is how many lines of fees one basket has.
	maxFees = 1_000

	// MaxCodeReason is the longest reason why a ticket got another form of code, in
	// characters.
	MaxCodeReason = 255
	// MaxFormerBarcodes is how many barcodes one item may have had before the one that it
	// has: whoever looks at the item reads them.
	MaxFormerBarcodes = 100

	// SweepBatch is how many baskets the sweeper expires in one transaction.
	SweepBatch = 100
	// maxOverdueInAdd is how many overdue baskets of others one buyer looks at when the
	// stock runs short, and maxFreedItems how many items, removed ones too, those may
	// have that are cleared away: some 10 ms of the writer.
	maxOverdueInAdd = 300
	maxFreedItems   = 3_000

	// SweepEvery is how often overdue baskets are looked for.
	SweepEvery = time.Second
)

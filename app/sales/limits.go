package sales

import "time"

// Limits of this area.
const (
	// maxCashoutOrders is how many orders one cash-out asks gateways about.
	maxCashoutOrders = 20
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
	maxForApproval = 1_000
	// maxFees is how many lines of fees one basket has.
	maxFees = 1_000
	// MaxUploaded is how many sales of tills one upload brings, maxUploadedUnits how many
	// units they may have in all, and uploadBatch how many of these one transaction
	// writes, a sale as a whole.
	MaxUploaded      = 500
	maxUploadedUnits = 5_000
	uploadBatch      = 100
	// maxForeignNotes and maxForeignBarcode are what an order of elsewhere brings, in
	// characters: gates look up no longer barcodes.
	maxForeignNotes   = 2_000
	maxForeignBarcode = 255

	// maxIntents is how many transactions one order may have when another payment by card
	// is opened: each that was opened and given up stays with it.
	maxIntents = 100

	// MaxCodeReason is the longest reason why a ticket got another form of code, in
	// characters.
	MaxCodeReason = 255
	// MaxFormerBarcodes is how many barcodes one item may have had before the one that it
	// has: whoever looks at the item reads them.
	MaxFormerBarcodes = 100

	// sweepBatch is how many baskets the sweeper expires in one transaction.
	sweepBatch = 100
	// maxOverdueInAdd is how many overdue baskets of others one buyer looks at when the
	// stock runs short, and maxFreedItems how many items, removed ones too, those may
	// have that are cleared away: some 10 ms of the writer.
	maxOverdueInAdd = 300
	maxFreedItems   = 3_000

	// accessBatch is how many items of an erased customer one step looks at.
	accessBatch = 20
	// maxClockAhead is how far ahead the clock of a till may be.
	maxClockAhead = 24 * time.Hour

	// SweepEvery is how often overdue baskets are looked for.
	SweepEvery = time.Second
	// completeEvery is how often captured money is looked for that waits for its order.
	completeEvery = 10 * time.Second
)

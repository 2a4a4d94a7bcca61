package imported

import "time"

// Limits of sales that were made elsewhere.
const (
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
	// maxClockAhead is how far ahead the clock of a till may be.
	maxClockAhead = 24 * time.Hour
)

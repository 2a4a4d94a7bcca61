package banking

// Limits of a statement.
const (
	// MaxStatement is the largest one, in bytes.
	MaxStatement = 5 << 20
	// MaxBookings is how many incoming bookings one may have; maxRead how many lines or entries are
	// read in all.
	MaxBookings = 2_000
	maxRead     = 20_000
	// maxPreamble is how many lines may stand before the header of a table.
	maxPreamble = 30
	// maxText and maxName bound what is kept of a booking, in characters.
	maxText = 500
	maxName = 140
)

// Limits of the work.
const (
	// MaxPage is the longest page of the list, MaxAtOnce how many transfers one call confirms.
	MaxPage   = 100
	MaxAtOnce = 500
	// maxWaiting is how many orders that wait are looked at for a transfer that names none.
	maxWaiting = 2_000
	// maxNames is how many words of a text may be references.
	maxNames = 40
	// maxReason is how long a reason may be, in characters.
	maxReason = 500
)

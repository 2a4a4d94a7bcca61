package payment

import "time"

// Limits of this area.
const (
	// maxCode bounds what is kept of a gateway's refusal, in bytes; maxRef a gateway's
	// name for an intent.
	maxCode = 100
	maxRef  = 200
	// MaxUUID is the longest name that a caller gives an intent, in bytes.
	MaxUUID = 255

	// HoldTime is how long an order keeps its stock while the gateway says that it has
	// not decided yet.
	HoldTime = 15 * time.Minute
	// GraceTime is how long money that was captured waits for its order to be completed
	// by whoever captured it; then the order completes by itself.
	GraceTime = 2 * time.Minute
	// RetryTime is what a basket has at least after a card was refused.
	RetryTime = 2 * time.Minute

	// leastAsk and mostAsk are how long it takes until a gateway is asked again about a
	// local payment, where it does not tell by itself.
	leastAsk = time.Minute
	mostAsk  = time.Hour

	// CallTimeout is how long a gateway may think.
	CallTimeout = 25 * time.Second
	// maxSends is how often cancelling or refunding is tried by itself: some days.
	maxSends = 40

	// MaxList is the longest list of payments.
	MaxList = 1_000
)

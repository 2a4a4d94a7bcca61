package payment

import (
	"time"

	"marquee/app/attempt"
	"marquee/app/order"
	"marquee/app/queue"
)

// Request is what calls to gateways are about.
type Request struct {
	PaymentID int64 `msgpack:"p"`
	// Barcodes are for the tickets that a capture pays for.
	Barcodes order.Barcodes `msgpack:"b"`
}

// Attempt is a call to a gateway whose outcome must be known before the caller is
// answered.
type Attempt = attempt.Attempt[Request]

// The calls to gateways. A payment has at most one open attempt at a time. Asking about
// them takes the call back where it has not arrived, so they are asked about as soon as
// a process starts.
var (
	OpenCall    = attempt.NewKind[Request](attempt.Spec{Name: "payment.open", Timeout: CallTimeout, AtStart: true})
	CaptureCall = attempt.NewKind[Request](attempt.Spec{Name: "payment.capture", Timeout: CallTimeout, AtStart: true})

	CancelCall = queue.NewKind(queue.Spec[Request]{Name: "payment.cancel", Timeout: CallTimeout, Attempts: maxSends, Pauses: pauses})
	RefundCall = queue.NewKind(queue.Spec[Request]{Name: "payment.refund", Timeout: CallTimeout, Attempts: maxSends, Pauses: pauses})
)

var pauses = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 3 * time.Hour}

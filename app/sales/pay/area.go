package pay

import (
	"time"

	"marquee/app"
	"marquee/app/payment"
)

// CompletePaid is the name of the job that completes orders whose money was taken by
// card, and which nobody completed.
const CompletePaid = "complete paid orders"

// Area is what payments by card bring.
func Area() app.Area {
	return app.Area{
		Effects: []app.Effect{payment.CancelCall.SentBy(CancelIntent), payment.RefundCall.SentBy(RefundPayment)},
		Jobs: []app.Job{
			{Name: CompletePaid, Every: completeEvery, Each: completeCaptured},
			{Name: AskLocal, Every: completeEvery, Each: askLocal},
		},
	}
}

// Limits of payments by card.
const (
	// maxIntents is how many transactions one order may have when another payment by card
	// is opened: each that was opened and given up stays with it.
	maxIntents = 100
	// completeEvery is how often captured money is looked for that waits for its order.
	completeEvery = 10 * time.Second
)

package pay

import (
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

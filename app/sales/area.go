package sales

import (
	"marquee/app"
	"marquee/app/payment"
	"marquee/app/resale"
)

// ExpireBaskets is the name of the job that ends overdue baskets and reservations.
const ExpireBaskets = "expire baskets"

// CompletePaid is the name of the job that completes orders whose money was taken by
// card, and which nobody completed.
const CompletePaid = "complete paid orders"

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports: &p,
		Effects: []app.Effect{
			payment.CaptureCall.SettledBy(AskCapture, FinishCapture),
			payment.CancelCall.SentBy(CancelIntent),
			payment.RefundCall.SentBy(RefundPayment),
			ReturnCall.SettledBy(AskReturn, FinishReturn),
			resale.ReturnCall.SentBy(ReturnProceeds),
		},
		Jobs: []app.Job{
			{Name: ExpireBaskets, Every: SweepEvery, ByClock: true, Each: sweep},
			{Name: CompletePaid, Every: completeEvery, Each: completeCaptured},
			{Name: AskLocal, Every: completeEvery, Each: askLocal},
		},
	}
}

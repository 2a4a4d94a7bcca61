package sales

import (
	"marquee/app"
	"marquee/app/payment"
)

// ExpireBaskets is the name of the job that ends overdue baskets and reservations.
const ExpireBaskets = "expire baskets"

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:   &p,
		Effects: []app.Effect{payment.CaptureCall.SettledBy(AskCapture, FinishCapture)},
		Jobs:    []app.Job{{Name: ExpireBaskets, Every: SweepEvery, ByClock: true, Each: sweep}},
	}
}

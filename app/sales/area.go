package sales

import "marquee/app"

// ExpireBaskets is the name of the job that ends overdue baskets and reservations.
const ExpireBaskets = "expire baskets"

// CompletePaid is the name of the job that completes orders whose money was taken by
// card, and which nobody completed.
const CompletePaid = "complete paid orders"

// Jobs is what this area does by itself.
func Jobs() []app.Job {
	return []app.Job{
		{Name: ExpireBaskets, Every: SweepEvery, ByClock: true, Each: sweep},
		{Name: CompletePaid, Every: completeEvery, Each: completeCaptured},
		{Name: AskLocal, Every: completeEvery, Each: askLocal},
	}
}

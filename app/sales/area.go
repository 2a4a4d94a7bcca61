package sales

import "marquee/app"

// ExpireBaskets is the name of the job that ends overdue baskets and reservations.
const ExpireBaskets = "expire baskets"

// Jobs is what this area does by itself.
func Jobs() []app.Job {
	return []app.Job{
		{Name: ExpireBaskets, Every: SweepEvery, Each: sweep},
	}
}

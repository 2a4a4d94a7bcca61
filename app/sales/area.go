package sales

import "marquee/app"

// Jobs is what this area does by itself.
func Jobs() []app.Job {
	return []app.Job{
		{Name: "expire baskets", Every: SweepEvery, Run: Sweep},
	}
}

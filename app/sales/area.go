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

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Paired asks whether an item is paired with a tag, which would stay with what is given up.
	Paired func(r app.Reader, in int64) (bool, error)
	// GivenTo asks which of the transfers give something to the customer.
	GivenTo func(r app.Reader, customerID int64, transfers []int64) ([]int64, error)
}

// PortsOf is what they are filled with in the App of a reader.
func PortsOf(r app.Reader) *Ports { return app.PortsOf[Ports](r) }

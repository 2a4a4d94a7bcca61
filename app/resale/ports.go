package resale

import (
	"marquee/app"
)

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Scanned asks whether somebody was ever let in with an item.
	Scanned func(r app.Reader, in int64) (bool, error)
	// Listed fires when items were offered, in the transaction that does it.
	Listed func(tx app.Tx, in Notice) error
	// SoldOn fires when an item was bought, with what its seller gets for it.
	SoldOn func(tx app.Tx, in Notice) error
	// PaidOut fires when a seller has the money: it can be spent, or went back.
	PaidOut func(tx app.Tx, in Notice) error
	// PayoutRefused fires with a sold item whose seller was to be paid out and could not be, in
	// a transaction of its own.
	PayoutRefused func(tx app.Tx, in int64) error
}

// PortsOf is what they are filled with in the App of a reader.
func PortsOf(r app.Reader) *Ports { return app.PortsOf[Ports](r) }

// Notice is something that a seller is told of items of one order.
type Notice struct {
	OrderID int64
	Items   []int64
	// Amount is what the seller asks, or gets, in minor units.
	Amount int64
	// N tells notices of an order apart.
	N int64
}

// tell tells the seller of a contract about it.
func (c *Contract) tell(tx app.Tx, of func(app.Tx, Notice) error, orderID int64) error {
	return of(tx, Notice{OrderID: orderID, Items: []int64{c.ItemID}, Amount: c.Proceeds(), N: c.ID})
}

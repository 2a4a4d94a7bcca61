package resale

import "marquee/app"

// Notice is something that a seller is told of items of one order.
type Notice struct {
	OrderID int64
	Items   []int64
	// Amount is what the seller asks, or gets, in minor units.
	Amount int64
	// N tells notices of an order apart.
	N int64
}

// Listed fires when items were offered, in the transaction that does it.
var Listed = app.NewHook[Notice]("items listed for resale")

// SoldOn fires when an item was bought, with what its seller gets for it.
var SoldOn = app.NewHook[Notice]("item sold on")

// PaidOut fires when a seller has the money: it can be spent, or went back.
var PaidOut = app.NewHook[Notice]("seller of an item paid")

// PayoutRefused fires with a sold item whose seller was to be paid out and could not be, in
// a transaction of its own.
var PayoutRefused = app.NewHook[int64]("payout of a seller refused")

// tell tells the seller of a contract about it.
func (c *Contract) tell(tx app.Tx, h *app.Hook[Notice], orderID int64) error {
	return h.Fire(tx, Notice{OrderID: orderID, Items: []int64{c.ItemID}, Amount: c.Proceeds(), N: c.ID})
}

package order

import "marquee/app"

// Sale is an order that just went through, with its live items.
type Sale struct {
	Order *Order
	Items []Item
}

// Completed fires in the transaction that completes an order: gates learn of
// its tickets there.
var Completed = app.NewHook[Sale]("order completed")

// ItemsChanged fires with the ids of sold items that changed in a way a gate
// must learn of: refunded, renamed, frozen, given a new barcode.
var ItemsChanged = app.NewHook[[]int64]("sold items changed")

package order

import (
	"cmp"

	"marquee/app"
	"marquee/app/seating"
	"marquee/indexes"
)

// Sale is an order that just went through, with its live items.
type Sale struct {
	Order *Order
	Items []Item
	// Known: the buyer had barcodes of it before. Barcode gives others.
	Known   bool
	Barcode func() string
}

// Completed fires in the transaction that completes an order: gates learn of
// its tickets there. It fires for sales, too, that were imported, or made by tills while they
// were offline.
var Completed = app.NewHook[Sale]("order completed")

// Asking is an order with its items, about which questions are asked.
type Asking struct {
	Order *Order
	Items []Item
}

// Unanswered asks for the items about which a required question has no answer; 0 stands
// for the order as a whole.
var Unanswered = app.NewQuestion[Asking, []int64]("required questions without an answer")

// Step is an order that came to another state.
type Step struct {
	Order *Order
	// From is the state before. It is the same where an order that waits got another
	// payment link.
	From Status
	// Notify: staff want the customer told of a decision that is theirs.
	Notify bool
}

// Stepped fires in the transaction in which a command brings an order to another state.
// Sales that were imported, or made by tills while they were offline, come to none: they
// are kept as they were.
var Stepped = app.NewHook[Step]("order came to another state")

// Decided are items that were approved and rejected.
type Decided struct {
	Order              *Order
	Approved, Rejected []int64
}

// ItemsDecided fires where staff want the customer told of a decision that left the state
// of the order as it is.
var ItemsDecided = app.NewHook[Decided]("order items decided")

// Takeover is an order that is to take the place of another, with the items that take the
// place of others, by the ids of these.
type Takeover struct {
	From, To int64
	Items    map[int64]Item
}

// TakenOver fires when it is made.
var TakenOver = app.NewHook[Takeover]("order to take the place of another")

// Handed is what somebody gave away of an order, or an order that got another purchaser.
type Handed struct {
	OrderID int64
	// From is who had it, 0: nobody.
	From int64
	// ItemIDs are those that From held; Whole: From was the purchaser.
	ItemIDs []int64
	Whole   bool
}

// HandOf adds an item to what each gives away who holds some of an order. What nobody holds is
// the purchaser's.
func (o *Order) HandOf(all []Handed, it *Item) []Handed {
	from := cmp.Or(it.CustomerID, o.CustomerID)
	for i := range all {
		if all[i].From == from {
			all[i].ItemIDs = append(all[i].ItemIDs, it.ID)
			return all
		}
	}
	return append(all, Handed{OrderID: o.ID, From: from, ItemIDs: []int64{it.ID}})
}

// HandedOver fires once for each who gave something away, before [ItemsChanged] does.
var HandedOver = app.NewHook[Handed]("order items handed over")

// HasPurchaser fires with an order that has another purchaser, who is to be told.
var HasPurchaser = app.NewHook[*Order]("order has another purchaser")

// TransferLost fires with a transfer of which something was voided before anybody claimed it.
var TransferLost = app.NewHook[int64]("transferred item voided")

// SeatMoved fires when a sold item got another seat.
var SeatMoved = app.NewHook[*Item]("seat moved")

// SeatMove is a sold item that is to get another seat of its event.
type SeatMove struct {
	EventID  int64
	From, To seating.Claim
}

// SeatKept asks whether it has to keep the seat that it has.
var SeatKept = app.NewQuestion[SeatMove, bool]("seat kept")

// Returned is what was voided of an order, and the money that went back for it.
type Returned struct {
	Order *Order
	// Amount is in minor units of the order's currency; 0 where no money went back.
	Amount int64
	// Items are those that were voided, or that the money was for.
	Items []int64
}

// ItemsReturned fires in the transaction that notes a refund or a cancellation, when the
// customer is to be told.
var ItemsReturned = app.NewHook[Returned]("items returned")

// ItemsChanged fires with the ids of sold items that changed in a way a gate
// must learn of: refunded, renamed, frozen, given a new barcode.
var ItemsChanged = app.NewHook[[]int64]("sold items changed")

// Saved fires with orders and baskets that were written, ItemSaved with items, and
// TransactionSaved with transactions: whoever tells others of changes misses none.
var (
	Saved            = app.NewHook[[]indexes.Change[Order]]("order saved")
	ItemSaved        = app.NewHook[[]indexes.Change[Item]]("order item saved")
	TransactionSaved = app.NewHook[[]indexes.Change[Transaction]]("transaction saved")
)

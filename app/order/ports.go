package order

import (
	"cmp"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/seating"
	"marquee/indexes"
)

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Blanked fires where an order or an item forgets whose it is.
	Blanked func(tx app.Tx, in Blanking) error
	// Completed fires in the transaction that completes an order: gates learn of
	// its tickets there. It fires for sales, too, that were imported, or made by tills while they
	// were offline.
	Completed func(tx app.Tx, in Sale) error
	// Unanswered asks for the items about which a required question has no answer; 0 stands
	// for the order as a whole.
	Unanswered func(r app.Reader, in Asking) ([]int64, error)
	// Stepped fires in the transaction in which a command brings an order to another state.
	// Sales that were imported, or made by tills while they were offline, come to none: they
	// are kept as they were.
	Stepped func(tx app.Tx, in Step) error
	// ItemsDecided fires where staff want the customer told of a decision that left the state
	// of the order as it is.
	ItemsDecided func(tx app.Tx, in Decided) error
	// TakenOver fires when an order that is to take the place of another is made.
	TakenOver func(tx app.Tx, in Takeover) error
	// HandedOver fires once for each who gave something away, before [ItemsChanged] does.
	HandedOver func(tx app.Tx, in Handed) error
	// HasPurchaser fires with an order that has another purchaser, who is to be told.
	HasPurchaser func(tx app.Tx, in *Order) error
	// TransferLost fires with a transfer of which something was voided before anybody claimed it.
	TransferLost func(tx app.Tx, in int64) error
	// SeatMoved fires when a sold item got another seat.
	SeatMoved func(tx app.Tx, in *Item) error
	// SeatKept asks whether a sold item has to keep the seat that it has.
	SeatKept func(r app.Reader, in SeatMove) (bool, error)
	// ItemsReturned fires in the transaction that notes a refund or a cancellation, when the
	// customer is to be told.
	ItemsReturned func(tx app.Tx, in Returned) error
	// ItemsChanged fires with the ids of sold items that changed in a way a gate
	// must learn of: refunded, renamed, frozen, given a new barcode.
	ItemsChanged func(tx app.Tx, in []int64) error
	// Saved fires with orders and baskets that were written, ItemSaved with items, and
	// TransactionSaved with transactions: whoever tells others of changes misses none.
	Saved            func(tx app.Tx, in []indexes.Change[Order]) error
	ItemSaved        func(tx app.Tx, in []indexes.Change[Item]) error
	TransactionSaved func(tx app.Tx, in []indexes.Change[Transaction]) error
	// Inherited fires in the transaction in which orders or items are another customer's.
	Inherited func(tx app.Tx, in Inheritance) error
	// ForWallets asks for which phones the company of a snapshot makes passes.
	ForWallets func(r app.Reader) (Wallets, error)
	// orderShown asks whether an order is shown: items are shown with it, and it is with items.
	orderShown func(r app.Reader, id int64) (bool, error)
}

// PortsOf is what they are filled with in the App of a reader.
func PortsOf(r app.Reader) *Ports { return app.PortsOf[Ports](r) }

// Sale is an order that just went through, with its live items.
type Sale struct {
	Order *Order
	Items []Item
	// Known: the buyer had barcodes of it before. Barcode gives others.
	Known   bool
	Barcode func() string
}

// Asking is an order with its items, about which questions are asked.
type Asking struct {
	Order *Order
	Items []Item
}

// Step is an order that came to another state.
type Step struct {
	Order *Order
	// From is the state before. It is the same where an order that waits got another
	// payment link.
	From Status
	// Notify: staff want the customer told of a decision that is theirs.
	Notify bool
}

// Decided are items that were approved and rejected.
type Decided struct {
	Order              *Order
	Approved, Rejected []int64
}

// Takeover is an order that is to take the place of another, with the items that take the
// place of others, by the ids of these.
type Takeover struct {
	From, To int64
	Items    map[int64]Item
}

// Handed is what somebody gave away of an order, or an order that got another purchaser.
type Handed struct {
	OrderID int64
	// From is who had it, 0: nobody.
	From int64
	// ItemIDs are those that From held; Whole: From was the purchaser.
	ItemIDs []int64
	Whole   bool
}

// Handover gives sold items of one order to another holder.
type Handover struct {
	ItemIDs  []int64
	HolderID int64
	// Barcode gives the barcodes that the items get.
	Barcode func() string
	// KeepBarcodes lets the items keep theirs: who had them before knows them.
	KeepBarcodes bool
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

// SeatMove is a sold item that is to get another seat of its event.
type SeatMove struct {
	EventID  int64
	From, To seating.Claim
}

// Returned is what was voided of an order, and the money that went back for it.
type Returned struct {
	Order *Order
	// Amount is in minor units of the order's currency; 0 where no money went back.
	Amount int64
	// Items are those that were voided, or that the money was for.
	Items []int64
}

// ForeignOrder is an order that was sold and paid for in another system.
type ForeignOrder struct {
	Buyer      customer.Buyer
	CurrencyID int64
	// Date lies in the past; one that is ahead counts as now.
	Date time.Time
	// Method is Elsewhere unless told.
	Method Method
	Notes  string
	Items  []ForeignItem
	// Notify mails the buyer a confirmation.
	Notify bool
	// Oversell takes stock that is not there.
	Oversell bool
}

// ForeignItem is one unit of such an order.
type ForeignItem struct {
	SaleItemID int64
	// Price is what the unit cost there.
	Price int64
	// Barcode is what was printed there; "" issues one here.
	Barcode string
	// Holder is the name on it.
	Holder   string
	Refunded bool
	// Repeats: something at another event has the barcode. Whoever keeps the order finds out.
	Repeats bool
}

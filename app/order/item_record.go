package order

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/app/seating"
	"marquee/app/ticketcode/form"
	"marquee/indexes"
	"marquee/kv"
)

// Item is one unit in a basket or order. Amounts are minor
// units; rates are ten-thousandths of a percent (20 % = 200000).
type Item struct {
	ID         int64 `msgpack:"id"`
	OrderID    int64 `msgpack:"o"`
	SaleItemID int64 `msgpack:"s"`
	ItemID     int64 `msgpack:"i"`
	EventID    int64 `msgpack:"e,omitempty"`
	// Run are the events that a season ticket lets in at, its own too.
	Run  []int64          `msgpack:"ru,omitempty"`
	Type catalog.ItemType `msgpack:"t"`
	// CustomerID is the holder; the purchaser is on the order.
	CustomerID int64 `msgpack:"c,omitempty"`
	// LinkedAs is the customer over whom its links are made, see link.go; 0: the holder.
	LinkedAs int64 `msgpack:"la,omitempty"`
	// SaleName is the name at the moment of sale and never changes.
	SaleName string `msgpack:"n"`
	// Barcode is issued at completion, empty before.
	Barcode string `msgpack:"b,omitempty"`
	// Repeats: it was printed elsewhere, and something at another event has the same barcode,
	// or had. Then it is found together with the event.
	Repeats bool `msgpack:"bd,omitempty"`
	// Form is how the barcode was given out.
	Form form.Form `msgpack:"fm,omitempty"`

	Base              int64 `msgpack:"ba,omitempty"`
	ProcessingFee     int64 `msgpack:"pf,omitempty"`
	ResellerFee       int64 `msgpack:"rf,omitempty"`
	HideProcessingFee bool  `msgpack:"hp,omitempty"`
	HideResellerFee   bool  `msgpack:"hr,omitempty"`
	Discount          int64 `msgpack:"d,omitempty"`
	// Price is the line total: base + charged fees - discount, and tax that comes on top.
	Price     int64 `msgpack:"p,omitempty"`
	TaxBandID int64 `msgpack:"tb,omitempty"`
	TaxRate   int64 `msgpack:"tr,omitempty"`
	Tax       int64 `msgpack:"tx,omitempty"`
	BaseTax   int64 `msgpack:"bt,omitempty"`
	FeeTax    int64 `msgpack:"ft,omitempty"`
	// TaxMode is how the tax was calculated.
	TaxMode money.TaxMode `msgpack:"tm,omitempty"`
	// ReverseRate is that of the tax that the buyer accounts for; the item has none then.
	ReverseRate int64 `msgpack:"rt,omitempty"`
	Refunded    int64 `msgpack:"r,omitempty"`

	// ValidFrom and ValidTo are the window at the moment of sale; whoever shows an
	// item shows that of today, see setWindows.
	ValidFrom    *time.Time `msgpack:"vf,omitempty"`
	ValidTo      *time.Time `msgpack:"vt,omitempty"`
	GraceMinutes int64      `msgpack:"g,omitempty"`

	LeadItemID      int64  `msgpack:"li,omitempty"` // lead of its bundle
	ParentItemID    int64  `msgpack:"pi,omitempty"` // ticket it is an add-on of
	ProducingItemID int64  `msgpack:"pr,omitempty"` // line that caused a fee
	NamedHolder     string `msgpack:"nh,omitempty"`
	// Renames is how often its buyer changed that name.
	Renames int64  `msgpack:"rk,omitempty"`
	Notes   string `msgpack:"no,omitempty"`
	// Protection is noted by staff; ProtectionNow is to be asked.
	Protection  Protection `msgpack:"ps,omitempty"`
	AmountNamed bool       `msgpack:"an,omitempty"` // the price was the caller's amount
	// PriceChannel is the channel whose price it has, where that is not its order's.
	PriceChannel     catalog.Channel `msgpack:"ch,omitempty"`
	CannotBeReduced  bool            `msgpack:"cb,omitempty"` // preventBasketModification
	SecureDisabled   bool            `msgpack:"sd,omitempty"`
	RequiresApproval bool            `msgpack:"ra,omitempty"`
	Sold             bool            `msgpack:"so,omitempty"` // the order went through
	Frozen           bool            `msgpack:"fr,omitempty"` // locked by resale or modification
	KeepsStock       bool            `msgpack:"ks,omitempty"` // voided, and nobody else is to have it

	// Place is the seat, or the general admission area, of an item that has one.
	Place *seating.Place `msgpack:"pl,omitempty"`
	// RunPlaces is the same place at the other events of a season ticket.
	RunPlaces []seating.Claim `msgpack:"rl,omitempty"`

	// Access tells whether the item is good before its order is paid.
	Access Access `msgpack:"ac,omitempty"`
	// Credit is what a top-up credits when it is sold, nil for everything else.
	Credit *Credit `msgpack:"cr,omitempty"`
	// Replaced is the item that this one took the place of, nil for most.
	Replaced *Replaced `msgpack:"rp,omitempty"`
	// SuccessorID is the item that took the place of this one, 0 for most.
	SuccessorID int64 `msgpack:"su,omitempty"`
	// Resale is under which terms the item is bought from another buyer, nil for most.
	Resale *Resale `msgpack:"rz,omitempty"`
	// OfferID is the resale contract under which it is offered, and locked; 0 for most.
	OfferID int64 `msgpack:"oc,omitempty"`
	// TransferID is the transfer by which somebody else is to have it; 0 for most.
	TransferID int64 `msgpack:"tf,omitempty"`
	// Proceeds is what of Refunded its seller got for selling it on: not the company gave
	// that back, but whoever bought it.
	Proceeds int64 `msgpack:"pc,omitempty"`
	// Contributed is what of a fee the seller of a resold item pays. The line costs the
	// buyer so much less.
	Contributed int64 `msgpack:"rc,omitempty"`
	// Reissued: it had other barcodes before.
	Reissued bool `msgpack:"ri,omitempty"`
	// Demo: its order was sold in demo mode, see demo.go.
	Demo bool `msgpack:"dm,omitempty"`

	CreatedAt   time.Time  `msgpack:"ca"`
	UpdatedAt   time.Time  `msgpack:"ua"`
	ApprovedAt  *time.Time `msgpack:"aa,omitempty"`
	RejectedAt  *time.Time `msgpack:"ja,omitempty"`
	CancelledAt *time.Time `msgpack:"xa,omitempty"`
	DeletedAt   *time.Time `msgpack:"da,omitempty"`
}

// Access is how an item that is not sold stands at the gates. The number is stored.
type Access int64

// The kinds of access; most items never have any.
const (
	// AccessOpen: gates let it in.
	AccessOpen Access = iota + 1
	// AccessEnded: they did, and do not any more.
	AccessEnded
)

// Seat is where its holder sits, empty without a seat.
func (i *Item) Seat() string {
	if i.Place == nil {
		return ""
	}
	return i.Place.FullName()
}

// Claims are what the item has of spaces: its own, and those at the other events of its run.
func (i *Item) Claims() []seating.Claim {
	if i.Place == nil {
		return nil
	}
	return append([]seating.Claim{i.Place.Claim()}, i.RunPlaces...)
}

// Issued tells whether gates look at the item: it was sold, or is good before that.
func (i *Item) Issued() bool { return i.Sold || i.Access == AccessOpen }

// Credit is what a top-up adds to the wallet of its purchaser.
type Credit struct {
	CurrencyID int64 `msgpack:"c"`
	Amount     int64 `msgpack:"a"`
	// Taken is what of it was taken back when the item was refunded, voided or cashed out.
	Taken int64 `msgpack:"t,omitempty"`
}

// The ways in which an item replaces another.
const (
	ByResale       = "resale"
	ByModification = "modification"
)

// Replaced points at an item that another one took the place of.
type Replaced struct {
	Type    string `msgpack:"t"`
	ItemID  int64  `msgpack:"i"`
	OrderID int64  `msgpack:"o"`
}

// Resale says how an item is bought that somebody sells on.
type Resale struct {
	ContractID int64 `msgpack:"c"`
	// ListingID is the listing that the contract is part of.
	ListingID int64 `msgpack:"l"`
	// Asked is a percentage of the fees that the seller is asked for, nil: what the rules
	// say.
	Asked *int64 `msgpack:"a,omitempty"`
}

// FromSeller tells that the item still belongs to whoever sells it on: it has no stock and no
// seat of its own before it is sold.
func (i *Item) FromSeller() bool { return i.Resale != nil && !i.Sold }

// Borrows tells that the item takes the place of another when it is sold, and that its stock
// and its seat are the other's until then.
func (i *Item) Borrows() bool { return i.Replaced != nil && !i.Sold }

// ReplacedBy tells whether the item took another's place in this way.
func (i *Item) ReplacedBy(way string) bool { return i.Replaced != nil && i.Replaced.Type == way }

// PricedFor is the channel whose price the item has.
func (i *Item) PricedFor(o *Order) catalog.Channel { return cmp.Or(i.PriceChannel, o.PriceChannel) }

// Holds tells whether the unit still takes part in the order: not removed, not
// voided, not rejected.
func (i *Item) Holds() bool { return i.DeletedAt == nil && i.CancelledAt == nil && i.RejectedAt == nil }

// Standing are the ids of those that stand.
func Standing(items []Item) (ids []int64) {
	for i := range items {
		if items[i].Holds() {
			ids = append(ids, items[i].ID)
		}
	}
	return ids
}

// Occupies tells whether the unit has its stock and its seat: it stands, or it was voided
// and they were not given back. What takes the place of another item has those of
// that until then.
func (i *Item) Occupies() bool { return (i.Holds() || i.KeepsStock) && !i.Borrows() }

// Undecided tells that the item waits for somebody who approves or rejects it.
func (i *Item) Undecided() bool {
	return i.RequiresApproval && i.ApprovedAt == nil && i.RejectedAt == nil
}

// Deferred tells that the item is paid for only once somebody approved it.
// Guests are approved after the order.
func (i *Item) Deferred() bool {
	return i.RequiresApproval && i.ApprovedAt == nil && i.Type != catalog.GuestList
}

// Admissible tells whether the item was sold and still stands, so that a gate
// may look at it at all.
func (i *Item) Admissible() bool { return i.Sold && i.Holds() }

func (i *Item) check() error {
	switch {
	case i.Base < 0, i.ProcessingFee < 0, i.ResellerFee < 0, i.Discount < 0, i.Price < 0, i.Tax < 0:
		return fmt.Errorf("order item %d: negative amount", i.ID)
	case i.Tax > i.Price:
		return fmt.Errorf("order item %d: tax %d above price %d", i.ID, i.Tax, i.Price)
	case i.Refunded < 0 || i.Refunded > i.Price:
		return fmt.Errorf("order item %d: refunded %d of %d", i.ID, i.Refunded, i.Price)
	case i.Proceeds < 0 || i.Proceeds > i.Refunded || i.Proceeds > 0 && i.SuccessorID == 0:
		return fmt.Errorf("order item %d: %d of %d refunded for selling it on", i.ID, i.Proceeds, i.Refunded)
	case i.ApprovedAt != nil && i.RejectedAt != nil:
		return fmt.Errorf("order item %d: approved and rejected", i.ID)
	case i.Credit != nil && (i.Credit.Amount < 1 || i.Credit.Taken < 0 || i.Credit.Taken > i.Credit.Amount):
		return fmt.Errorf("order item %d: credits %d, of which %d were taken back", i.ID, i.Credit.Amount, i.Credit.Taken)
	case i.Contributed < 0 || i.Contributed > 0 && !i.IsFee():
		return fmt.Errorf("order item %d: a seller pays %d of it", i.ID, i.Contributed)
	case i.Resale != nil && !i.ReplacedBy(ByResale):
		return fmt.Errorf("order item %d: bought from nobody", i.ID)
	case i.Repeats && (i.EventID == 0 || len(i.Run) > 0):
		return fmt.Errorf("order item %d: repeats a barcode, and is of no event or of several", i.ID)
	}
	return nil
}

var (
	itemByBarcode = indexes.NewUnique("barcode", kv.String, func(i *Item) []string {
		if i.Barcode == "" || i.Repeats {
			return nil
		}
		return []string{i.Barcode}
	})
	// itemByFolded finds barcodes with small letters, which come from elsewhere, whatever the case
	// in which somebody types them.
	itemByFolded = indexes.NewBy("folded", kv.String, func(i *Item) []string {
		if i.Barcode == strings.ToUpper(i.Barcode) {
			return nil
		}
		return []string{strings.ToLower(CanonicalBarcode(i.Barcode))}
	})
	// itemByRepeated finds what has a barcode that something at another event had first.
	itemByRepeated = indexes.NewUnique("repeated", kv.PairOf(kv.String, kv.Int), func(i *Item) []kv.Pair2[string, int64] {
		if i.Barcode == "" || !i.Repeats {
			return nil
		}
		return []kv.Pair2[string, int64]{{A: i.Barcode, B: i.EventID}}
	})
	itemByCustomer = indexes.NewBy("customer", kv.Int, func(i *Item) []int64 {
		if i.CustomerID == 0 || !i.Sold {
			return nil
		}
		return []int64{i.CustomerID}
	})
	// itemHeld is grouped by customer and event, see held.go.
	itemHeld = indexes.NewBy("held", kv.PairOf(kv.PairOf(kv.Int, kv.Int), kv.Int), (*Item).held).Counted()
	// itemListed, itemByEvent and itemChanged are grouped by class: see item_class.go.
	itemListed  = indexes.NewBy("listed", kv.Int, (*Item).listed).Counted().Ascending().Version(2)
	itemByEvent = indexes.NewBy("event", kv.Int, (*Item).listedByEvent).Counted().Ascending().Version(2)
	itemChanged = indexes.NewBy("changed", kv.PairOf(kv.Int, kv.Time), (*Item).changed).Ascending().Version(2)
	// itemForApproval finds what a customer asked for that somebody approves, decided or
	// not: by sale item and customer.
	itemForApproval = indexes.NewBy("approval", kv.PairOf(kv.Int, kv.Int), func(i *Item) []kv.Pair2[int64, int64] {
		if !i.RequiresApproval || i.CustomerID == 0 || i.DeletedAt != nil {
			return nil
		}
		return []kv.Pair2[int64, int64]{{A: i.SaleItemID, B: i.CustomerID}}
	})
	// itemBySpace finds whoever has a space, or had it in an order that is over.
	itemBySpace = indexes.NewBy("space", kv.Int, func(i *Item) []int64 {
		if !i.Occupies() {
			return nil
		}
		var ids []int64
		for _, c := range i.Claims() {
			ids = append(ids, c.SpaceID)
		}
		return ids
	}).Version(2)
	// itemOfDemo finds what stands of what was sold in demo mode.
	itemOfDemo = indexes.NewBy("demo", kv.Int, (*Item).demoClass).Counted()
	itemByText = indexes.NewTexts("text", (*Item).line).Version(2)
)

// Items is the table of order items.
var Items = itemTable.Table

var itemTable = indexes.Define(indexes.Spec[Item]{
	Name: "order_items", Version: 1,
	Person: indexes.Cleared(withoutHolder,
		"SaleName: what was sold", "Barcode: lets whoever holds it in", "Place: the seat", "Replaced: words of the program"),
	Shown: func(r app.Reader, i *Item) (bool, error) { return i.shown(r) },
	ID:    func(i *Item) *int64 { return &i.ID },
	Stamp: func(tx app.Tx, old, i *Item) {
		i.Repeats = i.Repeats && i.Barcode != ""
		i.Demo = i.Demo || old != nil && old.Demo
		app.Stamp(tx, old == nil, &i.CreatedAt, &i.UpdatedAt)
		i.UpdatedAt = app.ChangeOf(tx, old, func(i *Item) time.Time { return i.UpdatedAt })
	},
	Check: (*Item).check,
	Wrote: app.Wrote(func(p *Ports) func(app.Tx, []indexes.Change[Item]) error { return p.ItemSaved }),
}, itemByBarcode.Index, itemByFolded.Index, itemByRepeated.Index, itemByCustomer.Index, itemHeld.Index, itemListed.Index, itemByEvent.Index, itemChanged.Index, itemForApproval.Index, itemByText.Index, itemBySpace.Index, itemOfDemo.Index)

// OldBarcode is a barcode that was replaced: it is never issued
// again, and a gate that sees it says so.
type OldBarcode struct {
	ID          int64     `msgpack:"id"`
	OrderItemID int64     `msgpack:"i"`
	Old         string    `msgpack:"o"`
	New         string    `msgpack:"n"`
	ChangedAt   time.Time `msgpack:"c"`
	// EventID is that of an item whose barcode others had, too: nobody else lost it. 0 for
	// most.
	EventID int64 `msgpack:"e,omitempty"`
	// Reason is why staff gave the ticket another form of code, and UserID who did.
	Reason string `msgpack:"r,omitempty"`
	UserID int64  `msgpack:"u,omitempty"`
	// Cause is what happened to the ticket.
	Cause BarcodeCause `msgpack:"ca,omitempty"`
}

// BarcodeCause is why a ticket got another barcode; the number is stored.
type BarcodeCause uint8

// The causes.
const (
	NewCode  BarcodeCause = iota // it was given out anew, or nobody noted why
	PassedOn                     // to another holder
	SoldOn                       // to another buyer
	Changed                      // for another ticket
)

var (
	oldBarcodeByCode = indexes.NewUnique("code", kv.String, func(b *OldBarcode) []string {
		if b.EventID != 0 {
			return nil
		}
		return []string{b.Old}
	})
	oldByRepeated = indexes.NewUnique("repeated", kv.PairOf(kv.String, kv.Int), func(b *OldBarcode) []kv.Pair2[string, int64] {
		if b.EventID == 0 {
			return nil
		}
		return []kv.Pair2[string, int64]{{A: b.Old, B: b.EventID}}
	})
	oldBarcodeByItem = indexes.NewBy("item", kv.Int, func(b *OldBarcode) []int64 { return []int64{b.OrderItemID} })
)

// OldBarcodes is the table of replaced barcodes.
var OldBarcodes = oldBarcodeTable.Table

var oldBarcodeTable = indexes.Define(indexes.Spec[OldBarcode]{
	Name: "old_barcodes", Version: 1,
	Person:    indexes.Cleared(withoutReason, "Old: is never given out again", "New: is what holds instead"),
	Unaudited: "a journal",
	ID:        func(b *OldBarcode) *int64 { return &b.ID },
	Shown:     func(r app.Reader, b *OldBarcode) (bool, error) { return itemShown(r, b.OrderItemID) },
}, oldBarcodeByCode.Index, oldByRepeated.Index, oldBarcodeByItem.Index)

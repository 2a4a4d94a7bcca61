package catalog

import (
	"slices"
	"time"

	"marquee/app"
)

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// EventCreated fires in the transaction that makes an event: every event owns an
	// Entry zone from its first moment.
	EventCreated func(tx app.Tx, in *Event) error
	// ApprovalMoved fires when the approval of an event was asked for, and when that was
	// decided.
	ApprovalMoved func(tx app.Tx, in *Approval) error
	// WindowChanged fires when the window or the grace of a sale item changes: tickets
	// that were sold follow it.
	WindowChanged func(tx app.Tx, in *SaleItem) error
	// ItemRenamed fires for each sale item of what is called differently: tickets that were
	// sold say so. EventRenamed fires when an event is.
	ItemRenamed  func(tx app.Tx, in *SaleItem) error
	EventRenamed func(tx app.Tx, in *Event) error
	// EventMoved fires when an event begins or ends at another time.
	EventMoved func(tx app.Tx, in *Event) error
	// EventDeleting fires before an event is deleted. A listener that still needs
	// it (an order exists) returns a refusal, and the event stays.
	EventDeleting func(tx app.Tx, in *Event) error
	// EventMovedZone fires when an event changes its timezone and keeps its wall
	// times, so that others can move theirs.
	EventMovedZone func(tx app.Tx, in ZoneMove) error
	// SeatsCopied fires when an event is copied, before what it sells is; EventCopied when that is
	// there, and CodesCopied once for all copies.
	SeatsCopied, EventCopied func(tx app.Tx, in *Copying) error
	CodesCopied              func(tx app.Tx, in CopiedCodes) error
	// Overdue asks, for each counter, how many reserved units belong to baskets whose
	// time was up at a moment: readers see them as free before the sweeper has run, as
	// far as one reader looks.
	Overdue func(r app.Reader, in time.Time) (map[StockKey]int64, error)
	// CustomerGroupExists asks whether a group of customers is there.
	CustomerGroupExists func(r app.Reader, in int64) (bool, error)
	// AllIn asks what units of a sale item cost with fees, for each of its prices.
	AllIn func(r app.Reader, in ToPrice) ([]int64, error)
	// PriceBandOf asks whether an event has a price band.
	PriceBandOf func(r app.Reader, in BandKey) (bool, error)
	// SameSeats asks whether events are sold from copies of one plan, ready for sale.
	SameSeats func(r app.Reader, in []int64) (bool, error)
	// PriceBandAreas asks for the areas of a price band.
	PriceBandAreas func(r app.Reader, in BandKey) ([]int64, error)
	// ShopExists asks whether there is a shop that products can be of.
	ShopExists func(r app.Reader, in int64) (bool, error)
}

// PortsOf is what they are filled with in the App of a reader.
func PortsOf(r app.Reader) *Ports { return app.PortsOf[Ports](r) }

// ZoneMove is the change of an event's timezone. [ShiftZone] with From and To
// moves a moment.
type ZoneMove struct {
	EventID  int64
	From, To *time.Location
	// Windows are the sale items whose tickets let in at other moments now.
	Windows []int64
}

// CopiedCodes are the copies of an event, whose codes count at them too.
type CopiedCodes struct{ All []*Copying }

// More are the ids of a list with those that the copies have in place of some of them, each once.
func (in *CopiedCodes) More(ids []int64, of func(k *Copying) map[int64]int64) []int64 {
	all := slices.Clone(ids)
	for _, k := range in.All {
		all = append(all, Replaced(ids, of(k))...)
	}
	return app.Distinct(all)
}

// Events are the ids of a list with the copies, where the event is in it.
func (in *CopiedCodes) Events(ids []int64) []int64 {
	return in.More(ids, func(k *Copying) map[int64]int64 { return map[int64]int64{k.From.ID: k.To.ID} })
}

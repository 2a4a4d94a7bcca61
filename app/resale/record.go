package resale

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// Closure says how a listing ended. The text is stored and that of the API.
type Closure string

// The closures.
const (
	SoldOut   Closure = "sold_out"
	Expired   Closure = "expired"
	Cancelled Closure = "cancelled"
)

// Listing is what a seller offers of one order for one event.
type Listing struct {
	ID int64 `msgpack:"id"`
	// SellerID is the customer who holds what is offered.
	SellerID    int64   `msgpack:"c"`
	EventID     int64   `msgpack:"e"`
	OrderID     int64   `msgpack:"o"`
	CurrencyID  int64   `msgpack:"cu"`
	ContractIDs []int64 `msgpack:"ct"`
	// MinQuantity is how many of it are bought together at least.
	MinQuantity int64     `msgpack:"m"`
	OnSaleFrom  time.Time `msgpack:"sf"`
	OnSaleUntil time.Time `msgpack:"su"`
	// Ending is how it is to end, once what lies in baskets was bought or is free.
	Ending  Closure `msgpack:"en,omitempty"`
	Closure Closure `msgpack:"cl,omitempty"`

	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	ClosedAt  *time.Time `msgpack:"xa,omitempty"`
}

// Open tells that something of it can be bought, or lies in a basket.
func (l *Listing) Open() bool { return l.ClosedAt == nil }

func (l *Listing) check() error {
	switch {
	case l.SellerID == 0 || l.EventID == 0 || l.OrderID == 0 || len(l.ContractIDs) == 0:
		return fmt.Errorf("listing %d: of nobody, or of nothing", l.ID)
	case l.MinQuantity < 1 || l.MinQuantity > int64(len(l.ContractIDs)):
		return fmt.Errorf("listing %d: %d of %d together", l.ID, l.MinQuantity, len(l.ContractIDs))
	case (l.ClosedAt == nil) != (l.Closure == ""):
		return fmt.Errorf("listing %d: closed without a reason, or the other way round", l.ID)
	case !l.OnSaleUntil.After(l.OnSaleFrom):
		return fmt.Errorf("listing %d: on sale until before it begins", l.ID)
	}
	return nil
}

// class is what lists are narrowed by. It is stored and never changes its meaning.
func (l *Listing) class() int64 {
	if l.Open() {
		return open
	}
	return closed
}

const (
	open int64 = iota
	closed
	classes // how many there are
)

type classTime = kv.Pair2[int64, time.Time]

var (
	listingListed = indexes.NewBy("listed", kv.PairOf(kv.Int, kv.Time), func(l *Listing) []classTime {
		return []classTime{{A: l.class(), B: l.CreatedAt}}
	}).Counted()
	listingByEvent = indexes.NewBy("event", kv.PairOf(kv.Int, kv.Time), func(l *Listing) []classTime {
		return []classTime{{A: l.EventID*classes + l.class(), B: l.CreatedAt}}
	}).Counted()
	listingBySeller = indexes.NewBy("seller", kv.PairOf(kv.Int, kv.Time), func(l *Listing) []classTime {
		return []classTime{{A: l.SellerID*classes + l.class(), B: l.CreatedAt}}
	}).Counted()
	// listingDue finds listings whose time is up.
	listingDue = indexes.NewBy("due", kv.Time, func(l *Listing) []time.Time {
		if !l.Open() || l.Ending != "" {
			return nil
		}
		return []time.Time{l.OnSaleUntil}
	})
)

// Listings is the table of listings.
var Listings = listingTable.Table

var listingTable = indexes.Define(indexes.Spec[Listing]{
	Name: "resale_listings", Version: 1,
	Person: indexes.Stays("what was sold on, by numbers; an erasure ends what is offered"),
	Shown:  func(r app.Reader, l *Listing) (bool, error) { return catalog.ShownAt(r, l.EventID) },
	ID:     func(l *Listing) *int64 { return &l.ID },
	Stamp:  func(tx app.Tx, old, l *Listing) { app.Stamp(tx, old == nil, &l.CreatedAt, &l.UpdatedAt) },
	Check:  (*Listing).check,
}, listingListed.Index, listingByEvent.Index, listingBySeller.Index, listingDue.Index)

// State is that of a contract. The number is stored.
type State int64

// The states of a contract.
const (
	// Active: it can be bought.
	Active State = iota + 1
	// Reserved: it lies in a basket, or in an order that is being paid.
	Reserved
	Sold
	Withdrawn
)

// Slug is the status of the API, which does not tell what lies in baskets.
func (s State) Slug() string {
	switch s {
	case Sold:
		return "sold"
	case Withdrawn:
		return "cancelled"
	}
	return "active"
}

// shown: a contract is seen by whoever sees its listing.
func (c *Contract) shown(r app.Reader) (bool, error) {
	_, err := Listings.Get(r, c.ListingID)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Contract is the offer of one order item.
type Contract struct {
	ID        int64 `msgpack:"id"`
	ListingID int64 `msgpack:"l"`
	// ItemID is the item of the seller.
	ItemID     int64 `msgpack:"i"`
	CurrencyID int64 `msgpack:"cu"`
	Price      int64 `msgpack:"p"`
	// MaxContribution is what of the fees the seller is ready to pay.
	MaxContribution int64 `msgpack:"mc,omitempty"`
	State           State `msgpack:"s"`
	// BasketID is the order that has it reserved, or bought it, and UnitID the item of the
	// buyer.
	BasketID int64 `msgpack:"b,omitempty"`
	UnitID   int64 `msgpack:"u,omitempty"`
	// Total, Display and Contribution are those of the sale.
	Total        int64 `msgpack:"to,omitempty"`
	Display      int64 `msgpack:"di,omitempty"`
	Contribution int64 `msgpack:"co,omitempty"`

	// MovementID is the credit to the wallet of the seller, 0 where there is none.
	MovementID int64 `msgpack:"w,omitempty"`
	// Payout is ToOriginal where the seller is paid over a gateway, empty for all else. So
	// much was Returned there, with TransactionID of the order of the seller.
	Payout        Payout `msgpack:"po,omitempty"`
	Returned      int64  `msgpack:"rb,omitempty"`
	TransactionID int64  `msgpack:"rt,omitempty"`

	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	SoldAt    *time.Time `msgpack:"sa,omitempty"`
}

// Offered tells that it is neither sold nor withdrawn.
func (c *Contract) Offered() bool { return c.State == Active || c.State == Reserved }

// Proceeds are what the seller of a sold contract gets.
func (c *Contract) Proceeds() int64 { return c.Price - c.Contribution }

// Credited is what of the proceeds is credited to a wallet.
func (c *Contract) Credited() int64 { return c.Proceeds() - c.Returned }

// Owed tells that the seller of a sold contract is to be paid over a gateway, and was not
// yet.
func (c *Contract) Owed() bool {
	return c.State == Sold && c.Payout == ToOriginal && c.MovementID == 0 && c.TransactionID == 0
}

func (c *Contract) check() error {
	switch {
	case c.ListingID == 0 || c.ItemID == 0 || c.CurrencyID == 0 || c.State < Active || c.State > Withdrawn:
		return fmt.Errorf("resale contract %d: of nothing", c.ID)
	case c.Price < 1 || c.MaxContribution < 0 || c.MaxContribution >= c.Price || c.Contribution < 0 || c.Contribution >= c.Price:
		return fmt.Errorf("resale contract %d: %d for %d", c.ID, c.MaxContribution, c.Price)
	case (c.State == Reserved || c.State == Sold) != (c.BasketID != 0):
		return fmt.Errorf("resale contract %d: in basket %d", c.ID, c.BasketID)
	case c.Returned < 0 || c.Returned > c.Proceeds() || (c.Returned > 0) != (c.TransactionID != 0):
		return fmt.Errorf("resale contract %d: %d returned with transaction %d", c.ID, c.Returned, c.TransactionID)
	case (c.State == Sold) != (c.UnitID != 0 && c.SoldAt != nil):
		return fmt.Errorf("resale contract %d: sold as item %d", c.ID, c.UnitID)
	}
	return nil
}

var (
	// contractOffered finds the one contract under which an item is offered.
	contractOffered = indexes.NewUnique("offered", kv.Int, func(c *Contract) []int64 {
		if !c.Offered() {
			return nil
		}
		return []int64{c.ItemID}
	})
	contractByItem = indexes.NewBy("item", kv.Int, func(c *Contract) []int64 { return []int64{c.ItemID} })
)

// Contracts is the table of contracts.
var Contracts = contractTable.Table

var contractTable = indexes.Define(indexes.Spec[Contract]{
	Name: "resale_contracts", Version: 1,
	Person: indexes.Stays("what was sold on, by numbers; an erasure ends what is offered"),
	Shown:  func(r app.Reader, c *Contract) (bool, error) { return c.shown(r) },
	ID:     func(c *Contract) *int64 { return &c.ID },
	Stamp:  func(tx app.Tx, old, c *Contract) { app.Stamp(tx, old == nil, &c.CreatedAt, &c.UpdatedAt) },
	Check:  (*Contract).check,
}, contractOffered.Index, contractByItem.Index)

package catalog

import (
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// InventoryItem is the definition shared by all sale items made from it: name,
// type, approval need and (as a Stock of its own) global stock (domain 6.1).
type InventoryItem struct {
	ID               int64      `msgpack:"id"`
	Type             ItemType   `msgpack:"t"`
	Name             string     `msgpack:"n"`
	Description      string     `msgpack:"d,omitempty"`
	ExternalID       string     `msgpack:"x,omitempty"`
	Website          string     `msgpack:"w,omitempty"`
	RequiresApproval bool       `msgpack:"ra,omitempty"`
	CreatedAt        time.Time  `msgpack:"ca"`
	UpdatedAt        time.Time  `msgpack:"ua"`
	DeletedAt        *time.Time `msgpack:"da,omitempty"`
}

// InventoryItems is the table of inventory items.
var InventoryItems = indexes.Define(app.Schema, indexes.Spec[InventoryItem]{
	Name: "inventory_items", Version: 1,
	ID:    func(i *InventoryItem) *int64 { return &i.ID },
	Stamp: func(tx app.Tx, old, i *InventoryItem) { app.Stamp(tx, old == nil, &i.CreatedAt, &i.UpdatedAt) },
})

// Channel is where something is sold. NoChannel in a price row means "any".
type Channel uint8

// The sales channels, by their id in the contract (facts: sales point type).
const (
	NoChannel  Channel = 0
	Shop       Channel = 1
	BoxOffice  Channel = 2
	APIChannel Channel = 3
	Import     Channel = 5
	InvoiceOut Channel = 6
	Kiosk      Channel = 7
)

// Price is what a sale item costs in one currency, on one channel or on any
// that has no row of its own (domain 7.1). Amounts are minor units.
type Price struct {
	ID                int64   `msgpack:"i"`
	CurrencyID        int64   `msgpack:"c"`
	Channel           Channel `msgpack:"ch,omitempty"`
	Base              int64   `msgpack:"b"`
	ProcessingFee     int64   `msgpack:"f,omitempty"`
	ResellerFee       int64   `msgpack:"r,omitempty"`
	HideProcessingFee bool    `msgpack:"hp,omitempty"`
	HideResellerFee   bool    `msgpack:"hr,omitempty"`
	Variable          bool    `msgpack:"v,omitempty"`
	VariableMin       *int64  `msgpack:"vi,omitempty"`
	VariableMax       *int64  `msgpack:"va,omitempty"`
	Custom            bool    `msgpack:"cu,omitempty"`
	CustomRequired    bool    `msgpack:"cr,omitempty"`
}

// Total is the price with the fees that are not absorbed (domain 7.2).
func (p *Price) Total() int64 {
	t := p.Base
	if !p.HideProcessingFee {
		t += p.ProcessingFee
	}
	if !p.HideResellerFee {
		t += p.ResellerFee
	}
	return t
}

// SaleItem is an inventory item on sale at one event: price, windows, limits
// (domain 6.3). Its allocated stock is a Stock of its own.
type SaleItem struct {
	ID      int64 `msgpack:"id"`
	EventID int64 `msgpack:"e"`
	ItemID  int64 `msgpack:"i"`
	// Type repeats the inventory item's, which can never change.
	Type       ItemType `msgpack:"t"`
	ExternalID string   `msgpack:"x,omitempty"`
	TimeslotID int64    `msgpack:"ts,omitempty"`
	// ParentID makes it an add-on of another sale item (domain 6.5).
	ParentID      int64   `msgpack:"pa,omitempty"`
	Prices        []Price `msgpack:"p"`
	TaxBandID     int64   `msgpack:"tb,omitempty"`
	Prerequisites []int64 `msgpack:"pq,omitempty"`

	// Windows are half open, nil is open-ended (domain 1.8).
	OnSaleFrom  *time.Time `msgpack:"of,omitempty"`
	OnSaleUntil *time.Time `msgpack:"ou,omitempty"`
	ValidFrom   *time.Time `msgpack:"vf,omitempty"`
	ValidUntil  *time.Time `msgpack:"vu,omitempty"`
	// GraceMinutes widens validity at both ends.
	GraceMinutes int64 `msgpack:"g,omitempty"`

	MinOrder    int64  `msgpack:"mi,omitempty"` // 0: no minimum
	MaxOrder    int64  `msgpack:"ma,omitempty"` // 0: no maximum
	MultiplesOf int64  `msgpack:"mu,omitempty"` // 0 and 1: any quantity
	OrderColumn *int64 `msgpack:"oc,omitempty"`

	AdditionalInformation string `msgpack:"ai,omitempty"`
	// The stored flags are the exceptions, so that zero values are the defaults.
	NoDiscount         bool `msgpack:"nd,omitempty"`
	NoDownload         bool `msgpack:"nl,omitempty"`
	NoStream           bool `msgpack:"ns,omitempty"`
	HideWhenOffSale    bool `msgpack:"ho,omitempty"`
	HideWhenOutOfStock bool `msgpack:"hs,omitempty"`
	HideFromBoxOffice  bool `msgpack:"hb,omitempty"`
	HideFromShop       bool `msgpack:"hw,omitempty"`
	HideFromKiosk      bool `msgpack:"hk,omitempty"`

	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
	// ChangedAt also moves with the inventory item.
	ChangedAt time.Time `msgpack:"ch"`
}

// PriceFor picks the row of a currency on a channel: the channel's own row,
// else the row for any channel, else nothing (domain 7.1).
func (s *SaleItem) PriceFor(currency int64, ch Channel) (Price, bool) {
	found := -1
	for i, p := range s.Prices {
		if p.CurrencyID != currency {
			continue
		}
		if p.Channel == ch {
			return p, true
		}
		if p.Channel == NoChannel {
			found = i
		}
	}
	if found < 0 {
		return Price{}, false
	}
	return s.Prices[found], true
}

var (
	saleItemByEvent  = indexes.NewBy("event", kv.Int, func(s *SaleItem) []int64 { return []int64{s.EventID} })
	saleItemByItem   = indexes.NewBy("item", kv.Int, func(s *SaleItem) []int64 { return []int64{s.ItemID} })
	saleItemByChange = indexes.NewBy("changed", kv.Time, func(s *SaleItem) []time.Time { return []time.Time{s.ChangedAt} })
)

// SaleItems is the table of sale items.
var SaleItems = indexes.Define(app.Schema, indexes.Spec[SaleItem]{
	Name: "sale_items", Version: 1,
	ID: func(s *SaleItem) *int64 { return &s.ID },
	Stamp: func(tx app.Tx, old, s *SaleItem) {
		app.Stamp(tx, old == nil, &s.CreatedAt, &s.UpdatedAt)
		s.ChangedAt = tx.Now()
	},
}, saleItemByEvent, saleItemByItem, saleItemByChange)

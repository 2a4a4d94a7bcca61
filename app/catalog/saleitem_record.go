package catalog

import (
	"fmt"
	"math"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// SaleItem is an inventory item on sale at one event: price, windows, limits. Its
// allocated stock is a Stock of its own.
type SaleItem struct {
	ID      int64 `msgpack:"id"`
	EventID int64 `msgpack:"e"`
	ItemID  int64 `msgpack:"i"`
	// Type repeats the inventory item's, which can never change.
	Type       ItemType `msgpack:"t"`
	ExternalID string   `msgpack:"x,omitempty"`
	TimeslotID int64    `msgpack:"ts,omitempty"`
	// ParentID makes it an add-on of another sale item.
	ParentID      int64   `msgpack:"pa,omitempty"`
	Prices        []Price `msgpack:"p"`
	TaxBandID     int64   `msgpack:"tb,omitempty"`
	Prerequisites []int64 `msgpack:"pq,omitempty"`
	// AnyPrerequisite: one of the Prerequisites is enough.
	AnyPrerequisite bool `msgpack:"pm,omitempty"`
	// Run are the events that a season ticket lets in at, its own too, ascending.
	Run []int64 `msgpack:"ru,omitempty"`
	// Outside are those of them whose ticket capacity it takes nothing of, as they say.
	Outside []int64 `msgpack:"ro,omitempty"`
	// GroupID is the sale-item group, whose pool it shares.
	GroupID int64 `msgpack:"gr,omitempty"`
	// Bundled is what a bundle brings.
	Bundled []Bundled `msgpack:"bu,omitempty"`
	// TopupCurrencyID is the currency of the tokens that a top-up credits, and TopupAmount
	// how many; 0: it credits the money that it costs.
	TopupCurrencyID int64 `msgpack:"tc,omitempty"`
	TopupAmount     int64 `msgpack:"tk,omitempty"`
	// PriceBandID is the price band of the event's seating plan whose seats it sells; 0: none.
	PriceBandID int64 `msgpack:"pb,omitempty"`
	// ShopID is the shop that a product of tills is sold in; 0 for everything else.
	ShopID int64 `msgpack:"sh,omitempty"`

	// Windows are half open, nil is open-ended.
	OnSaleFrom  *time.Time `msgpack:"of,omitempty"`
	OnSaleUntil *time.Time `msgpack:"ou,omitempty"`
	ValidFrom   *time.Time `msgpack:"vf,omitempty"`
	ValidUntil  *time.Time `msgpack:"vu,omitempty"`
	// GraceMinutes widens validity at both ends.
	GraceMinutes int64 `msgpack:"g,omitempty"`

	MinOrder    int64 `msgpack:"mi,omitempty"` // 0: no minimum
	MaxOrder    int64 `msgpack:"ma,omitempty"` // 0: no maximum
	MultiplesOf int64 `msgpack:"mu,omitempty"` // 0 and 1: any quantity
	// MaxPerCustomer is how many one customer may have, over all orders; 0: no limit.
	MaxPerCustomer int64 `msgpack:"mc,omitempty"`
	// CustomerGroups are those whose members may buy it; none: everybody may.
	CustomerGroups []int64 `msgpack:"cg,omitempty"`
	OrderColumn    *int64  `msgpack:"oc,omitempty"`

	AdditionalInformation string `msgpack:"ai,omitempty"`
	Texts                 Texts  `msgpack:"tx,omitempty"`
	// The stored flags are the exceptions, so that zero values are the defaults.
	NoDiscount         bool `msgpack:"nd,omitempty"`
	NoDownload         bool `msgpack:"nl,omitempty"`
	NoStream           bool `msgpack:"ns,omitempty"`
	HideWhenOffSale    bool `msgpack:"ho,omitempty"`
	HideWhenOutOfStock bool `msgpack:"hs,omitempty"`
	HideFromBoxOffice  bool `msgpack:"hb,omitempty"`
	HideFromShop       bool `msgpack:"hw,omitempty"`
	HideFromKiosk      bool `msgpack:"hk,omitempty"`
	// Sharing says when its units may be given to others.
	Sharing SharingRule `msgpack:"shr,omitempty"`
	// Passes tells whether phones are offered passes of it; nil: as its event says.
	Passes *bool `msgpack:"ps,omitempty"`
	// AttractsGiftAid: tax relief may be claimed on a donation.
	AttractsGiftAid bool `msgpack:"ga,omitempty"`

	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
	// ChangedAt also moves with the inventory item.
	ChangedAt time.Time `msgpack:"ch"`
}

func (s *SaleItem) check() error {
	if s.ItemID == 0 || s.Type.ID() == 0 {
		return fmt.Errorf("sale item %d: has no inventory item or no known type", s.ID)
	}
	for _, p := range s.Prices {
		if p.Base < 0 || p.ProcessingFee < 0 || p.ResellerFee < 0 {
			return fmt.Errorf("sale item %d: negative price", s.ID)
		}
	}
	return nil
}

var (
	saleItemByEvent = indexes.NewBy("event", kv.Int, func(s *SaleItem) []int64 { return []int64{s.EventID} }).Counted().Version(2)
	saleItemByItem  = indexes.NewBy("item", kv.Int, func(s *SaleItem) []int64 { return []int64{s.ItemID} })
	saleItemByBand  = indexes.NewBy("tax_band", kv.Int, func(s *SaleItem) []int64 {
		if s.TaxBandID == 0 {
			return nil
		}
		return []int64{s.TaxBandID}
	}).Counted()
	// saleItemByGroup has those that are not deleted.
	saleItemByGroup = indexes.NewBy("group", kv.Int, func(s *SaleItem) []int64 {
		if s.GroupID == 0 || s.DeletedAt != nil {
			return nil
		}
		return []int64{s.GroupID}
	})
	// saleItemByPriceBand has all that were ever made for the seats of a price band.
	saleItemByPriceBand = indexes.NewBy("price_band", kv.Int, func(s *SaleItem) []int64 {
		if s.PriceBandID == 0 {
			return nil
		}
		return []int64{s.PriceBandID}
	})
	// Those of the lists are grouped by class: all by id and by change, and those of an
	// event or inventory item by their order column.
	saleItemListed   = indexes.NewBy("listed", kv.Int, func(s *SaleItem) []int64 { return []int64{s.class()} }).Counted().Ascending()
	saleItemByChange = indexes.NewBy("changed", kv.PairOf(kv.Int, kv.Time), func(s *SaleItem) []classTime {
		return []classTime{{A: s.class(), B: s.ChangedAt}}
	}).Version(2)
	saleItemAtEvent = indexes.NewBy("at_event", kv.PairOf(kv.Int, kv.Int), func(s *SaleItem) []classNumber {
		return []classNumber{{A: s.EventID<<saleItemClassBits | s.class(), B: s.column()}}
	}).Counted()
	saleItemOfItem = indexes.NewBy("of_item", kv.PairOf(kv.Int, kv.Int), func(s *SaleItem) []classNumber {
		return []classNumber{{A: s.ItemID<<saleItemClassBits | s.class(), B: s.column()}}
	}).Counted()
	saleItemOfShop = indexes.NewBy("of_shop", kv.PairOf(kv.Int, kv.Int), func(s *SaleItem) []classNumber {
		if s.ShopID == 0 {
			return nil
		}
		return []classNumber{{A: s.ShopID<<saleItemClassBits | s.class(), B: s.column()}}
	}).Counted()
)

// column is where the sale item stands among others; without an order column, last.
func (s *SaleItem) column() int64 {
	if s.OrderColumn == nil {
		return math.MaxInt64
	}
	return *s.OrderColumn
}

// SaleItems is the table of sale items.
var SaleItems = saleItemTable.Table

var saleItemTable = indexes.Define(indexes.Spec[SaleItem]{
	Name: "sale_items", Version: 1, Shared: true,
	Person: indexes.Nobody("what is sold, and when"),
	Shown:  func(r app.Reader, s *SaleItem) (bool, error) { return ShownAt(r, s.EventID) },
	ID:     func(s *SaleItem) *int64 { return &s.ID },
	Stamp: func(tx app.Tx, old, s *SaleItem) {
		if old != nil && !s.ChangedAt.Equal(old.ChangedAt) {
			return // touched: its inventory item changed
		}
		app.Stamp(tx, old == nil, &s.CreatedAt, &s.UpdatedAt)
		s.ChangedAt = app.ChangeOf(tx, old, func(s *SaleItem) time.Time { return s.ChangedAt })
	},
	Check: (*SaleItem).check,
}, saleItemByEvent.Index, saleItemByItem.Index, saleItemByBand.Index, saleItemListed.Index, saleItemByChange.Index, saleItemAtEvent.Index, saleItemOfItem.Index, saleItemByGroup.Index, saleItemByPriceBand.Index, saleItemByRun.Index, saleItemByContent.Index, saleItemOfShop.Index)

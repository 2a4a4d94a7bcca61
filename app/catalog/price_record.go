package catalog

import (
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

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

// Slug is the channel as the API names it.
func (c Channel) Slug() string {
	switch c {
	case Shop:
		return "online"
	case BoxOffice:
		return "box_office"
	case APIChannel:
		return "api"
	case Import:
		return "import"
	case InvoiceOut:
		return "invoice"
	case Kiosk:
		return "kiosk"
	}
	return ""
}

// Price is what a sale item costs in one currency, on one channel or on any
// that has no row of its own. Amounts are minor units.
type Price struct {
	ID         int64   `msgpack:"i"`
	CurrencyID int64   `msgpack:"c"`
	Channel    Channel `msgpack:"ch,omitempty"`
	Base       int64   `msgpack:"b"`
	// Unsaid: a request named no base price, which only who lets buyers name the amount may do.
	Unsaid        bool  `msgpack:"-"`
	ProcessingFee int64 `msgpack:"f,omitempty"`
	// ProcessingPercent is the share of the base that ProcessingFee is, in hundredths of a
	// percent; 0 where the fee is an amount.
	ProcessingPercent int64  `msgpack:"fp,omitempty"`
	ResellerFee       int64  `msgpack:"r,omitempty"`
	HideProcessingFee bool   `msgpack:"hp,omitempty"`
	HideResellerFee   bool   `msgpack:"hr,omitempty"`
	Variable          bool   `msgpack:"v,omitempty"`
	VariableMin       *int64 `msgpack:"vi,omitempty"`
	VariableMax       *int64 `msgpack:"va,omitempty"`
	Custom            bool   `msgpack:"cu,omitempty"`
	CustomRequired    bool   `msgpack:"cr,omitempty"`
}

// Total is the price with the fees that are not absorbed.
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

// PriceFor picks the row of a currency on a channel: the channel's own row,
// else the row for any channel, else nothing.
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

// PriceChange is one price row from the moment it came into force.
// Its id is the id of the row.
type PriceChange struct {
	ID         int64 `msgpack:"id"`
	SaleItemID int64 `msgpack:"s"`
	// Price is the row; its own id is that of the change.
	Price  Price     `msgpack:"p"`
	UserID int64     `msgpack:"u,omitempty"`
	At     time.Time `msgpack:"t"`
}

var priceChangeByItem = indexes.NewBy("sale_item", kv.Int, func(p *PriceChange) []int64 { return []int64{p.SaleItemID} }).Counted().Version(2)

// PriceChanges is the table of every price there ever was.
var PriceChanges = priceChangeTable.Table

var priceChangeTable = indexes.Define(indexes.Spec[PriceChange]{
	Name: "price_changes", Version: 1,
	Person:    indexes.Nobody("prices"),
	Unaudited: "a journal",
	ID:        func(p *PriceChange) *int64 { return &p.ID },
	Stamp: func(tx app.Tx, old, p *PriceChange) {
		if old == nil {
			p.At = tx.Now()
		}
	},
}, priceChangeByItem.Index)

// addHistory gives each sale item its newest prices.
func addHistory(r app.Reader, views []SaleItemView) error {
	for i := range views {
		for hit, err := range priceChangeByItem.Scan(r, indexes.Equal(views[i].ID).Reversed().Limit(maxHistory)) {
			if err != nil {
				return err
			}
			views[i].History = append(views[i].History, hit.Rec)
		}
	}
	return nil
}

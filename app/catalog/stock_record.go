package catalog

import (
	"fmt"

	"marquee/indexes"
	"marquee/kv"
)

// Layer is one of the places where stock is counted. A layer with
// no limit still counts what it sold.
type Layer uint8

// The layers. The id beside them is the event's, timeslot's, sale item's,
// inventory item's or sale-item group's.
const (
	LayerEvent     Layer = 1 // everything of one event
	LayerTickets   Layer = 2 // one event, by type
	LayerProducts  Layer = 3
	LayerGuests    Layer = 4
	LayerCharity   Layer = 5
	LayerTimeslot  Layer = 6
	LayerSaleItem  Layer = 7
	LayerInventory Layer = 8
	LayerGroup     Layer = 9
)

// StockKey names one counter.
type StockKey = kv.Pair2[int64, int64]

// Stock is one small counter. Current is Total - Sold - Reserved; nil Total is
// unlimited.
type Stock struct {
	Layer    Layer  `msgpack:"l"`
	ID       int64  `msgpack:"i"`
	Total    *int64 `msgpack:"t,omitempty"`
	Sold     int64  `msgpack:"s,omitempty"`
	Reserved int64  `msgpack:"r,omitempty"`
	// Oversold: the box office took what was not there.
	Oversold bool `msgpack:"o,omitempty"`
}

// Current is what can still be taken; nil when unlimited.
func (s Stock) Current() *int64 {
	if s.Total == nil {
		return nil
	}
	n := *s.Total - s.Sold - s.Reserved
	return &n
}

func (s *Stock) check() error {
	if s.Sold < 0 || s.Reserved < 0 {
		return fmt.Errorf("stock %d/%d: negative count (sold %d, reserved %d)", s.Layer, s.ID, s.Sold, s.Reserved)
	}
	if left := s.Current(); left != nil && *left < 0 && !s.Oversold {
		return fmt.Errorf("stock %d/%d: sold %d and reserved %d of %d", s.Layer, s.ID, s.Sold, s.Reserved, *s.Total)
	}
	return nil
}

// Stocks is the table of stock counters. The key is (layer, id).
var Stocks = stockTable.Keyed

var stockTable = indexes.DefineKeyed(indexes.KeyedSpec[StockKey, Stock]{
	Name: "stock", Version: 1,
	Person: indexes.Nobody("counters"),
	Key:    kv.PairOf(kv.Int, kv.Int),
	KeyOf:  func(s *Stock) StockKey { return StockKey{A: int64(s.Layer), B: s.ID} },
	Check:  (*Stock).check,
})

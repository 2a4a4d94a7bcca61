package catalog

import (
	"testing"

	"github.com/matryer/is"
)

func TestWhatIsLeftOfAll(t *testing.T) {
	some := func(n int64) *int64 { return &n }
	ticket := func(id int64) *SaleItem { return &SaleItem{ID: id, ItemID: id, EventID: 1, Type: Ticket} }
	grouped := func(id, group int64) *SaleItem { s := ticket(id); s.GroupID = group; return s }
	key := func(l Layer, id int64) StockKey { return StockKey{A: int64(l), B: id} }
	for _, c := range []struct {
		name  string
		items []*SaleItem
		known map[StockKey]*int64 // others have no limit
		left  *int64
	}{
		{"each its own", []*SaleItem{ticket(1), ticket(2)}, map[StockKey]*int64{key(LayerSaleItem, 1): some(5), key(LayerSaleItem, 2): some(7)}, some(12)},
		{"an event they share", []*SaleItem{ticket(1), ticket(2), ticket(3)}, map[StockKey]*int64{key(LayerEvent, 1): some(5)}, some(5)},
		{"more of each than of the event", []*SaleItem{ticket(1), ticket(2)}, map[StockKey]*int64{
			key(LayerSaleItem, 1): some(50), key(LayerSaleItem, 2): some(70), key(LayerEvent, 1): some(60)}, some(60)},
		{"a group of two, and one alone", []*SaleItem{grouped(1, 9), grouped(2, 9), ticket(3)}, map[StockKey]*int64{
			key(LayerGroup, 9): some(4), key(LayerSaleItem, 3): some(10)}, some(14)},
		{"one without a limit", []*SaleItem{ticket(1), ticket(2)}, map[StockKey]*int64{key(LayerSaleItem, 1): some(5)}, nil},
		{"one without a limit of its own", []*SaleItem{ticket(1), ticket(2)}, map[StockKey]*int64{key(LayerSaleItem, 1): some(5), key(LayerEvent, 1): some(80)}, some(80)},
		{"nothing on sale", nil, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			known := map[StockKey]*int64{}
			for _, s := range c.items {
				for _, k := range LayersOf(s) {
					known[k] = c.known[k]
				}
			}
			left, err := (&Left{known: known}).OfAll(c.items)
			is.NoErr(err)
			is.Equal(left, c.left)
		})
	}
}

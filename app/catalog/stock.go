package catalog

import (
	"errors"
	"fmt"
	"slices"

	"marquee/app"
)

// Shortage says which layer could not give what was asked.
type Shortage struct {
	Layer Layer
	ID    int64
	// Left is what the layer still had.
	Left int64
}

func (s *Shortage) Error() string {
	return fmt.Sprintf("stock %d/%d: only %d left", s.Layer, s.ID, s.Left)
}

// LayersOf lists the counters one unit of a sale item moves through, the most
// specific first, so that a shortage names the nearest cause.
// Fees take none.
func LayersOf(s *SaleItem) []StockKey {
	if s.Type == Fee {
		return nil
	}
	keys := make([]StockKey, 0, 5+2*len(s.Run))
	keys = append(keys, StockKey{A: int64(LayerSaleItem), B: s.ID}, StockKey{A: int64(LayerInventory), B: s.ItemID})
	if s.Type == Bundle {
		return keys // what it brings takes of the event
	}
	if s.TimeslotID != 0 {
		keys = append(keys, StockKey{A: int64(LayerTimeslot), B: s.TimeslotID})
	}
	if s.GroupID != 0 {
		keys = append(keys, StockKey{A: int64(LayerGroup), B: s.GroupID})
	}
	l, typed := typeLayer(s.Type)
	if len(s.Run) == 0 && s.EventID != 0 {
		return appendEvent(keys, l, typed, s.EventID)
	}
	for _, event := range s.Run {
		keys = appendEvent(keys, l, typed && !slices.Contains(s.Outside, event), event)
	}
	return keys
}

func appendEvent(keys []StockKey, l Layer, typed bool, event int64) []StockKey {
	if typed {
		keys = append(keys, StockKey{A: int64(l), B: event})
	}
	return append(keys, StockKey{A: int64(LayerEvent), B: event})
}

func typeLayer(t ItemType) (Layer, bool) {
	switch t {
	case Ticket, SeasonTicket:
		return LayerTickets, true
	case Product:
		return LayerProducts, true
	case GuestList:
		return LayerGuests, true
	case Charity:
		return LayerCharity, true
	}
	return 0, false
}

// Reserve takes n units of a sale item out of every layer for a basket, or
// returns a *Shortage with every counter as it was. With force it takes what is
// not there.
func Reserve(tx app.Tx, s *SaleItem, n int64, force bool) error {
	keys := LayersOf(s)
	for i, k := range keys {
		err := moveLayer(tx, k, func(c *Stock) error {
			return c.reserve(n, force)
		})
		if err != nil {
			return errors.Join(err, unreserve(tx, keys[:i], n))
		}
	}
	return nil
}

func (c *Stock) reserve(n int64, force bool) error {
	if left := c.Current(); left != nil && *left < n {
		if !force {
			return &Shortage{Layer: c.Layer, ID: c.ID, Left: max(*left, 0)}
		}
		c.Oversold = true
	}
	c.Reserved += n
	return nil
}

func unreserve(tx app.Tx, keys []StockKey, n int64) error {
	for _, k := range keys {
		if err := moveLayer(tx, k, func(c *Stock) error { c.Reserved -= n; return nil }); err != nil {
			return err
		}
	}
	return nil
}

// Release gives n reserved units back.
func Release(tx app.Tx, s *SaleItem, n int64) error {
	return move(tx, s, func(c *Stock) error { c.Reserved -= n; return nil })
}

// Sell turns n reserved units into sold ones.
func Sell(tx app.Tx, s *SaleItem, n int64) error {
	return move(tx, s, func(c *Stock) error { c.Reserved -= n; c.Sold += n; return nil })
}

// Restock puts n sold units back on sale.
func Restock(tx app.Tx, s *SaleItem, n int64) error {
	return move(tx, s, func(c *Stock) error { c.Sold -= n; return nil })
}

func move(tx app.Tx, s *SaleItem, change func(*Stock) error) error {
	for _, k := range LayersOf(s) {
		if err := moveLayer(tx, k, change); err != nil {
			return err
		}
	}
	return nil
}

func moveLayer(tx app.Tx, k StockKey, change func(*Stock) error) error {
	_, err := stockTable.Upsert(tx, k, func(c *Stock) error {
		c.Layer, c.ID = Layer(k.A), k.B
		err := change(c)
		if left := c.Current(); left == nil || *left >= 0 {
			c.Oversold = false
		}
		return err
	})
	return err
}

// SetTotal sets the limit of one layer; nil removes it. A limit below what is
// sold and reserved is raised to that sum. It returns the counter
// as stored.
func SetTotal(tx app.Tx, layer Layer, id int64, total *int64) (Stock, error) {
	return stockTable.Upsert(tx, StockKey{A: int64(layer), B: id}, func(c *Stock) error {
		c.Layer, c.ID = layer, id
		c.Total, c.Oversold = nil, false
		if total != nil {
			t := max(*total, c.Sold+c.Reserved)
			c.Total = &t
		}
		return nil
	})
}

// StockOf reads one counter; a layer nobody touched is an unlimited, empty one.
func StockOf(r app.Reader, layer Layer, id int64) (Stock, error) {
	c, _, err := Stocks.Find(r, StockKey{A: int64(layer), B: id})
	c.Layer, c.ID = layer, id
	return c, err
}

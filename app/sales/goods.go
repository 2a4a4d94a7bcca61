package sales

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
)

// shelf remembers what one command read of the catalogue, so that a basket of
// fifty units of one ticket reads that ticket once.
type shelf struct {
	r       app.Reader
	goods   map[int64]*goods
	events  map[int64]*catalog.Event
	bands   map[int64]*company.TaxBand
	general *company.TaxBand // the company's default band
}

// goods is a sale item with all that a basket rule may ask about it. The records
// are those that everybody has: nothing here may be changed.
type goods struct {
	*catalog.SaleItem
	item  *catalog.InventoryItem
	event *catalog.Event    // nil without event
	slot  *catalog.Timeslot // nil without timeslot
}

func newShelf(r app.Reader) *shelf {
	return &shelf{r: r, goods: map[int64]*goods{}, events: map[int64]*catalog.Event{}, bands: map[int64]*company.TaxBand{}}
}

// get finds a sale item, deleted ones included.
func (s *shelf) get(id int64) (*goods, error) {
	if g, ok := s.goods[id]; ok {
		return g, nil
	}
	var g goods
	var err error
	if g.SaleItem, err = catalog.SharedSaleItem(s.r, id); err != nil {
		return nil, err
	}
	if g.item, err = catalog.SharedInventoryItem(s.r, g.ItemID); err != nil {
		return nil, err
	}
	if g.EventID != 0 {
		if g.event, err = s.event(g.EventID); err != nil {
			return nil, err
		}
	}
	if g.TimeslotID != 0 {
		if g.slot, err = catalog.SharedTimeslot(s.r, g.TimeslotID); err != nil {
			return nil, err
		}
	}
	s.goods[id] = &g
	return &g, nil
}

func (s *shelf) event(id int64) (*catalog.Event, error) {
	if e, ok := s.events[id]; ok {
		return e, nil
	}
	e, err := catalog.SharedEvent(s.r, id)
	if err == nil {
		s.events[id] = e
	}
	return e, err
}

// band is the tax band of a sale item: its own, or the company's default. Of
// donations nothing is taken (domain 6.2).
func (s *shelf) band(g *goods) (*company.TaxBand, error) {
	switch {
	case g.Type == catalog.Charity:
		return &company.TaxBand{}, nil
	case g.TaxBandID != 0:
		return s.bandByID(g.TaxBandID)
	case s.general == nil:
		b, err := company.DefaultTaxBand(s.r)
		if err != nil {
			return nil, err
		}
		s.general, s.bands[b.ID] = &b, &b
	}
	return s.general, nil
}

func (s *shelf) bandByID(id int64) (*company.TaxBand, error) {
	if b, ok := s.bands[id]; ok {
		return b, nil
	}
	b, err := company.TaxBandByID(s.r, id)
	if err == nil {
		s.bands[id] = b
	}
	return b, err
}

// onSale tells whether the goods can be bought on a channel now, and with them
// what they are an add-on of (domain 6.4).
func (s *shelf) onSale(g *goods, ch catalog.Channel, now time.Time) (bool, error) {
	if catalog.Sellable(g.event, g.SaleItem, g.slot, ch, now) != catalog.OnSale {
		return false, nil
	}
	if g.ParentID == 0 {
		return true, nil
	}
	parent, err := s.get(g.ParentID)
	if err != nil {
		return false, err
	}
	return catalog.Sellable(parent.event, parent.SaleItem, parent.slot, ch, now) == catalog.OnSale, nil
}

// validity is when the units of the goods let their holder in: the sale item's
// window, or that of its slot.
func (g *goods) validity() (from, to *time.Time) {
	if g.slot != nil && g.ValidFrom == nil && g.ValidUntil == nil {
		return &g.slot.Start, &g.slot.End
	}
	return g.ValidFrom, g.ValidUntil
}

// namesAmount tells whether the buyer or the seller may name the price.
func (g *goods) namesAmount() bool {
	for i := range g.Prices {
		if g.Prices[i].Variable || g.Prices[i].Custom {
			return true
		}
	}
	return false
}

package catalog

import (
	"time"

	"marquee/app"
	"marquee/app/company"
)

// Cache remembers what one command read of the catalogue, so that a basket of
// fifty units of one ticket reads that ticket once.
type Cache struct {
	r       app.Reader
	goods   map[int64]*Goods
	events  map[int64]*Event
	bands   map[int64]*company.TaxBand
	general *company.TaxBand // the company's default band
}

// Goods is a sale item with all that a basket rule may ask about it. The records
// are those that everybody has: nothing here may be changed.
type Goods struct {
	*SaleItem
	Item  *InventoryItem
	Event *Event    // nil without event
	slot  *Timeslot // nil without timeslot
	group *Group    // nil without group
}

func NewCache(r app.Reader) *Cache {
	return &Cache{r: r, goods: map[int64]*Goods{}, events: map[int64]*Event{}, bands: map[int64]*company.TaxBand{}}
}

// Known are the sale items that were read so far. What is read later is there, too.
func (s *Cache) Known() map[int64]*Goods { return s.goods }

// Get finds a sale item, deleted ones included.
func (s *Cache) Get(id int64) (*Goods, error) {
	if g, ok := s.goods[id]; ok {
		return g, nil
	}
	var g Goods
	var err error
	if g.SaleItem, err = SharedSaleItem(s.r, id); err != nil {
		return nil, err
	}
	if g.Item, err = SharedInventoryItem(s.r, g.ItemID); err != nil {
		return nil, err
	}
	if g.EventID != 0 {
		if g.Event, err = s.event(g.EventID); err != nil {
			return nil, err
		}
	}
	if g.TimeslotID != 0 {
		if g.slot, err = SharedTimeslot(s.r, g.TimeslotID); err != nil {
			return nil, err
		}
	}
	if g.GroupID != 0 {
		if g.group, err = ItemGroups.GetShared(s.r, g.GroupID); err != nil {
			return nil, err
		}
	}
	s.goods[id] = &g
	return &g, nil
}

func (s *Cache) event(id int64) (*Event, error) {
	if e, ok := s.events[id]; ok {
		return e, nil
	}
	e, err := SharedEvent(s.r, id)
	if err == nil {
		s.events[id] = e
	}
	return e, err
}

// Band is the tax band of a sale item: its own, or the company's default. Of
// donations nothing is taken.
func (s *Cache) Band(g *Goods) (*company.TaxBand, error) {
	switch {
	case g.Type == Charity:
		return &company.TaxBand{}, nil
	case g.TaxBandID != 0:
		return s.BandByID(g.TaxBandID)
	case s.general == nil:
		b, err := company.DefaultTaxBand(s.r)
		if err != nil {
			return nil, err
		}
		s.general, s.bands[b.ID] = &b, &b
	}
	return s.general, nil
}

func (s *Cache) BandByID(id int64) (*company.TaxBand, error) {
	if b, ok := s.bands[id]; ok {
		return b, nil
	}
	b, err := company.TaxBandByID(s.r, id)
	if err == nil {
		s.bands[id] = b
	}
	return b, err
}

// CountryOf is where an event takes place, 0 where nobody knows.
func (s *Cache) CountryOf(eventID int64) (int64, error) {
	if eventID == 0 {
		return 0, nil
	}
	e, err := s.event(eventID)
	if err != nil || e.VenueID == 0 {
		return 0, err
	}
	v, err := Venues.GetMany(s.r, []int64{e.VenueID})
	if err != nil || len(v) == 0 {
		return 0, err
	}
	return v[0].CountryID, nil
}

// Validity is when the units of the goods let their holder in: the sale item's
// window, or that of its slot.
func (g *Goods) Validity() (from, to *time.Time) { return g.ValidIn(g.slot) }

// ValidIn is the window of a sale item with the slot it belongs to, nil where it has
// none: its own, else that of the slot.
func (s *SaleItem) ValidIn(slot *Timeslot) (from, to *time.Time) {
	if slot != nil && s.ValidFrom == nil && s.ValidUntil == nil {
		return &slot.Start, &slot.End
	}
	return s.ValidFrom, s.ValidUntil
}

// ScheduleID is the schedule of the event of the goods, 0 without one.
func (g *Goods) ScheduleID() int64 {
	if g.Event == nil {
		return 0
	}
	return g.Event.ScheduleID
}

// NamesAmount tells whether the buyer or the seller may name the price.
func (g *Goods) NamesAmount() bool {
	for i := range g.Prices {
		if g.Prices[i].Variable || g.Prices[i].Custom {
			return true
		}
	}
	return false
}

package report

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/seating"
)

// blocks fills the blocks of the statistics of an event from what was sold by sale item.
func (out *Statistics) blocks(r app.Reader, c *app.Caller, sold map[int64]*sums, byVolume bool) error {
	items, err := catalog.SaleItemsOfEvent(r, out.Event.ID)
	if err != nil {
		return err
	}
	ids := make([]int64, len(items))
	for i := range items {
		ids[i] = items[i].ItemID
	}
	inventory, err := catalog.InventoryItemsByID(r, ids)
	if err != nil {
		return err
	}
	b := blockMaker{r: r, c: c, sold: sold, event: &out.Event, items: items, inventory: inventory, byVolume: byVolume}
	for _, one := range []struct {
		into  *Block
		kind  catalog.ItemType
		layer catalog.Layer
	}{
		{&out.Tickets, catalog.Ticket, catalog.LayerTickets}, {&out.Products, catalog.Product, catalog.LayerProducts},
		{&out.GuestLists, catalog.GuestList, catalog.LayerGuests}, {&out.Charities, catalog.Charity, catalog.LayerCharity},
		{&out.SeasonTickets, catalog.SeasonTicket, 0},
	} {
		if err := b.ofType(one.into, one.kind, one.layer); err != nil {
			return err
		}
	}
	if err := b.ofTimeslots(&out.Timeslots); err != nil {
		return err
	}
	if err := b.ofBands(&out.PriceBands); err != nil {
		return err
	}
	return b.whole(&out.Capacity)
}

// blockMaker puts blocks together.
type blockMaker struct {
	r         app.Reader
	c         *app.Caller
	sold      map[int64]*sums
	event     *catalog.Event
	items     []catalog.SaleItem
	inventory map[int64]catalog.InventoryItem
	byVolume  bool
}

// shown tells whether a sale item is a row: it stands, or was sold.
func (m *blockMaker) shown(s *catalog.SaleItem) bool {
	return s.DeletedAt == nil || m.figures(s.ID)[live] > 0
}

func (m *blockMaker) figures(saleItem int64) *sums {
	if s := m.sold[saleItem]; s != nil {
		return s
	}
	return new(sums)
}

// ofType is the block of a type of items, whose capacity is that of a layer of the event,
// else that of its sale items together.
func (m *blockMaker) ofType(b *Block, kind catalog.ItemType, layer catalog.Layer) error {
	var all []catalog.Stock
	for i := range m.items {
		s := &m.items[i]
		if s.Type != kind || !m.shown(s) {
			continue
		}
		sold := m.figures(s.ID)
		item := m.inventory[s.ItemID]
		b.add(Top{ID: s.ID, Name: item.NameIn(m.c.Language), Volume: sold[volume], Quantity: sold[live]})
		stock, err := catalog.StockOf(m.r, catalog.LayerSaleItem, s.ID)
		if err != nil {
			return err
		}
		all = append(all, stock)
	}
	b.rank(m.byVolume)
	b.Capacity = capacityOf(all)
	if layer == 0 {
		return nil
	}
	stock, err := catalog.StockOf(m.r, layer, m.event.ID)
	if err == nil && stock.Total != nil {
		b.Capacity = capacityOf([]catalog.Stock{stock})
	}
	return err
}

func (b *Block) add(t Top) {
	b.Volume += t.Volume
	b.Quantity += t.Quantity
	b.Top = append(b.Top, t)
}

// capacityOf adds stocks up; where one has no limit, all of them together have none.
func capacityOf(all []catalog.Stock) (c Capacity) {
	limit, limited := int64(0), len(all) > 0
	for _, s := range all {
		c.Used += s.Sold
		if s.Total == nil {
			limited = false
			continue
		}
		limit += *s.Total
	}
	if limited {
		left := max(0, limit-c.Used)
		c.Total, c.Remaining = &limit, &left
	}
	return c
}

// whole is the capacity of the event: its own, else that of its tickets.
func (m *blockMaker) whole(c *Capacity) error {
	for _, layer := range []catalog.Layer{catalog.LayerEvent, catalog.LayerTickets} {
		stock, err := catalog.StockOf(m.r, layer, m.event.ID)
		if err != nil {
			return err
		}
		if layer == catalog.LayerEvent || stock.Total != nil {
			*c = capacityOf([]catalog.Stock{stock})
		}
		if stock.Total != nil {
			return nil
		}
	}
	return nil
}

func (m *blockMaker) ofTimeslots(b *Block) error {
	slots, err := catalog.TimeslotsOfEvent(m.r, m.event.ID)
	if err != nil {
		return err
	}
	var all []catalog.Stock
	for i := range slots {
		slot := &slots[i]
		row := m.together(slot.ID, m.slotName(slot), func(s *catalog.SaleItem) bool { return s.TimeslotID == slot.ID })
		if slot.DeletedAt != nil && row.Quantity == 0 {
			continue
		}
		stock, err := catalog.StockOf(m.r, catalog.LayerTimeslot, slot.ID)
		if err != nil {
			return err
		}
		all = append(all, stock)
		b.add(row)
	}
	b.Capacity = capacityOf(all)
	b.rank(m.byVolume)
	return nil
}

// slotName is the name of a timeslot; without one it is called by when it begins.
func (m *blockMaker) slotName(t *catalog.Timeslot) string {
	if name := t.NameIn(m.c.Language); name != "" {
		return name
	}
	zone, err := time.LoadLocation(m.event.Timezone)
	if err != nil {
		zone = time.UTC
	}
	return t.Start.In(zone).Format("2006-01-02 15:04")
}

// together is a row of some sale items.
func (m *blockMaker) together(id int64, name string, has func(*catalog.SaleItem) bool) Top {
	row := Top{ID: id, Name: name}
	for i := range m.items {
		if s := &m.items[i]; has(s) {
			sold := m.figures(s.ID)
			row.Volume += sold[volume]
			row.Quantity += sold[live]
		}
	}
	return row
}

func (m *blockMaker) ofBands(b *Block) error {
	bands, err := seating.BandsOf(m.r, m.event)
	if err != nil {
		return err
	}
	var all []catalog.Stock
	for _, band := range bands {
		b.add(m.together(band.ID, band.Name, func(s *catalog.SaleItem) bool { return s.PriceBandID == band.ID }))
		all = append(all, catalog.Stock{Total: &band.Spaces, Sold: b.Top[len(b.Top)-1].Quantity})
	}
	b.Capacity = capacityOf(all)
	b.rank(m.byVolume)
	return nil
}

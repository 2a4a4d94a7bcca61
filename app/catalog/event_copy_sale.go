package catalog

import (
	"slices"

	"marquee/app"
)

// eventLayers are where the stock of an event is counted.
var eventLayers = []Layer{LayerEvent, LayerTickets, LayerProducts, LayerGuests, LayerCharity}

// limits copies how much there may be, and nothing of what is sold or reserved.
func (k *Copying) limits(tx app.Tx, layers []Layer, from, to int64) error {
	for _, l := range layers {
		c, err := StockOf(tx, l, from)
		if err == nil && c.Total != nil {
			_, err = SetTotal(tx, l, to, c.Total)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sale copies what the event sells: timeslots, groups and sale items.
func (k *Copying) sale(tx app.Tx, dates int) error {
	k.Slots, k.Groups, k.Goods, k.Items = map[int64]int64{}, map[int64]int64{}, map[int64]int64{}, map[int64]int64{}
	slots, err := TimeslotsOfEvent(tx, k.From.ID)
	if err != nil {
		return err
	}
	items, err := SaleItemsOfEvent(tx, k.From.ID)
	if err != nil {
		return err
	}
	items = slices.DeleteFunc(items, func(s SaleItem) bool { return s.DeletedAt != nil })
	if weight := (len(slots) + len(items)) * dates; weight > maxCopied {
		return app.Field("dates", "must be at most %d of an event with so much on sale", max(maxCopied/(len(slots)+len(items)), 1))
	}
	if k.Wants(CopyTimes) {
		if err := k.copySlots(tx, slots); err != nil {
			return err
		}
	}
	if !k.Wants(CopyTickets) {
		return nil
	}
	if err := k.copyGroups(tx); err != nil {
		return err
	}
	return k.copyItems(tx, items)
}

func (k *Copying) copySlots(tx app.Tx, slots []Timeslot) error {
	for _, t := range slots {
		if t.DeletedAt != nil {
			continue
		}
		was := t.ID
		t.ID, t.EventID = 0, k.To.ID
		t.Start, t.End = k.Clock.Span(t.Start, t.End)
		k.Clock.Window(&t.OnSaleFrom, &t.OnSaleUntil)
		if err := timeslotTable.Insert(tx, &t); err != nil {
			return err
		}
		k.Slots[was] = t.ID
		if err := k.limits(tx, []Layer{LayerTimeslot}, was, t.ID); err != nil {
			return err
		}
	}
	k.Made(CopyTimes, len(k.Slots))
	return checkSlots(tx, k.To)
}

func (k *Copying) copyGroups(tx app.Tx) error {
	groups, err := GroupsOf(tx, k.From.ID)
	if err != nil || len(groups) == 0 {
		return err
	}
	for _, g := range groups {
		was := g.ID
		g.ID, g.EventID, g.ExternalID = 0, k.To.ID, ""
		k.Clock.Window(&g.OnSaleFrom, &g.OnSaleUntil)
		if err := itemGroupTable.Insert(tx, &g); err != nil {
			return err
		}
		k.Groups[was] = g.ID
		if err := k.limits(tx, []Layer{LayerGroup}, was, g.ID); err != nil {
			return err
		}
	}
	_, err = eventTable.Update(tx, k.To.ID, func(e *Event) error { e.Grouped = true; return nil })
	return err
}

// copyItems makes the sale items first and then what they say of each other.
func (k *Copying) copyItems(tx app.Tx, items []SaleItem) error {
	for i := range items {
		if why := k.stays(&items[i]); why != "" {
			k.Leave(CopyTickets, 1, why)
			continue
		}
		if err := k.copyItem(tx, items[i]); err != nil {
			return err
		}
	}
	for i := range items {
		if id, ok := k.Items[items[i].ID]; ok {
			if err := k.relate(tx, &items[i], id); err != nil {
				return err
			}
		}
	}
	k.Made(CopyTickets, len(k.Items))
	return nil
}

// stays says why a sale item is not copied.
func (k *Copying) stays(s *SaleItem) string {
	switch {
	case s.Type == SeasonTicket:
		return "Season tickets are for the events of a schedule."
	case s.TimeslotID != 0 && k.Slots[s.TimeslotID] == 0:
		return "These are in timeslots, which are not copied."
	}
	return ""
}

// copyItem makes a sale item with an inventory item of its own: what is done to the one event is
// not done to the other.
func (k *Copying) copyItem(tx app.Tx, s SaleItem) error {
	goods, err := k.goods(tx, s.ItemID)
	if err != nil {
		return err
	}
	was, prices := s.ID, slices.Clone(s.Prices)
	s.ID, s.EventID, s.ItemID, s.ExternalID = 0, k.To.ID, goods, ""
	s.TimeslotID, s.GroupID, s.PriceBandID = k.Slots[s.TimeslotID], k.Groups[s.GroupID], k.Bands[s.PriceBandID]
	s.ParentID, s.Bundled, s.Prerequisites = 0, nil, nil
	s.Run, s.Outside = nil, nil
	k.Clock.Window(&s.OnSaleFrom, &s.OnSaleUntil)
	k.Clock.Window(&s.ValidFrom, &s.ValidUntil)
	s.Prices = nil
	if err := saleItemTable.Insert(tx, &s); err != nil {
		return err
	}
	for i := range prices {
		prices[i].ID = 0
	}
	if prices, err = priceRows(tx, k.Caller, s.ID, prices); err != nil {
		return err
	}
	if _, err := saleItemTable.Update(tx, s.ID, func(s *SaleItem) error { s.Prices = prices; return nil }); err != nil {
		return err
	}
	k.Items[was] = s.ID
	return k.limits(tx, []Layer{LayerSaleItem}, was, s.ID)
}

// goods is the inventory item that takes the place of one of the event.
func (k *Copying) goods(tx app.Tx, id int64) (int64, error) {
	if made, ok := k.Goods[id]; ok {
		return made, nil
	}
	i, err := InventoryItems.Get(tx, id)
	if err != nil {
		return 0, err
	}
	i.ID, i.ExternalID = 0, ""
	if err := inventoryTable.Insert(tx, &i); err != nil {
		return 0, err
	}
	k.Goods[id] = i.ID
	return i.ID, k.limits(tx, []Layer{LayerInventory}, id, i.ID)
}

// relate makes a copy hang on the copies of what the sale item hangs on. What it needs of other
// events it needs as before.
func (k *Copying) relate(tx app.Tx, from *SaleItem, id int64) error {
	if from.ParentID == 0 && len(from.Bundled)+len(from.Prerequisites) == 0 {
		return nil
	}
	_, err := saleItemTable.Update(tx, id, func(s *SaleItem) error {
		s.ParentID = k.Items[from.ParentID]
		for _, b := range from.Bundled {
			if own, ok := k.Items[b.SaleItemID]; ok {
				b.SaleItemID = own
			}
			s.Bundled = append(s.Bundled, b)
		}
		for _, need := range from.Prerequisites {
			if own, ok := k.Items[need]; ok {
				need = own
			}
			s.Prerequisites = append(s.Prerequisites, need)
		}
		return nil
	})
	return err
}

package catalog

import (
	"errors"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// ready refuses what needs no look at the store.
func (in *EventChange) ready(c *app.Caller, mass *MassUpdate) error {
	var p app.Problems
	if in.Venue != nil {
		p = append(p, in.Venue.problems("venue.")...)
	}
	if in.Tags != nil {
		p = append(p, tagProblems(*in.Tags)...)
	}
	if s := in.Stream; s != nil && s.URL.Value != nil && *s.URL.Value != "" && !company.WebAddress(*s.URL.Value) {
		p.Add("stream.url", "must be a web address")
	}
	p = append(p, in.Capacities.problems()...)
	p = append(p, mass.problems()...)
	if err := p.Err(); err != nil {
		return err
	}
	if in.Venue == nil {
		return nil
	}
	return c.Need(app.CreateVenues)
}

// capacities lists the limits with their layers and names.
func (in *CapacityChange) capacities() []struct {
	Name  string
	Layer Layer
	Total Maybe[int64]
} {
	return []struct {
		Name  string
		Layer Layer
		Total Maybe[int64]
	}{
		{"event", LayerEvent, in.Event},
		{"ticket", LayerTickets, in.Tickets},
		{"product", LayerProducts, in.Products},
		{"guestList", LayerGuests, in.Guests},
		{"charity", LayerCharity, in.Charity},
	}
}

func (in *CapacityChange) problems() app.Problems {
	var p app.Problems
	for _, c := range in.capacities() {
		if c.Total.Value != nil {
			wantRange(&p, "capacities."+c.Name, *c.Total.Value, 0, maxStock)
		}
	}
	return p
}

// resolve makes or finds what the change refers to.
func (in *EventChange) resolve(tx app.Tx, c *app.Caller) error {
	if in.Tags != nil {
		ids, err := resolveTags(tx, *in.Tags)
		if err != nil {
			return err
		}
		in.tagIDs = &ids
	}
	if in.Venue != nil {
		v, err := insertVenue(tx, c, *in.Venue, "venue.")
		in.VenueID = Is(v.ID)
		return err
	}
	if in.VenueID.Value == nil {
		return nil
	}
	if err := guardVenue(tx, *in.VenueID.Value); err != nil {
		return err
	}
	v, err := Venues.Get(tx, *in.VenueID.Value)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && v.DeletedAt != nil {
		return absent("venueId", "venue")
	}
	return err
}

// saveAround writes what belongs to a stored event and is kept beside it.
func (in *EventChange) saveAround(tx app.Tx, e *Event) error {
	for _, c := range in.Capacities.capacities() {
		if err := setLimit(tx, c.Total, c.Layer, e.ID); err != nil {
			return err
		}
	}
	if in.Published != nil || in.OnSale != nil || in.Cancelled != nil {
		if err := meetSales(tx, e.ID); err != nil {
			return err
		}
	}
	return saveSlots(tx, e, in.Timeslots, in.lang)
}

// meetSales makes a transaction the rival of every one that moves stock of the
// event, so that a sale decided on the event as it was does not slip past.
func meetSales(tx app.Tx, eventID int64) error {
	_, err := stockTable.Upsert(tx, StockKey{A: int64(LayerEvent), B: eventID}, func(c *Stock) error {
		c.Layer, c.ID = LayerEvent, eventID
		return nil
	})
	return err
}

// moveZone moves the wall times of everything on an event: at most maxSlots timeslots
// and maxSaleItems sale items, all at once, so that no reader sees half of them. Sold
// tickets follow their sale item and are not rewritten. What is sold meanwhile is sold
// with the times from after it.
func moveZone(tx app.Tx, m ZoneMove) error {
	if err := meetSales(tx, m.EventID); err != nil {
		return err
	}
	slots, err := TimeslotsOfEvent(tx, m.EventID)
	if err != nil {
		return err
	}
	for _, s := range slots {
		if _, err := timeslotTable.Update(tx, s.ID, func(t *Timeslot) error {
			t.Start, t.End = shiftSpan(t.Start, t.End, m.From, m.To)
			m.ShiftWindow(&t.OnSaleFrom, &t.OnSaleUntil)
			return nil
		}); err != nil {
			return err
		}
	}
	if err := moveGroups(tx, m); err != nil {
		return err
	}
	items, err := SaleItemsOfEvent(tx, m.EventID)
	if err != nil {
		return err
	}
	for _, it := range items {
		if it.ValidFrom != nil || it.ValidUntil != nil || it.TimeslotID != 0 {
			m.Windows = append(m.Windows, it.ID)
		}
		if !it.hasTimes() {
			continue
		}
		if _, err := saleItemTable.Update(tx, it.ID, func(s *SaleItem) error {
			m.ShiftWindow(&s.OnSaleFrom, &s.OnSaleUntil)
			m.ShiftWindow(&s.ValidFrom, &s.ValidUntil)
			return nil
		}); err != nil {
			return err
		}
	}
	return PortsOf(tx).EventMovedZone(tx, m)
}

// moveGroups moves the windows of the sale-item groups of an event.
func moveGroups(tx app.Tx, m ZoneMove) error {
	var ids []int64
	for _, state := range []int64{standing, deleted} {
		for e, err := range groupByEvent.Keys(tx, indexes.Equal(m.EventID<<1|state)) {
			if err != nil {
				return err
			}
			ids = append(ids, e.ID)
		}
	}
	for _, id := range ids {
		if _, err := itemGroupTable.Update(tx, id, func(g *Group) error { m.ShiftWindow(&g.OnSaleFrom, &g.OnSaleUntil); return nil }); err != nil {
			return err
		}
	}
	return nil
}

// hasTimes tells whether the sale item has a window that moves with a timezone.
func (s *SaleItem) hasTimes() bool {
	return s.OnSaleFrom != nil || s.OnSaleUntil != nil || s.ValidFrom != nil || s.ValidUntil != nil
}

// touchEvent moves the ChangedAt of an event alone.
func touchEvent(tx app.Tx, id int64) error {
	if id == 0 {
		return nil
	}
	tx = app.WholeTx(tx) // others may see it, and miss no change
	e, err := Events.Get(tx, id)
	if err != nil || !e.ChangedAt.Before(tx.Now()) {
		return err
	}
	_, err = eventTable.Update(tx, id, func(e *Event) error { e.ChangedAt = app.ChangedAt(tx, e.ChangedAt); return nil })
	return err
}

// taken names the field whose value another record has.
func taken(err error, field string) error {
	if errors.Is(err, indexes.ErrTaken) {
		return app.Field(field, "is taken already")
	}
	return err
}

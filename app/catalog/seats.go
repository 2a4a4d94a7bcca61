package catalog

import (
	"marquee/app"
	"marquee/indexes"
)

// EventSeats says that an event is sold from a seating plan.
type EventSeats struct {
	PlanID int64 `msgpack:"p"`
	// Copying: the plan is not whole yet, and nothing is sold until it is.
	Copying bool `msgpack:"c,omitempty"`
	// Best: buyers may ask for the best seats there are.
	Best bool `msgpack:"b,omitempty"`
}

// BandKey names a price band of the seating plan of an event.
type BandKey struct{ EventID, BandID int64 }

// SetSeats gives an event the seating plan that it is sold from, of a venue that must be
// its own, or takes it off. An event that sold tickets, or has some in baskets, keeps
// what it has. Its sale items have the price bands of no plan any more.
func SetSeats(tx app.Tx, eventID, venueID int64, s *EventSeats) error {
	if err := meetSales(tx, eventID); err != nil {
		return err
	}
	sold, err := StockOf(tx, LayerTickets, eventID)
	if err != nil {
		return err
	}
	if sold.Sold+sold.Reserved > 0 {
		return app.Field("eventId", "has sold tickets and keeps its seats")
	}
	_, err = eventTable.Update(tx, eventID, func(e *Event) error {
		switch {
		case e.CancelledAt != nil:
			return app.Field("eventId", "is a cancelled event")
		case s != nil && e.VenueID != venueID:
			return app.Field("planId", "is of another venue")
		}
		e.Seats = s
		return nil
	})
	if err != nil {
		return missing(err, "event")
	}
	items, err := SaleItemsOfEvent(tx, eventID)
	if err != nil {
		return err
	}
	for i := range items {
		if items[i].PriceBandID == 0 {
			continue
		}
		if _, err := saleItemTable.Update(tx, items[i].ID, func(s *SaleItem) error { s.PriceBandID = 0; return nil }); err != nil {
			return err
		}
	}
	return nil
}

// SeatsReady puts an event on sale whose seating plan is whole.
func SeatsReady(tx app.Tx, eventID, planID int64) error {
	return changeSeats(tx, eventID, func(s *EventSeats) {
		if s.PlanID == planID {
			s.Copying = false
		}
	})
}

// SeatsTaken lets an event be sold from another plan that carries on the seats of its own.
func SeatsTaken(tx app.Tx, eventID, planID int64) error {
	return changeSeats(tx, eventID, func(s *EventSeats) { s.PlanID, s.Copying = planID, false })
}

// SeatsBest says whether buyers may ask for the best seats.
func SeatsBest(tx app.Tx, eventID int64, best bool) error {
	return changeSeats(tx, eventID, func(s *EventSeats) { s.Best = best })
}

func changeSeats(tx app.Tx, eventID int64, change func(*EventSeats)) error {
	_, err := eventTable.Update(tx, eventID, func(e *Event) error {
		if e.Seats != nil {
			s := *e.Seats
			change(&s)
			e.Seats = &s
		}
		return nil
	})
	return missing(err, "event")
}

// SaleItemsOfPriceBand are the sale items that sell the seats of a price band.
func SaleItemsOfPriceBand(r app.Reader, bandID int64) ([]SaleItem, error) {
	return indexes.Records(saleItemByPriceBand.Scan(r, indexes.Equal(bandID).Limit(maxSaleItems)))
}

// keepsSeats refuses another price band for what has sold seats of its own.
func keepsSeats(tx app.Tx, saleItem int64) error {
	sold, err := stockTable.Upsert(tx, StockKey{A: int64(LayerSaleItem), B: saleItem}, func(c *Stock) error {
		c.Layer, c.ID = LayerSaleItem, saleItem
		return nil
	})
	if err == nil && sold.Sold+sold.Reserved > 0 {
		err = app.Field("saleItemData.priceBandId", "cannot change: tickets were sold")
	}
	return err
}

// checkPriceBand refuses a price band that the event does not have, and for anything but
// tickets. A season ticket has one seat for its whole run.
func (s *SaleItem) checkPriceBand(r app.Reader) error {
	if s.PriceBandID == 0 {
		return nil
	}
	const field = "saleItemData.priceBandId"
	if s.Type != Ticket && s.Type != SeasonTicket {
		return app.Field(field, "is for tickets only")
	}
	has, err := PortsOf(r).PriceBandOf(r, BandKey{s.EventID, s.PriceBandID})
	if err == nil && !has {
		err = app.Field(field, "does not exist")
	}
	if err != nil || len(s.Run) == 0 {
		return err
	}
	same, err := PortsOf(r).SameSeats(r, s.Run)
	if err == nil && !same {
		err = app.Field(field, "is possible where all events of the run have copies of one seating plan")
	}
	return err
}

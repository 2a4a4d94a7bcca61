package entry

import (
	"marquee/app"
	"marquee/app/seating"
)

// Claim asks to let in a ticket of a zone whose tickets are shared out.
type Claim struct {
	ZoneID, TokenID     int64
	OrderID, SaleItemID int64
	// Seats are what the ticket has of spaces, at the event of the zone and others.
	EventID int64
	Seats   []seating.Claim
}

// SetLeased says whether the tickets of a zone are shared out among phones.
func SetLeased(tx app.Tx, zone int64, leased bool) error {
	_, err := zoneTable.Update(tx, zone, func(z *Zone) error { z.Leased = leased; return nil })
	if err != nil {
		return missing(err, "zone")
	}
	return nil
}

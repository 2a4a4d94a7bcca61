package entry

import (
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
)

// zoneByID finds a zone that was not deleted.
func zoneByID(r app.Reader, id int64) (Zone, error) {
	z, err := Zones.Get(r, id)
	if err != nil || z.DeletedAt != nil {
		return z, missing(err, "zone")
	}
	return z, nil
}

// liveZone finds a zone that was not deleted, nor was its event.
func liveZone(r app.Reader, id int64) (Zone, error) {
	z, err := zoneByID(r, id)
	if err != nil {
		return z, err
	}
	return z, eventExists(r, z.EventID)
}

// anyZone finds a zone, also one that was deleted, or whose event was, where that is asked for.
func anyZone(r app.Reader, id int64, withDeleted bool) (Zone, error) {
	if !withDeleted {
		return liveZone(r, id)
	}
	z, err := Zones.Get(r, id)
	if err != nil {
		return z, missing(err, "zone")
	}
	return z, nil
}

// eventExists refuses a zone whose event was deleted.
func eventExists(r app.Reader, eventID int64) error {
	_, err := standingEvent(r, eventID)
	return err
}

func standingEvent(r app.Reader, eventID int64) (*catalog.Event, error) {
	e, err := catalog.SharedEvent(r, eventID)
	if err == nil && e.DeletedAt == nil {
		return e, nil
	}
	return nil, missing(err, "zone")
}

// missing turns a record that is not there, or hidden although there is no
// error, into the refusal that callers know.
func missing(err error, model string) error {
	if err == nil || errors.Is(err, indexes.ErrNotFound) || app.KindOf(err) == app.NotFound {
		return app.Missing(model)
	}
	return err
}

// zonesOf lists the zones of an event that were not deleted, oldest first: its
// Entry zone leads.
func zonesOf(r app.Reader, eventID int64) ([]Zone, error) {
	all, err := allZonesOf(r, eventID)
	return slices.DeleteFunc(all, func(z Zone) bool { return z.DeletedAt != nil }), err
}

// allZonesOf lists deleted ones too.
func allZonesOf(r app.Reader, eventID int64) ([]Zone, error) { return zoneByEvent.All(r, eventID) }

// entryZone picks the event's own zone.
func entryZone(zones []Zone) Zone {
	for _, z := range zones {
		if z.Entry {
			return z
		}
	}
	return Zone{}
}

// counterOf reads a counter; one that nobody moved yet is all zero.
func counterOf(r app.Reader, zone, saleItem int64) (ZoneCounter, error) {
	c, _, err := ZoneCounters.Find(r, CounterKey{A: zone, B: saleItem})
	c.ZoneID, c.SaleItemID = zone, saleItem
	return c, err
}

func findState(r app.Reader, itemID int64) (TicketState, bool, error) {
	s, err := TicketStates.Get(r, itemID)
	if errors.Is(err, indexes.ErrNotFound) {
		return s, false, nil
	}
	return s, err == nil, err
}

// readAt follows a code to what lets in at an event, for whoever sees its gates. A season
// ticket hangs on another event of its run, and an order may have more than they see: what
// lets in there is theirs to judge. Other codes tell them no more than they may know.
func readAt(r app.Reader, text string, event int64, at time.Time) (order.Shown, error) {
	s, err := order.ReadCode(app.Whole(r), text, event, at)
	if err != nil || !order.Items.Narrows(r) {
		return s, err
	}
	ticket := s.Item
	if s.Replaced {
		if ticket, err = order.Items.Get(app.Whole(r), s.Heir); errors.Is(err, indexes.ErrNotFound) {
			err = nil
		}
	}
	if err != nil || ticket.At(event) {
		return s, err
	}
	return order.ReadCode(r, text, event, at)
}

// itemByTag follows an NFC tag to the ticket of this event that it is paired with.
func itemByTag(r app.Reader, tag string, eventID int64) (order.Item, bool, error) {
	s, paired, err := ticketByTag.Find(r, kv.Pair2[string, int64]{A: tag, B: eventID})
	if err != nil || !paired {
		return order.Item{}, false, err
	}
	item, err := order.Items.Get(app.Whole(r), s.ID) // see readAt
	if errors.Is(err, indexes.ErrNotFound) {
		return item, false, nil
	}
	return item, err == nil, err
}

// ScanNamed finds the scan that a device gave a uuid: a live one that let somebody
// through, or an uploaded one.
func ScanNamed(r app.Reader, uuid string) (capture.Scan, error) {
	live, found, err := app.AnswerTo[ScanResult](app.Of(r), r, scanKind, uuid)
	if err != nil || found {
		return capture.Scan{ItemID: live.ItemID, ZoneID: live.ZoneID}, err
	}
	s, _, err := scanByUpload.Find(r, uuid)
	return capture.Scan{ItemID: s.ItemID, ZoneID: s.ZoneID}, err
}

// EventOfZone is the event of a zone that stands, 0 for none.
func EventOfZone(r app.Reader, id int64) (int64, error) {
	z, err := Zones.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && z.DeletedAt != nil {
		return 0, nil
	}
	return z.EventID, err
}

// ZoneIDs are those of the zones of an event that its caller sees.
func ZoneIDs(r app.Reader, eventID int64) (ids []int64, err error) {
	if _, err := liveEvent(r, eventID); err != nil {
		return nil, err
	}
	zones, err := zonesOf(r, eventID)
	for i := range zones {
		ids = append(ids, zones[i].ID)
	}
	return ids, err
}

// IsPaired tells whether an item is paired with a tag.
func IsPaired(r app.Reader, itemID int64) (bool, error) {
	s, ok, err := findState(r, itemID)
	return ok && s.NFC != "", err
}

// WasScanned tells whether somebody was ever let in with an item.
func WasScanned(r app.Reader, itemID int64) (bool, error) {
	s, ok, err := findState(r, itemID)
	return ok && !s.lastIn().IsZero(), err
}

// ScansOf are the admissions and leavings of tickets, at most so many, the newest ones.
func ScansOf(r app.Reader, items []int64, most int) (all []Scan, more bool, err error) {
	states, err := TicketStates.GetMany(r, items)
	if err != nil {
		return nil, false, err
	}
	var ids []int64
	for i := range states {
		ids = append(ids, states[i].ScanIDs...)
	}
	slices.Sort(ids)
	if more = len(ids) > most; more {
		ids = ids[len(ids)-most:]
	}
	all, err = Scans.GetMany(r, ids)
	return all, more, err
}

package entry

import (
	"errors"
	"maps"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/indexes"
)

// MakeEntryZone gives an event the zone it owns from its first moment: in or out as
// the operator chooses, and in again after out.
func MakeEntryZone(tx app.Tx, e *catalog.Event) error {
	return zoneTable.Insert(tx, &Zone{EventID: e.ID, Name: EntryZoneName, Entry: true, Mode: ScanInOut})
}

// MakeTickets makes the states of a completed order's tickets.
func MakeTickets(tx app.Tx, s order.Sale) error { return refreshAll(tx, s.Items) }

// RefreshTickets tells the gates that sold items changed.
func RefreshTickets(tx app.Tx, ids []int64) error {
	items, err := order.Items.GetMany(tx, ids)
	if err != nil {
		return err
	}
	return refreshAll(tx, items)
}

// UnpairTickets parts tickets that have another holder from the tags that the holder
// before wears.
func UnpairTickets(tx app.Tx, h order.Handed) error {
	states, err := TicketStates.GetMany(tx, h.ItemIDs)
	if err != nil {
		return err
	}
	for i := range states {
		if states[i].NFC == "" {
			continue
		}
		_, err := stateTable.Update(tx, states[i].ID, func(t *TicketState) error { t.NFC = ""; return nil })
		if err != nil {
			return err
		}
	}
	return nil
}

// refreshAll brings the states of sold items, and of those that are good before that, in line with the items, and the
// lengths of the offline lists with the states.
func refreshAll(tx app.Tx, items []order.Item) error {
	moved := map[int64]TicketCount{}
	var made []*TicketState
	for i := range items {
		old, now, err := refresh(tx, &items[i])
		if err != nil {
			return err
		}
		if old == nil && now != nil {
			made = append(made, now)
		}
		if n := listed(now) - listed(old); n != 0 {
			for _, event := range now.events() {
				c := moved[event]
				c.add(now, n)
				moved[event] = c
			}
		}
	}
	if err := stateTable.InsertAbsent(tx, made...); err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(moved)) {
		_, err := ticketCountTable.Upsert(tx, id, func(c *TicketCount) error {
			c.EventID = id
			c.Tickets += moved[id].Tickets
			c.Products += moved[id].Products
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// refresh brings the state of one item in line with it. It gives the state before
// and after, nil where there was none and where the item is none that gates look
// at. A state that is new is not stored yet.
func refresh(tx app.Tx, item *order.Item) (old, now *TicketState, err error) {
	kind, scannable := kindOf(item.Type)
	if !scannable || !issued(item) || item.EventID == 0 {
		return nil, nil, nil
	}
	now = &TicketState{
		ID: item.ID, EventID: item.EventID, SaleItemID: item.SaleItemID,
		Run: item.Run, Kind: kind, Gone: gone(item), Pending: undecided(item),
	}
	before, err := TicketStates.Get(tx, item.ID)
	if errors.Is(err, indexes.ErrNotFound) {
		return nil, now, nil
	}
	if err != nil {
		return nil, nil, err
	}
	after := before
	after.Kind, after.Gone, after.Pending = now.Kind, now.Gone, now.Pending
	return &before, &after, stateTable.Replace(tx, &before, &after)
}

// issued tells whether gates know of the item: it was sold, or was good before that.
func issued(i *order.Item) bool { return i.Sold || i.Access != 0 }

// gone tells that an item that gates know of is good no more.
func gone(i *order.Item) bool { return !i.Holds() || !i.Issued() }

// listed is 1 when the ticket is on the list that a device starts with. Guests
// are not: they have a list of their own.
func listed(t *TicketState) int64 {
	if t == nil || t.Gone || t.Pending || t.Kind == KindGuest {
		return 0
	}
	return 1
}

// kindOf is the kind of a gate's item; false for types that no gate takes.
func kindOf(t catalog.ItemType) (Kind, bool) {
	switch t {
	case catalog.Ticket:
		return KindTicket, true
	case catalog.Product:
		return KindProduct, true
	case catalog.SeasonTicket:
		return KindSeason, true
	case catalog.GuestList:
		return KindGuest, true
	}
	return 0, false
}

// undecided tells whether the item waits for approval, or did not get it.
func undecided(i *order.Item) bool {
	return i.RequiresApproval && i.ApprovedAt == nil || i.RejectedAt != nil
}

// MoveZones keeps the wall times of an event's gates when its timezone changes. The
// windows of its tickets have moved already, with what is on sale there: devices hear
// of that in batches.
func MoveZones(tx app.Tx, m catalog.ZoneMove) error {
	zones, err := allZonesOf(tx, m.EventID)
	if err != nil {
		return err
	}
	for _, z := range zones {
		if z.Opening == nil && z.Closing == nil && len(z.ScanOut) == 0 {
			continue
		}
		_, err := zoneTable.Update(tx, z.ID, func(z *Zone) error {
			for _, t := range []*time.Time{z.Opening, z.Closing} {
				if t != nil {
					*t = catalog.ShiftZone(*t, m.From, m.To)
				}
			}
			for i, t := range z.ScanOut {
				z.ScanOut[i] = catalog.ShiftZone(t, m.From, m.To)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return touchWindows(tx, zones, m.Windows)
}

// CopyZones gives a copy of an event the zones of it, its own Entry zone included. Nobody is
// inside, and no phone has tickets.
func CopyZones(tx app.Tx, k *catalog.Copying) error {
	if !k.Wants(catalog.CopyDoor) {
		return nil
	}
	zones, err := zonesOf(tx, k.From.ID)
	if err != nil {
		return err
	}
	made, err := zonesOf(tx, k.To.ID)
	if err != nil {
		return err
	}
	k.Zones = map[int64]int64{}
	for _, z := range zones {
		if len(z.SaleItemIDs) > 0 && len(catalog.Replaced(z.SaleItemIDs, k.Items)) == 0 {
			k.Leave(catalog.CopyDoor, 1, "These let in what is not copied.")
			continue
		}
		was := z.ID
		z.moveTo(k)
		if z.Entry {
			z.ID = entryZone(made).ID
			_, err = zoneTable.Update(tx, z.ID, func(own *Zone) error { z.CreatedAt = own.CreatedAt; *own = z; return nil })
		} else {
			err = zoneTable.Insert(tx, &z)
		}
		if err != nil {
			return err
		}
		k.Zones[was] = z.ID
	}
	k.Made(catalog.CopyDoor, len(k.Zones))
	return nil
}

// moveTo makes a zone that of a copy. Everybody leaves when they did, the moments that are over
// included.
func (z *Zone) moveTo(k *catalog.Copying) {
	out := slices.Concat(z.Emptied, z.ScanOut)
	for i := range out {
		out[i] = k.Clock(out[i])
	}
	if len(out) > MaxScanOut {
		out = out[len(out)-MaxScanOut:]
	}
	z.ID, z.EventID, z.Leased, z.Emptied, z.ScanOut = 0, k.To.ID, false, nil, out
	z.SaleItemIDs = catalog.Replaced(z.SaleItemIDs, k.Items)
	k.Clock.Window(&z.Opening, &z.Closing)
}

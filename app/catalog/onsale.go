package catalog

import (
	"time"

	"marquee/app"
)

// Reason says why something cannot be sold; OnSale says that it can. Missing
// stock is no reason: that is out of stock, not off sale.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	OnSale        Reason = ""
	IsDeleted     Reason = "deleted"
	IsCancelled   Reason = "event_cancelled"
	IsDraft       Reason = "event_not_published"
	IsOver        Reason = "event_ended"
	IsStopped     Reason = "event_off_sale"
	SeatsNotReady Reason = "seats_not_ready"
	SlotIsOver    Reason = "timeslot_ended"
	SlotNotOpen   Reason = "timeslot_not_on_sale"
	NotOnChannel  Reason = "channel"
	GroupStopped  Reason = "group_off_sale"
	GroupNotOpen  Reason = "group_not_on_sale"
	NotInPeriod   Reason = "no_sale_period"
	NotYetOpen    Reason = "not_yet_on_sale"
	NoLongerOpen  Reason = "no_longer_on_sale"
	ParentNotSold Reason = "parent_off_sale"
	ContentNotOn  Reason = "bundled_item_off_sale"
)

// Liftable tells whether the box office may sell all the same: it may look past
// on-sale windows and nothing else.
func (r Reason) Liftable() bool {
	return r == NotYetOpen || r == NoLongerOpen || r == SlotNotOpen || r == GroupNotOpen || r == NotInPeriod
}

// Sellable decides whether an item may be sold on a channel now. ev is nil for
// an item without event, slot for one without timeslot, group for one without. A price in the currency
// and the add-on's parent are the caller's to look at; [OnSaleNow] does the
// latter.
func Sellable(ev *Event, it *SaleItem, slot *Timeslot, group *Group, ch Channel, now time.Time) Reason {
	if it.DeletedAt != nil {
		return IsDeleted
	}
	if ev != nil {
		if r := ev.sellable(now); r != OnSale {
			return r
		}
	}
	if slot != nil {
		if r := slot.sellable(now); r != OnSale {
			return r
		}
	}
	if !it.OfferedOn(ch) {
		return NotOnChannel
	}
	if r := group.sellable(now); r != OnSale {
		return r
	}
	if ev != nil && !ev.inPeriod(now) {
		return NotInPeriod
	}
	return it.window(now)
}

func (e *Event) sellable(now time.Time) Reason {
	switch {
	case e.DeletedAt != nil:
		return IsDeleted
	case e.CancelledAt != nil:
		return IsCancelled
	case !e.Published:
		return IsDraft
	case e.Ended(now):
		return IsOver
	case e.OffSale:
		return IsStopped
	case e.Seats != nil && e.Seats.Copying:
		return SeatsNotReady
	}
	return OnSale
}

func (t *Timeslot) sellable(now time.Time) Reason {
	switch {
	case t.DeletedAt != nil:
		return IsDeleted
	case !now.Before(t.End):
		return SlotIsOver
	case !Open(t.OnSaleFrom, t.OnSaleUntil, now):
		return SlotNotOpen
	}
	return OnSale
}

func (s *SaleItem) window(now time.Time) Reason {
	if s.OnSaleFrom != nil && now.Before(*s.OnSaleFrom) {
		return NotYetOpen
	}
	if !Open(nil, s.OnSaleUntil, now) {
		return NoLongerOpen
	}
	return OnSale
}

// Open tells whether now lies in a half-open window; a nil bound is open-ended.
func Open(from, until *time.Time, now time.Time) bool {
	return (from == nil || !now.Before(*from)) && (until == nil || now.Before(*until))
}

// Ended tells whether the event is over. Its end is the last moment of sale
// unless an item says earlier.
func (e *Event) Ended(now time.Time) bool { return !now.Before(e.End) }

// OfferedOn tells whether the item is sold on a channel. Staff channels and the
// API follow the box office.
func (s *SaleItem) OfferedOn(ch Channel) bool {
	switch ch {
	case Shop:
		return !s.HideFromShop
	case Kiosk:
		return !s.HideFromKiosk
	}
	return !s.HideFromBoxOffice
}

// OnSaleNow is Sellable with everything the item hangs on loaded: its event, its
// timeslot, the item it is an add-on of, and what it brings as a bundle.
func OnSaleNow(r app.Reader, it *SaleItem, ch Channel, now time.Time) (Reason, error) {
	reason, err := sellableAlone(r, it, ch, now)
	if err != nil || reason != OnSale {
		return reason, err
	}
	for _, id := range it.content() {
		c, err := SaleItems.Get(r, id)
		if err == nil {
			reason, err = sellableAlone(r, &c, ch, now)
		}
		if err != nil {
			return reason, err
		}
		if reason != OnSale {
			return ContentNotOn, nil
		}
	}
	if it.ParentID == 0 {
		return reason, nil
	}
	parent, err := SaleItems.Get(r, it.ParentID)
	if err != nil {
		return reason, err
	}
	if reason, err = sellableAlone(r, &parent, ch, now); err != nil || reason == OnSale {
		return reason, err
	}
	return ParentNotSold, nil
}

func sellableAlone(r app.Reader, it *SaleItem, ch Channel, now time.Time) (Reason, error) {
	var (
		ev    *Event
		slot  *Timeslot
		group *Group
	)
	if it.EventID != 0 {
		e, err := Events.Get(r, it.EventID)
		if err != nil {
			return OnSale, err
		}
		ev = &e
	}
	if it.TimeslotID != 0 {
		t, err := Timeslots.Get(r, it.TimeslotID)
		if err != nil {
			return OnSale, err
		}
		slot = &t
	}
	if it.GroupID != 0 {
		g, err := ItemGroups.GetShared(r, it.GroupID)
		if err != nil {
			return OnSale, err
		}
		group = g
	}
	return Sellable(ev, it, slot, group, ch, now), nil
}

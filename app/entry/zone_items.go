package entry

import (
	"context"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
)

// ZoneItemQuery asks for the tickets of a zone.
type ZoneItemQuery struct {
	ZoneID int64
	// Visited is empty for all who may enter, in for who is inside, out for who
	// left, in&out for who was ever scanned.
	Visited string
	// Query is part of a barcode, order reference, name or e-mail.
	Query         string
	Offset, Limit int64
	WithTrashed   bool
}

// ZoneItem is one of them.
type ZoneItem struct {
	Item      order.Item
	State     TicketState
	Zone      ZoneState
	Name      string
	Email     string
	Reference string
}

// ListZoneItems lists the tickets of a zone in the order of their last change. It
// looks at no more than maxLooked tickets, and at maxSearched with a query that
// is no exact barcode, reference or e-mail. A zone may hide who is in it.
func ListZoneItems(ctx context.Context, a *app.App, c *app.Caller, q ZoneItemQuery) ([]ZoneItem, error) {
	var out []ZoneItem
	err := a.View(ctx, c, func(r app.Reader) error {
		z, err := liveZone(r, q.ZoneID)
		if err != nil {
			return err
		}
		if z.HideAttendees {
			return app.Refuse(app.Forbidden, "The attendees of this zone are hidden.")
		}
		q.Query = app.Fold(q.Query)
		s := &zoneSearch{q: q, zone: z, skip: q.Offset, left: maxLooked, out: []ZoneItem{}}
		if q.Query != "" {
			s.left = maxSearched
		}
		exact, err := exactMatches(r, q.Query)
		if err != nil {
			return err
		}
		if exact == nil {
			err = s.walk(r)
		} else {
			err = s.those(r, exact)
		}
		out = s.out
		return err
	})
	return out, err
}

// exactMatches finds what a query names outright: a barcode, an order, a
// customer. Nil means that it must be looked for.
func exactMatches(r app.Reader, query string) ([]int64, error) {
	if query == "" {
		return nil, nil
	}
	upper := strings.ToUpper(query)
	if i, ok, err := order.ItemByBarcode(r, upper); err != nil || ok {
		return []int64{i.ID}, err
	}
	if o, err := order.Find(r, order.Key{Reference: upper}); err == nil {
		return o.ItemIDs, nil
	} else if app.KindOf(err) == 0 {
		return nil, err
	}
	if c, err := customer.ByEmail(r, query); err == nil {
		return order.HeldBy(r, c.ID)
	} else if app.KindOf(err) == 0 {
		return nil, err
	}
	return nil, nil
}

// zoneSearch gathers one page.
type zoneSearch struct {
	q    ZoneItemQuery
	zone Zone
	skip int64
	left int // tickets that may still be looked at
	out  []ZoneItem
}

// walk goes through the tickets of the event.
func (s *zoneSearch) walk(r app.Reader) error {
	at := indexes.Position(nil)
	for {
		paused := false
		for h, err := range ticketFeed.Since(r, s.zone.EventID, time.Time{}, at) {
			if at, paused = indexes.Paused(err); paused {
				s.left -= indexes.StaleBudget
				break
			}
			if err != nil {
				return err
			}
			if s.left--; s.left < 0 {
				return nil
			}
			if done, err := s.look(r, &h.Rec); done || err != nil {
				return err
			}
		}
		if !paused || s.left < 0 {
			return nil
		}
	}
}

// those looks at the tickets a query named.
func (s *zoneSearch) those(r app.Reader, ids []int64) error {
	states, err := TicketStates.GetMany(r, ids)
	if err != nil {
		return err
	}
	s.q.Query = ""
	for i := range states {
		if states[i].EventID != s.zone.EventID {
			continue
		}
		if done, err := s.look(r, &states[i]); done || err != nil {
			return err
		}
	}
	return nil
}

// look takes a ticket that fits; true means that the page is full.
func (s *zoneSearch) look(r app.Reader, t *TicketState) (bool, error) {
	if !s.fits(t) {
		return false, nil
	}
	if s.skip > 0 && s.q.Query == "" {
		s.skip--
		return false, nil
	}
	item, err := loadZoneItem(r, t, s.zone.ID)
	if err != nil || !item.matches(s.q.Query) {
		return false, err
	}
	if s.skip > 0 {
		s.skip--
		return false, nil
	}
	s.out = append(s.out, item)
	return int64(len(s.out)) >= s.q.Limit, nil
}

// fits decides by the state alone.
func (s *zoneSearch) fits(t *TicketState) bool {
	if t.Pending || t.Gone && !s.q.WithTrashed {
		return false
	}
	z := t.In(s.zone.ID)
	switch s.q.Visited {
	case askedIn:
		return z.Inside
	case askedOut:
		return !z.Inside && z.Out > 0
	case ScanInOut:
		return z.In+z.Out > 0
	}
	return s.zone.takes(t.SaleItemID, t.Kind)
}

func loadZoneItem(r app.Reader, t *TicketState, zone int64) (ZoneItem, error) {
	z := ZoneItem{State: *t, Zone: t.In(zone)}
	var err error
	if z.Item, err = order.Items.Get(r, t.ID); err != nil {
		return z, err
	}
	order, err := order.Orders.Get(r, z.Item.OrderID)
	if err != nil {
		return z, err
	}
	f := found{item: z.Item}
	if err := f.readHolder(r); err != nil {
		return z, err
	}
	z.Name, z.Email, z.Reference = holderName(&z.Item, f.holder.Name), f.holder.Email, order.Reference
	return z, nil
}

// matches looks for a folded text in what identifies a ticket.
func (z *ZoneItem) matches(query string) bool {
	for _, text := range []string{z.Item.Barcode, z.Reference, z.Name, z.Email} {
		if strings.Contains(app.Fold(text), query) {
			return true
		}
	}
	return false
}

// FirstAndLast are the two parts of the name on the ticket.
func (z *ZoneItem) FirstAndLast() (first, last string) { return customer.SplitName(z.Name) }

package entry

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/entry/rules"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/indexes"
)

// ZoneItemQuery asks for the tickets of a zone.
type ZoneItemQuery struct {
	ZoneID int64 `list:"zoneId"`
	// Visited is empty for all who may enter, in for who is inside, out for who
	// left, in&out for who was ever scanned.
	Visited string `list:"scanType"`
	// Query is a part of a barcode or order reference, or parts of the holder's name and
	// e-mail.
	Query string `list:"query"`
	// WithTrashed adds refunded ones, and takes a zone that was deleted.
	WithTrashed bool `list:"withTrashed"`
	list.Request
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

// ZoneItemPage is one page of them.
type ZoneItemPage struct {
	list.Info
	Items []ZoneItem
}

var zoneItemList = &list.List[TicketState, ZoneItemQuery]{
	Needs: scanners,
	Name:  "zone-items", Max: MaxPage, Table: TicketStates, Uncounted: true, ByOffset: true,
	Plan: func(r app.Reader, q *ZoneItemQuery) (list.Plan[TicketState], error) { return q.plan(r) },
}

// ListZoneItems lists the tickets of a zone by id. A zone may hide who is in it.
func ListZoneItems(ctx context.Context, a *app.App, c *app.Caller, q ZoneItemQuery) (ZoneItemPage, error) {
	q.Query = strings.TrimSpace(q.Query)
	var items []ZoneItem
	page, err := zoneItemList.Read(ctx, a, c, q, q.Request, func(r app.Reader, asked *ZoneItemQuery, rows []TicketState) error {
		items = make([]ZoneItem, 0, len(rows))
		for i := range rows {
			item, err := loadZoneItem(r, &rows[i], asked.ZoneID)
			if app.Skip(r, err) {
				continue
			}
			if err != nil {
				return err
			}
			items = append(items, item)
		}
		return nil
	})
	return ZoneItemPage{page.Info, items}, err
}

func (q *ZoneItemQuery) plan(r app.Reader) (list.Plan[TicketState], error) {
	z, err := anyZone(r, q.ZoneID, q.WithTrashed)
	if err != nil {
		return list.Plan[TicketState]{}, err
	}
	if z.HideAttendees {
		return list.Plan[TicketState]{}, app.Refuse(app.Forbidden, "The attendees of this zone are hidden.")
	}
	plan, err := q.walk(r, &z)
	plan.Fits = func(t *TicketState) (bool, error) { return t.At(z.EventID) && q.fits(&z, t), nil }
	plan.Key = func(t *TicketState) indexes.Position { return list.AtID(t.ID) }
	if err != nil || q.Query == "" {
		return plan, err
	}
	named, err := order.ItemsNamed(app.Whole(r), q.Query) // of those that fit; see readAt
	plan.Among(named)
	return plan, err
}

// walk picks the index: of those who were scanned here, or of all who may enter.
func (q *ZoneItemQuery) walk(r app.Reader, z *Zone) (list.Plan[TicketState], error) {
	if q.Visited != "" {
		plan := list.Keys(r, ticketVisited, ticketKeys(z.ID, q.lists), list.All, false)
		plan.Total, plan.Exact = nil, q.Visited == ScanInOut
		return plan, nil
	}
	items := z.SaleItemIDs
	if len(items) == 0 {
		all, err := itemsAt(r, z.EventID)
		if err != nil {
			return list.Plan[TicketState]{}, err
		}
		for i := range all {
			items = append(items, all[i].ID)
		}
	}
	var groups []indexes.Group
	for _, id := range list.Sorted(append([]int64(nil), items...)) {
		some, err := ticketListed.Groups(r, classed(id, 0), classed(id+1, 0))
		if err != nil {
			return list.Plan[TicketState]{}, err
		}
		for _, g := range some {
			if flags := g.Key - classed(id, 0); q.lists(flags) && z.takes(id, Kind(flags&kindBits)) {
				groups = append(groups, g)
			}
		}
	}
	return list.Groups(r, ticketListed, groups, list.All, false), nil
}

// lists tells whether tickets with these flags are listed.
func (q *ZoneItemQuery) lists(flags int64) bool {
	return flags&flagPending == 0 && (q.WithTrashed || flags&flagGone == 0)
}

// fits decides by the state alone.
func (q *ZoneItemQuery) fits(zone *Zone, t *TicketState) bool {
	if !q.lists(t.flags()) {
		return false
	}
	z := t.In(zone.ID)
	switch q.Visited {
	case rules.In:
		return z.Inside
	case rules.Out:
		return !z.Inside && z.Out > 0
	case ScanInOut:
		return z.In+z.Out > 0
	}
	return zone.takes(t.SaleItemID, t.Kind)
}

func loadZoneItem(r app.Reader, t *TicketState, zone int64) (ZoneItem, error) {
	z := ZoneItem{State: *t, Zone: t.In(zone)}
	var err error
	if z.Item, err = order.Items.Get(app.Whole(r), t.ID); err != nil { // see readAt
		return z, err
	}
	order, err := order.Orders.Get(app.Whole(r), z.Item.OrderID)
	if err != nil {
		return z, err
	}
	f := found{item: z.Item}
	if err := f.readHolder(r); err != nil && !app.Skip(r, err) { // else the ticket is shown without its holder
		return z, err
	}
	z.Name, z.Email, z.Reference = order.SoldTo().HolderOf(&z.Item, f.holder.Name), f.holder.Email, order.Reference
	return z, nil
}

// FirstAndLast are the two parts of the name on the ticket.
func (z *ZoneItem) FirstAndLast() (first, last string) { return customer.SplitName(z.Name) }

package entry

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
)

// ZoneView is a zone with its statistics.
type ZoneView struct {
	Zone
	Tally Tally
	// Access names the items that may enter.
	Access []string
	// Asked is what is asked there.
	Asked []capture.ZoneField
}

// ItemView is one eligible sale item with its statistics in one zone.
type ItemView struct {
	SaleItemID int64
	Name       string
	Type       catalog.ItemType
	// Required: the zone lists the item, rather than taking all there are.
	Required bool
	Tally    Tally
}

// ListZones lists the zones of an event, its Entry zone first.
func ListZones(ctx context.Context, a *app.App, c *app.Caller, eventID int64, withDeleted bool) (views []ZoneView, err error) {
	err = a.View(ctx, c, scanners, func(r app.Reader) (err error) {
		views, err = ZoneViewsIn(r, eventID, withDeleted)
		return err
	})
	return views, err
}

// ZoneViewsIn is ListZones in a snapshot.
func ZoneViewsIn(r app.Reader, eventID int64, withDeleted bool) (views []ZoneView, err error) {
	if e, err := catalog.EventByID(r, eventID); err != nil || e.DeletedAt != nil && !withDeleted {
		return nil, missing(err, "event")
	}
	zones, err := allZonesOf(r, eventID)
	if err != nil {
		return nil, err
	}
	items, err := admissible(r, eventID)
	if err != nil {
		return nil, err
	}
	for _, z := range zones {
		if z.DeletedAt != nil && !withDeleted {
			continue
		}
		v, err := viewZone(r, z, items)
		if err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, nil
}

// FindZone gives one zone with its eligible items.
func FindZone(ctx context.Context, a *app.App, c *app.Caller, id int64, withDeleted bool) (ZoneView, []ItemView, error) {
	var view ZoneView
	var items []ItemView
	err := a.View(ctx, c, scanners, func(r app.Reader) error {
		z, err := anyZone(r, id, withDeleted)
		if err != nil {
			return err
		}
		all, err := admissible(r, z.EventID)
		if err != nil {
			return err
		}
		if view, err = viewZone(r, z, all); err != nil {
			return err
		}
		items, err = viewItems(r, &z, all)
		return err
	})
	return view, items, err
}

// viewOne is viewZone for a zone alone.
func viewOne(r app.Reader, z Zone) (ZoneView, error) {
	items, err := admissible(r, z.EventID)
	if err != nil {
		return ZoneView{}, err
	}
	return viewZone(r, z, items)
}

// viewZone adds the counters and names to a zone, given the items of its event.
func viewZone(r app.Reader, z Zone, items []ItemView) (ZoneView, error) {
	v := ZoneView{Zone: z, Access: []string{}}
	for _, i := range items {
		if i.enters(&z) {
			v.Access = append(v.Access, i.Name)
		}
	}
	c, err := counterOf(r, z.ID, 0)
	v.Tally = c.Tally
	if err == nil {
		v.Asked, err = capture.AtZone(r, z.ID)
	}
	return v, err
}

// viewItems adds the counters to the items that may enter a zone.
func viewItems(r app.Reader, z *Zone, items []ItemView) ([]ItemView, error) {
	var views []ItemView
	for _, i := range items {
		if !i.enters(z) {
			continue
		}
		c, err := counterOf(r, z.ID, i.SaleItemID)
		if err != nil {
			return nil, err
		}
		i.Tally, i.Required = c.Tally, len(z.SaleItemIDs) > 0
		views = append(views, i)
	}
	return views, nil
}

// enters tells whether the zone takes the item.
func (i *ItemView) enters(z *Zone) bool {
	kind, _ := kindOf(i.Type)
	return z.takes(i.SaleItemID, kind)
}

// admissible lists the sale items of an event that a gate can read.
func admissible(r app.Reader, eventID int64) ([]ItemView, error) {
	all, err := itemsAt(r, eventID)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(s catalog.SaleItem) bool { return s.DeletedAt != nil || !s.Type.Scannable() })
	ids := make([]int64, len(all))
	for i, s := range all {
		ids[i] = s.ItemID
	}
	names, err := catalog.InventoryItemsByID(r, ids)
	views := make([]ItemView, len(all))
	for i, s := range all {
		views[i] = ItemView{SaleItemID: s.ID, Name: names[s.ItemID].Name, Type: s.Type}
	}
	return views, err
}

// itemsAt are the sale items of an event, and the season tickets of others that let in
// there.
func itemsAt(r app.Reader, eventID int64) ([]catalog.SaleItem, error) {
	own, err := catalog.SaleItemsOfEvent(r, eventID)
	if err != nil {
		return nil, err
	}
	season, err := catalog.SeasonTicketsFor(app.Whole(r), eventID) // see readAt
	return append(own, season...), err
}

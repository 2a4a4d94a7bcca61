package entry

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
)

// ZoneView is a zone with its statistics.
type ZoneView struct {
	Zone
	Tally Tally
	// Access names the items that may enter; empty when every item may.
	Access []string
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
func ListZones(ctx context.Context, a *app.App, c *app.Caller, eventID int64, withDeleted bool) ([]ZoneView, error) {
	var views []ZoneView
	err := a.View(ctx, c, func(r app.Reader) error {
		views = nil
		if e, err := catalog.EventByID(r, eventID); err != nil || e.DeletedAt != nil && !withDeleted {
			return missing(err, "event")
		}
		zones, err := allZonesOf(r, eventID)
		if err != nil {
			return err
		}
		for _, z := range zones {
			if z.DeletedAt != nil && !withDeleted {
				continue
			}
			v, err := viewZone(r, z)
			if err != nil {
				return err
			}
			views = append(views, v)
		}
		return nil
	})
	return views, err
}

// FindZone gives one zone with its eligible items.
func FindZone(ctx context.Context, a *app.App, c *app.Caller, id int64, withDeleted bool) (ZoneView, []ItemView, error) {
	var view ZoneView
	var items []ItemView
	err := a.View(ctx, c, func(r app.Reader) error {
		z, err := Zones.Get(r, id)
		if err != nil || z.DeletedAt != nil && !withDeleted {
			return missing(err, "zone")
		}
		if view, err = viewZone(r, z); err != nil {
			return err
		}
		items, err = viewItems(r, &z)
		return err
	})
	return view, items, err
}

// viewZone adds the counters and names to a zone.
func viewZone(r app.Reader, z Zone) (ZoneView, error) {
	v := ZoneView{Zone: z, Access: []string{}}
	c, err := counterOf(r, z.ID, 0)
	if err != nil {
		return v, err
	}
	v.Tally = c.Tally
	items, err := eligible(r, &z)
	if err != nil || len(z.SaleItemIDs) == 0 {
		return v, err
	}
	for _, i := range items {
		v.Access = append(v.Access, i.Name)
	}
	return v, nil
}

// viewItems adds the counters to the eligible items.
func viewItems(r app.Reader, z *Zone) ([]ItemView, error) {
	items, err := eligible(r, z)
	if err != nil {
		return nil, err
	}
	for i := range items {
		c, err := counterOf(r, z.ID, items[i].SaleItemID)
		if err != nil {
			return nil, err
		}
		items[i].Tally = c.Tally
	}
	return items, nil
}

// eligible lists the sale items a zone takes: those it names, else all of the
// event that carry a barcode.
func eligible(r app.Reader, z *Zone) ([]ItemView, error) {
	all, err := catalog.SaleItemsOfEvent(r, z.EventID)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(s catalog.SaleItem) bool {
		return s.DeletedAt != nil || !s.Type.Scannable() || !z.takes(s.ID)
	})
	ids := make([]int64, len(all))
	for i, s := range all {
		ids[i] = s.ItemID
	}
	names, err := catalog.InventoryItemsByID(r, ids)
	if err != nil {
		return nil, err
	}
	views := make([]ItemView, len(all))
	for i, s := range all {
		views[i] = ItemView{
			SaleItemID: s.ID, Name: names[s.ItemID].Name, Type: s.Type,
			Required: len(z.SaleItemIDs) > 0,
		}
	}
	return views, nil
}

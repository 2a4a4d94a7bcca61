package catalog

import (
	"context"
	"errors"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// GroupChange asks for a new sale-item group, or for a change of one.
type GroupChange struct {
	Name                                *string
	Description, ExternalID             Maybe[string]
	Collapsed, OnSale                   *bool
	OnSaleFrom, OnSaleUntil             Maybe[time.Time]
	HideWhenOffSale, HideWhenOutOfStock *bool
	// TotalStock is the pool that the tickets of the group share; nil is none.
	TotalStock Maybe[int64]
}

// GroupView is a group with its pool and its tickets.
type GroupView struct {
	Group
	Stock   Stock
	ItemIDs []int64
}

func (in *GroupChange) apply(g *Group, lang app.Language) {
	g.Texts.put(lang, nameText, &g.Name, given(in.Name))
	g.Texts.put(lang, descriptionText, &g.Description, in.Description)
	in.ExternalID.Put(&g.ExternalID)
	set(&g.Collapsed, in.Collapsed)
	flip(&g.OffSale, in.OnSale)
	in.OnSaleFrom.Point(&g.OnSaleFrom)
	in.OnSaleUntil.Point(&g.OnSaleUntil)
	set(&g.HideWhenOffSale, in.HideWhenOffSale)
	set(&g.HideWhenOutOfStock, in.HideWhenOutOfStock)
}

func (g *Group) problems(in *GroupChange) error {
	var p app.Problems
	wantName(&p, "name", g.Name, maxName)
	wantText(&p, "description", g.Description, maxText)
	g.Texts.problems(&p, nameText, "name", maxName)
	g.Texts.problems(&p, descriptionText, "description", maxText)
	wantText(&p, "externalId", g.ExternalID, maxShort)
	wantWindow(&p, "onSaleUntil", "onSaleFrom", g.OnSaleFrom, g.OnSaleUntil)
	if n := in.TotalStock.Value; n != nil {
		wantRange(&p, "totalStock", *n, 0, maxStock)
	}
	return p.Err()
}

// CreateGroup makes a sale-item group at an event.
func CreateGroup(ctx context.Context, a *app.App, c *app.Caller, eventID int64, in GroupChange) (v GroupView, err error) {
	err = a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		if err := openForItems(tx, eventID, 0); err != nil {
			return err
		}
		n, err := groupByEvent.CountOf(tx, indexes.Equal(eventID<<1+standing))
		if err == nil && n >= maxGroups {
			err = app.Field("eventId", "must not have more than %d entries", maxGroups)
		}
		if err != nil {
			return err
		}
		g := Group{EventID: eventID, Texts: Texts{Locale: c.Language.Asked}}
		in.apply(&g, c.Language)
		if err := g.problems(&in); err != nil {
			return err
		}
		if err := itemGroupTable.Insert(tx, &g); err != nil {
			return err
		}
		if _, err := eventTable.Update(tx, eventID, func(e *Event) error { e.Grouped = true; return nil }); err != nil {
			return err
		}
		v, err = in.finish(tx, g)
		return err
	})
	v.in(c.Language)
	return v, err
}

// UpdateGroup changes a sale-item group.
func UpdateGroup(ctx context.Context, a *app.App, c *app.Caller, id int64, in GroupChange) (v GroupView, err error) {
	err = a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		g, err := itemGroupTable.Update(tx, id, func(g *Group) error {
			if g.DeletedAt != nil {
				return app.Missing("sale-item group")
			}
			in.apply(g, c.Language)
			return g.problems(&in)
		})
		if err != nil {
			return missing(err, "sale-item group")
		}
		if err := touchEvent(tx, g.EventID); err != nil {
			return err
		}
		v, err = in.finish(tx, g)
		return err
	})
	v.in(c.Language)
	return v, err
}

// finish sets the pool of a group that was stored.
func (in *GroupChange) finish(tx app.Tx, g Group) (GroupView, error) {
	if err := setLimit(tx, in.TotalStock, LayerGroup, g.ID); err != nil {
		return GroupView{}, err
	}
	views, err := viewGroups(tx, []Group{g}, tx.Wall())
	if err != nil {
		return GroupView{}, err
	}
	return views[0], nil
}

// DeleteGroup deletes a group that has no tickets any more.
func DeleteGroup(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		g, err := ItemGroups.Get(tx, id)
		if err == nil && g.DeletedAt != nil {
			err = app.Missing("sale-item group")
		}
		if err != nil {
			return missing(err, "sale-item group")
		}
		if err := meetSales(tx, g.EventID); err != nil {
			return err
		}
		views, err := viewGroups(tx, []Group{g}, tx.Wall())
		if err == nil && len(views[0].ItemIDs) > 0 {
			err = app.Field("id", "has tickets and cannot be deleted")
		}
		if err != nil {
			return err
		}
		_, err = itemGroupTable.Update(tx, id, func(g *Group) error {
			now := tx.Now()
			g.DeletedAt = &now
			return nil
		})
		return err
	})
}

// RestoreGroup brings a group back that was deleted, without tickets: it had none.
func RestoreGroup(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		g, err := ItemGroups.Get(tx, id)
		if err != nil {
			return missing(err, "sale-item group")
		}
		if g.DeletedAt == nil {
			return nil
		}
		if err := openForItems(tx, g.EventID, 0); err != nil {
			return err
		}
		n, err := groupByEvent.CountOf(tx, indexes.Equal(g.EventID<<1+standing))
		if err == nil && n >= maxGroups {
			err = app.Field("id", "must not have more than %d entries", maxGroups)
		}
		if err != nil {
			return err
		}
		_, err = itemGroupTable.Update(tx, id, func(g *Group) error { g.DeletedAt = nil; return nil })
		return err
	})
}

// GroupFilter asks for the groups of an event.
type GroupFilter struct {
	EventID     int64 `list:"eventId"`
	WithTrashed bool  `list:"withTrashed"`
	list.Request
}

var groupList = &list.List[Group, GroupFilter]{
	Needs: readers,
	Name:  "sale-item-groups", Max: MaxItemPage, Table: ItemGroups, ByOffset: true,
	Plan: func(r app.Reader, f *GroupFilter) (list.Plan[Group], error) {
		if f.EventID < 0 || f.EventID >= 1<<62 {
			return list.Groups(r, groupByEvent, nil, list.All, false), nil // nothing has such an id
		}
		end := f.EventID<<1 | deleted
		if f.WithTrashed {
			end++
		}
		groups, err := groupByEvent.Groups(r, f.EventID<<1, end)
		return list.Groups(r, groupByEvent, groups, list.All, false), err
	},
}

// ListGroups lists the sale-item groups of an event by id.
func ListGroups(ctx context.Context, a *app.App, c *app.Caller, f GroupFilter) (out list.Page[GroupView], err error) {
	var views []GroupView
	now := a.Now()
	page, err := groupList.Read(ctx, a, c, f, f.Request, func(r app.Reader, _ *GroupFilter, rows []Group) (err error) {
		views, err = viewGroups(r, rows, now)
		return err
	})
	for i := range views {
		views[i].in(c.Language)
	}
	return list.Page[GroupView]{Rows: views, Info: page.Info}, err
}

// viewGroups reads the pools and tickets of groups.
func viewGroups(r app.Reader, groups []Group, now time.Time) ([]GroupView, error) {
	counters, err := readStock(r, now)
	if err != nil {
		return nil, err
	}
	views := make([]GroupView, len(groups))
	for i, g := range groups {
		stock, err := counters.of(LayerGroup, g.ID)
		if err != nil {
			return nil, err
		}
		views[i] = GroupView{Group: g, Stock: stock, ItemIDs: []int64{}}
		for hit, err := range saleItemByGroup.Scan(r, indexes.Equal(g.ID)) {
			if err != nil {
				return nil, err
			}
			views[i].ItemIDs = append(views[i].ItemIDs, hit.ID)
		}
	}
	return views, nil
}

func (v *GroupView) in(l app.Language) {
	v.Name = v.Texts.read(l, nameText, v.Name)
	v.Description = v.Texts.read(l, descriptionText, v.Description)
}

// groupProblems: a group is of tickets of its event that are in no timeslot.
func (s *SaleItem) groupProblems(r app.Reader, p *app.Problems) error {
	const field = "saleItemData.groupId"
	if s.GroupID == 0 {
		return nil
	}
	g, err := ItemGroups.Get(r, s.GroupID)
	switch {
	case errors.Is(err, indexes.ErrNotFound) || err == nil && (g.DeletedAt != nil || g.EventID != s.EventID):
		p.Add(field, "does not exist")
		return nil
	case s.Type != Ticket || s.TimeslotID != 0:
		p.Add(field, "is of tickets in no timeslot")
	}
	return err
}

// regroup moves what is sold and reserved of a sale item from the pools that it was in, of
// its group and of its timeslot, into those that it is in now. It writes the item's own
// counter, so that a sale at the same time and this are rivals.
func (s *SaleItem) regroup(tx app.Tx, was *SaleItem) error {
	if s.GroupID == was.GroupID && s.TimeslotID == was.TimeslotID {
		return nil
	}
	own, err := stockTable.Upsert(tx, StockKey{A: int64(LayerSaleItem), B: s.ID}, func(c *Stock) error {
		c.Layer, c.ID = LayerSaleItem, s.ID
		return nil
	})
	if err == nil {
		err = own.repool(tx, LayerGroup, was.GroupID, s.GroupID, "saleItemData.groupId")
	}
	if err == nil && s.Type != Bundle { // which takes nothing of a timeslot by itself
		err = own.repool(tx, LayerTimeslot, was.TimeslotID, s.TimeslotID, "saleItemData.parentSaleItemId")
	}
	return err
}

// repool moves what is counted from one pool of a layer into another, which must have room
// for it; 0 is none.
func (own *Stock) repool(tx app.Tx, l Layer, from, to int64, field string) error {
	if from == to {
		return nil
	}
	if from != 0 {
		err := moveLayer(tx, StockKey{A: int64(l), B: from}, func(c *Stock) error {
			c.Sold, c.Reserved = c.Sold-own.Sold, c.Reserved-own.Reserved
			return nil
		})
		if err != nil {
			return err
		}
	}
	if to == 0 {
		return nil
	}
	return moveLayer(tx, StockKey{A: int64(l), B: to}, func(c *Stock) error {
		if left := c.Current(); left != nil && *left < own.Sold+own.Reserved {
			return app.Field(field, "has no room for what is sold of it")
		}
		c.Sold, c.Reserved = c.Sold+own.Sold, c.Reserved+own.Reserved
		return nil
	})
}

// sellable tells whether tickets of the group are sold now.
func (g *Group) sellable(now time.Time) Reason {
	switch {
	case g == nil:
		return OnSale
	case g.OffSale || g.DeletedAt != nil:
		return GroupStopped
	case !Open(g.OnSaleFrom, g.OnSaleUntil, now):
		return GroupNotOpen
	}
	return OnSale
}

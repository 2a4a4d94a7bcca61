package catalog

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// SaleItemFilter narrows the list of sale items.
type SaleItemFilter struct {
	EventID *int64     `list:"eventId"`
	ItemID  *int64     `list:"itemId"`
	ShopID  *int64     `list:"shopId"`
	Types   []ItemType `list:"types"`
	// LastUpdated lists the sale items changed from this time on, oldest change first.
	LastUpdated *time.Time `list:"since"`
	WithTrashed bool       `list:"withTrashed"`
	list.Request

	// Channel is where OnSale is asked for.
	Channel Channel
	// History asks for the prices that were.
	History bool
}

// SaleItemPage is one page of the list of sale items.
type SaleItemPage struct {
	list.Info
	Items []SaleItemView
	// Slots are the timeslots that the page refers to.
	Slots []SlotView
}

var saleItemList = &list.List[SaleItem, SaleItemFilter]{
	Needs: readers,
	Name:  "sale-items", Max: MaxItemPage, Table: SaleItems,
	Plan: func(r app.Reader, f *SaleItemFilter) (list.Plan[SaleItem], error) { return f.plan(r) },
}

// ListSaleItems lists sale items: with LastUpdated in the order of their changes, else
// those of an event or inventory item by their order column (none last) and id, all
// others by id.
func ListSaleItems(ctx context.Context, a *app.App, c *app.Caller, f SaleItemFilter) (out SaleItemPage, err error) {
	now := a.Now()
	page, err := saleItemList.Read(ctx, a, c, f, f.Request, func(r app.Reader, _ *SaleItemFilter, rows []SaleItem) error {
		stock, err := readStock(r, now)
		if err != nil {
			return err
		}
		if out.Items, err = viewSaleItems(r, rows, stock, f.Channel, now); err != nil {
			return err
		}
		if f.History {
			if err := addHistory(r, out.Items); err != nil {
				return err
			}
		}
		out.Slots, err = slotsOf(r, stock, rows)
		return err
	})
	out.Info = page.Info
	for i := range out.Items {
		out.Items[i].in(c.Language)
	}
	for i := range out.Slots {
		out.Slots[i].in(c.Language)
	}
	return out, err
}

func (f *SaleItemFilter) plan(r app.Reader) (plan list.Plan[SaleItem], err error) {
	switch {
	case f.LastUpdated != nil:
		plan, err = f.changes(r)
	case f.EventID != nil:
		plan, err = f.ofOne(r, saleItemAtEvent, *f.EventID)
		if err == nil && f.ItemID != nil {
			err = f.narrow(r, &plan, saleItemOfItem, *f.ItemID)
		}
	case f.ItemID != nil:
		plan, err = f.ofOne(r, saleItemOfItem, *f.ItemID)
	case f.ShopID != nil:
		plan, err = f.ofOne(r, saleItemOfShop, *f.ShopID)
	default:
		all, failed := saleItemListed.Groups(r, 0, 1<<saleItemClassBits)
		plan, err = list.Groups(r, saleItemListed, chosen(all, f.shows), list.All, false), failed
	}
	if err == nil && f.ShopID != nil && (f.LastUpdated != nil || f.EventID != nil || f.ItemID != nil) {
		err = f.narrow(r, &plan, saleItemOfShop, *f.ShopID)
	}
	plan.Fits = func(s *SaleItem) (bool, error) { return f.fits(s), nil }
	return plan, err
}

// ofOne plans the sale items of an event or of an inventory item.
func (f *SaleItemFilter) ofOne(r app.Reader, by *indexes.By[SaleItem, classNumber], id int64) (list.Plan[SaleItem], error) {
	groups, err := f.groupsOf(r, by, id)
	plan := list.Groups(r, by, groups, list.All, false)
	plan.Key = func(s *SaleItem) indexes.Position { return list.AtNumber(s.column(), s.ID) }
	return plan, err
}

func (f *SaleItemFilter) groupsOf(r app.Reader, by *indexes.By[SaleItem, classNumber], id int64) ([]indexes.Group, error) {
	if id < 0 || id >= 1<<(63-saleItemClassBits) {
		return nil, nil // nothing has such an id
	}
	first := id << saleItemClassBits
	all, err := by.Groups(r, first, first+1<<saleItemClassBits)
	return chosen(all, func(key int64) bool { return f.shows(key - first) }), err
}

// narrow leaves those of an event, inventory item or shop.
func (f *SaleItemFilter) narrow(r app.Reader, plan *list.Plan[SaleItem], by *indexes.By[SaleItem, classNumber], id int64) error {
	groups, err := f.groupsOf(r, by, id)
	if err != nil {
		return err
	}
	ids, err := list.Members(r, by, groups, list.All)
	plan.Sets = append(plan.Sets, ids)
	return err
}

// changes plans the walk over changes; those of an event or item are sets beside it.
func (f *SaleItemFilter) changes(r app.Reader) (list.Plan[SaleItem], error) {
	all, err := saleItemListed.Groups(r, 0, 1<<saleItemClassBits)
	plan := list.Groups(r, saleItemByChange, chosen(all, f.shows), list.Since(r, *f.LastUpdated), false)
	plan.Key = func(s *SaleItem) indexes.Position { return list.AtTime(s.ChangedAt, s.ID) }
	if err == nil && f.EventID != nil {
		err = f.narrow(r, &plan, saleItemAtEvent, *f.EventID)
	}
	if err == nil && f.ItemID != nil {
		err = f.narrow(r, &plan, saleItemOfItem, *f.ItemID)
	}
	return plan, err
}

// shows tells whether a class passes the filters.
// Fees are listed by themselves.
func (f *SaleItemFilter) shows(class int64) bool {
	return class/saleItemType != Fee.ID() && (f.WithTrashed || class&saleItemDeleted == 0) &&
		(len(f.Types) == 0 || slices.ContainsFunc(f.Types, func(t ItemType) bool { return class/saleItemType == t.ID() }))
}

func (f *SaleItemFilter) fits(s *SaleItem) bool {
	return f.shows(s.class()) &&
		(f.EventID == nil || *f.EventID == s.EventID) && (f.ItemID == nil || *f.ItemID == s.ItemID) && (f.ShopID == nil || *f.ShopID == s.ShopID) &&
		(f.LastUpdated == nil || !s.ChangedAt.Before(*f.LastUpdated))
}

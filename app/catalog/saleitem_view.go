package catalog

import (
	"cmp"
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// SaleItemView is a sale item with its definition and counters.
type SaleItemView struct {
	SaleItem
	Item InventoryItem
	// Stock is the counter of the sale item, Global that of the inventory item.
	Stock, Global Stock
	// OnSale tells whether it may be sold now on the channel that was asked for.
	OnSale bool
	// History are its newest prices, the newest first, where they were asked for.
	History []PriceChange
}

// Left is what can still be taken: of its own stock when it has a limit, else of
// the global one; nil when neither has.
func (v *SaleItemView) Left() *int64 {
	if v.Stock.Total != nil {
		return v.Stock.Current()
	}
	return v.Global.Current()
}

// viewSaleItem is how staff see one sale item.
func viewSaleItem(r app.Reader, s SaleItem, now time.Time) (SaleItemView, error) {
	stock, err := readStock(r, now)
	if err != nil {
		return SaleItemView{}, err
	}
	views, err := viewSaleItems(r, []SaleItem{s}, stock, APIChannel, now)
	if err != nil {
		return SaleItemView{}, err
	}
	return views[0], nil
}

func viewSaleItems(r app.Reader, items []SaleItem, stock *stockReader, ch Channel, now time.Time) ([]SaleItemView, error) {
	ids := make([]int64, len(items))
	for i, s := range items {
		ids[i] = s.ItemID
	}
	slices.Sort(ids)
	inventory, err := InventoryItemsByID(r, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	views := make([]SaleItemView, len(items))
	for i, s := range items {
		v := SaleItemView{SaleItem: s, Item: inventory[s.ItemID]}
		if v.Stock, err = stock.of(LayerSaleItem, s.ID); err != nil {
			return nil, err
		}
		if v.Global, err = stock.of(LayerInventory, s.ItemID); err != nil {
			return nil, err
		}
		reason, err := OnSaleNow(r, &s, ch, now)
		if err != nil {
			return nil, err
		}
		v.OnSale = reason == OnSale
		views[i] = v
	}
	return views, nil
}

// SaleItemFilter narrows the list of sale items; 0 and nil leave all.
type SaleItemFilter struct {
	Page
	EventID, ItemID int64
	Types           []ItemType
	ChangedSince    *time.Time
	// Channel is where OnSale is asked for.
	Channel Channel
	// History asks for the prices that were.
	History bool
}

// ListSaleItems reads a page of sale items and how many there are in all: those
// of an event or inventory item by their order column (none last) and id, all
// others by id. Slots are the timeslots that the page refers to.
func ListSaleItems(ctx context.Context, a *app.App, c *app.Caller, f SaleItemFilter) (views []SaleItemView, slots []SlotView, total int64, err error) {
	now := a.Now()
	err = a.View(ctx, c, func(r app.Reader) error {
		rows, err := f.rows(r)
		if err != nil {
			return err
		}
		total = rows.total
		stock, err := readStock(r, now)
		if err != nil {
			return err
		}
		if views, err = viewSaleItems(r, rows.rows, stock, f.Channel, now); err != nil {
			return err
		}
		if f.History {
			if err := addHistory(r, views); err != nil {
				return err
			}
		}
		slots, err = slotsOf(r, stock, rows.rows)
		return err
	})
	for i := range views {
		views[i].in(c.Language)
	}
	for i := range slots {
		slots[i].in(c.Language)
	}
	return views, slots, total, err
}

func (f *SaleItemFilter) rows(r app.Reader) (*window[SaleItem], error) {
	ids, err := f.candidates(r)
	if err != nil {
		return nil, err
	}
	page := listing[SaleItem](f.Page)
	sorted := f.EventID != 0 || f.ItemID != 0
	var all []SaleItem
	for chunk := range slices.Chunk(ids[:min(len(ids), maxExamined)], 100) {
		items, err := SaleItems.GetMany(r, chunk)
		if err != nil {
			return nil, err
		}
		items = slices.DeleteFunc(items, func(s SaleItem) bool { return !f.keeps(&s) })
		if sorted {
			all = append(all, items...)
			continue
		}
		page.offerAll(items)
	}
	slices.SortStableFunc(all, byOrderColumn)
	page.offerAll(all)
	return page, nil
}

// candidates walks the entries of the narrowest index and gives the ids in order.
func (f *SaleItemFilter) candidates(r app.Reader) ([]int64, error) {
	var ids []int64
	take := func(id int64, err error) bool {
		ids = append(ids, id)
		return err == nil && len(ids) < maxEntries
	}
	var failed error
	switch {
	case f.EventID != 0:
		for e, err := range saleItemByEvent.Keys(r, indexes.Equal(f.EventID)) {
			if failed = err; !take(e.ID, err) {
				break
			}
		}
	case f.ItemID != 0:
		for e, err := range saleItemByItem.Keys(r, indexes.Equal(f.ItemID)) {
			if failed = err; !take(e.ID, err) {
				break
			}
		}
	default:
		since := indexes.All[time.Time]()
		if f.ChangedSince != nil {
			since = since.From(*f.ChangedSince)
		}
		for e, err := range saleItemByChange.Keys(r, since) {
			if failed = err; !take(e.ID, err) {
				break
			}
		}
	}
	slices.Sort(ids)
	return ids, failed
}

func (f *SaleItemFilter) keeps(s *SaleItem) bool {
	switch {
	case s.DeletedAt != nil && !f.WithTrashed,
		f.EventID != 0 && s.EventID != f.EventID,
		f.ItemID != 0 && s.ItemID != f.ItemID,
		len(f.Types) > 0 && !slices.Contains(f.Types, s.Type),
		f.ChangedSince != nil && s.ChangedAt.Before(*f.ChangedSince):
		return false
	}
	return true
}

// byOrderColumn sorts by order column, none last, then by id.
func byOrderColumn(a, b SaleItem) int {
	switch {
	case a.OrderColumn != nil && b.OrderColumn != nil:
		return cmp.Or(cmp.Compare(*a.OrderColumn, *b.OrderColumn), cmp.Compare(a.ID, b.ID))
	case a.OrderColumn != nil:
		return -1
	case b.OrderColumn != nil:
		return 1
	}
	return cmp.Compare(a.ID, b.ID)
}

// slotsOf loads the timeslots that sale items are in, each once.
func slotsOf(r app.Reader, stock *stockReader, items []SaleItem) ([]SlotView, error) {
	var ids []int64
	for _, s := range items {
		if s.TimeslotID != 0 && !slices.Contains(ids, s.TimeslotID) {
			ids = append(ids, s.TimeslotID)
		}
	}
	slices.Sort(ids)
	slots, err := Timeslots.GetMany(r, ids)
	if err != nil {
		return nil, err
	}
	return viewSlots(stock, slots, items)
}

// SaleItemDetail is one sale item with everything that can be included.
type SaleItemDetail struct {
	SaleItemView
	// Event, Parent, Slot and TaxBand are nil where there is none.
	Event   *EventView
	Parent  *SaleItemView
	Slot    *SlotView
	TaxBand *company.TaxBand
}

// ViewSaleItem loads one sale item. A deleted one is only found with withTrashed.
func ViewSaleItem(ctx context.Context, a *app.App, c *app.Caller, id int64, ch Channel, withTrashed bool) (SaleItemDetail, error) {
	var d SaleItemDetail
	now := a.Now()
	err := a.View(ctx, c, func(r app.Reader) error {
		s, err := SaleItemByID(r, id)
		if err == nil && s.DeletedAt != nil && !withTrashed {
			err = app.Missing("sale item")
		}
		if err != nil {
			return err
		}
		d, err = detail(r, s, ch, now)
		return err
	})
	d.in(c.Language)
	return d, err
}

func detail(r app.Reader, s SaleItem, ch Channel, now time.Time) (d SaleItemDetail, err error) {
	stock, err := readStock(r, now)
	if err != nil {
		return d, err
	}
	family := []SaleItem{s}
	if s.ParentID != 0 {
		parent, err := SaleItems.Get(r, s.ParentID)
		if err != nil {
			return d, err
		}
		family = append(family, parent)
	}
	views, err := viewSaleItems(r, family, stock, ch, now)
	if err != nil {
		return d, err
	}
	d.SaleItemView = views[0]
	if len(views) > 1 {
		d.Parent = &views[1]
	}
	if s.EventID != 0 {
		e, err := Events.Get(r, s.EventID)
		if err != nil {
			return d, err
		}
		found, err := viewEvents(r, []Event{e}, now, EventWants{})
		if err != nil {
			return d, err
		}
		d.Event = &found[0]
	}
	if s.TaxBandID != 0 {
		band, err := company.TaxBandByID(r, s.TaxBandID)
		if err != nil {
			return d, err
		}
		d.TaxBand = band
	}
	slots, err := slotsOf(r, stock, []SaleItem{s})
	if err == nil && len(slots) > 0 {
		d.Slot = &slots[0]
	}
	return d, err
}

package catalog

import (
	"cmp"
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
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
	// Areas are where its price band has seats.
	Areas []int64
	// Bundles are those that bring it; BundlesLeft is how many of a bundle there is content
	// for, nil without a limit.
	Bundles     []int64
	BundlesLeft *int64
	// AllIn is what a unit costs with its tax and the fees that its company shows in prices,
	// for each of its prices; nil where it shows none.
	AllIn []int64
}

// ToPrice is a sale item whose prices are asked for.
type ToPrice struct {
	SaleItem *SaleItem
	Now      time.Time
}

// Left is what can still be taken: of its own stock when it has a limit, else of
// the global one; nil when neither has. Of a bundle there are no more than what it brings.
func (v *SaleItemView) Left() *int64 {
	left := v.Global.Current()
	if v.Stock.Total != nil {
		left = v.Stock.Current()
	}
	if left == nil || v.BundlesLeft != nil && *v.BundlesLeft < *left {
		left = cmp.Or(v.BundlesLeft, left)
	}
	return left
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

// showsFees tells whether buyers are shown prices with their fees.
func showsFees(r app.Reader) (bool, error) {
	own, err := company.SettingsOf(r)
	if app.KindOf(err) == app.NotFound {
		return false, nil
	}
	return err == nil && own.AllIn != company.AllInNone, err
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
	bundles, err := bundlesAt(r, items)
	if err != nil {
		return nil, err
	}
	fees, err := showsFees(r)
	if err != nil {
		return nil, err
	}
	views := make([]SaleItemView, 0, len(items))
	for _, s := range items {
		v := SaleItemView{SaleItem: s, Bundles: bundles[s.ID]}
		err := v.load(r, inventory, stock, ch, now)
		if err == nil && fees {
			v.AllIn, err = PortsOf(r).AllIn(r, ToPrice{&v.SaleItem, now})
		}
		if app.Skip(r, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, nil
}

func (v *SaleItemView) load(r app.Reader, inventory map[int64]InventoryItem, stock *stockReader, ch Channel, now time.Time) (err error) {
	var found bool
	if v.Item, found = inventory[v.ItemID]; !found {
		return app.Missing("inventory item")
	}
	if v.Stock, err = stock.of(LayerSaleItem, v.ID); err != nil {
		return err
	}
	if v.Global, err = stock.of(LayerInventory, v.ItemID); err != nil {
		return err
	}
	if v.BundlesLeft, err = v.bundlesLeft(r, stock); err != nil {
		return err
	}
	reason, err := OnSaleNow(r, &v.SaleItem, ch, now)
	v.OnSale = reason == OnSale
	if err == nil && v.PriceBandID != 0 {
		v.Areas, err = PortsOf(r).PriceBandAreas(r, BandKey{v.EventID, v.PriceBandID})
	}
	return err
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
	err := a.View(ctx, c, app.ViewEvents, func(r app.Reader) error {
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

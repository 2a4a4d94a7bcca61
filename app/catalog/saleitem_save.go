package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// NewSaleItem asks for something to be put on sale at an event.
type NewSaleItem struct {
	Type    ItemType
	EventID int64 // 0 for gift vouchers and products of shops, which belong to no event
	ShopID  int64 // of a product of a shop
	// ItemID links to an inventory item that exists, of the same type; 0 makes one.
	ItemID int64
	Sale   SaleItemChange
	Item   ItemChange
	// Slots places it in timeslots: one sale item each, on one inventory item.
	Slots []SlotPlace
}

// SlotPlace is a timeslot for a sale item, with the stock allocated there.
type SlotPlace struct {
	ID         int64
	TotalStock Maybe[int64]
}

// CreateSaleItem puts something on sale. In several timeslots it makes one sale
// item each and returns the first.
func CreateSaleItem(ctx context.Context, a *app.App, c *app.Caller, in NewSaleItem) (SaleItemView, error) {
	in.Sale.lang, in.Item.lang = c.Language, c.Language
	p := append(in.Sale.problems(in.Type), in.Item.problems()...)
	if in.Sale.Prices == nil {
		p.Add("saleItemData.pricing", "is required")
	}
	in.slotProblems(&p)
	if err := p.Err(); err != nil {
		return SaleItemView{}, err
	}
	var view SaleItemView
	err := a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		if err := mayEdit(c, SaleEditors, in.EventID); err != nil {
			return err
		}
		made, err := insertSaleItems(tx, c, in)
		if err != nil {
			return err
		}
		view, err = viewSaleItem(tx, made, tx.Wall())
		return err
	})
	view.in(c.Language)
	return view, err
}

func (in *NewSaleItem) slotProblems(p *app.Problems) {
	wantRange(p, "saleItemData.timeslots", int64(len(in.Slots)), 0, maxSlots)
	for i, slot := range in.Slots {
		at := fmt.Sprintf("saleItemData.timeslots.%d", i)
		if slot.ID <= 0 {
			p.Add(at, "does not exist")
		}
		if slices.ContainsFunc(in.Slots[:i], func(o SlotPlace) bool { return o.ID == slot.ID }) {
			p.Add(at, "is there twice")
		}
		if slot.TotalStock.Value != nil {
			wantRange(p, at+".totalStock", *slot.TotalStock.Value, 0, maxStock)
		}
	}
}

func insertSaleItems(tx app.Tx, c *app.Caller, in NewSaleItem) (SaleItem, error) {
	if err := in.wantShop(tx); err != nil {
		return SaleItem{}, err
	}
	if in.EventID != 0 || in.Type != GiftVoucher && in.Type != CashlessTopup && in.Type != CashlessProduct {
		if err := openForItems(tx, in.EventID, max(len(in.Slots), 1)); err != nil {
			return SaleItem{}, err
		}
	}
	item, err := in.inventory(tx)
	if err != nil {
		return SaleItem{}, err
	}
	if len(in.Slots) == 0 {
		in.Slots = []SlotPlace{{}}
	}
	var first SaleItem
	for i, slot := range in.Slots {
		if slot.ID != 0 {
			if err := slotOfEvent(tx, slot.ID, in.EventID, i); err != nil {
				return SaleItem{}, err
			}
		}
		made, err := insertSaleItem(tx, c, in, item, slot)
		if err != nil {
			return SaleItem{}, err
		}
		if i == 0 {
			first = made
		}
	}
	return first, touchEvent(tx, in.EventID)
}

// openForItems refuses to add to an event that is not there, cancelled, or has as many
// as it may: an event moves and goes with its sale items in one transaction.
func openForItems(r app.Reader, id int64, more int) error {
	e, err := Events.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && e.DeletedAt != nil {
		return absent("eventId", "event")
	}
	if err == nil && e.CancelledAt != nil {
		err = app.Field("eventId", "is a cancelled event")
	}
	if err != nil {
		return err
	}
	n, err := saleItemByEvent.CountOf(r, indexes.Equal(id))
	if err == nil && n+int64(more) > maxSaleItems {
		err = app.Field("eventId", "has room for %d sale items only, deleted ones too", maxSaleItems)
	}
	return err
}

func slotOfEvent(r app.Reader, id, eventID int64, i int) error {
	t, err := Timeslots.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && (t.EventID != eventID || t.DeletedAt != nil) {
		return app.Field(fmt.Sprintf("saleItemData.timeslots.%d", i), "does not exist")
	}
	return err
}

// inventory finds the inventory item and applies the change to it, or makes one.
func (in *NewSaleItem) inventory(tx app.Tx) (InventoryItem, error) {
	if in.ItemID != 0 {
		old, err := InventoryItems.Get(tx, in.ItemID)
		if errors.Is(err, indexes.ErrNotFound) || err == nil && old.DeletedAt != nil {
			return old, absent("itemData.id", "inventory item")
		}
		if err != nil {
			return old, err
		}
		if old.Type != in.Type {
			return old, app.Field("itemData.id", "is an item of another type")
		}
		return changeItem(tx, old, in.Item)
	}
	item := InventoryItem{Type: in.Type, Texts: Texts{Locale: in.Item.lang.Asked}}
	in.Item.apply(&item)
	p := item.problems()
	if u := in.Item.Unlimited; u != nil && !*u && in.Item.TotalStock.Value == nil {
		p.Add("itemData.totalStock", "is required")
	}
	if err := p.Err(); err != nil {
		return item, err
	}
	if err := inventoryTable.Insert(tx, &item); err != nil {
		return item, err
	}
	return item, setLimit(tx, in.Item.limit(), LayerInventory, item.ID)
}

func insertSaleItem(tx app.Tx, c *app.Caller, in NewSaleItem, item InventoryItem, slot SlotPlace) (SaleItem, error) {
	s := SaleItem{EventID: in.EventID, ItemID: item.ID, Type: item.Type, TimeslotID: slot.ID, ShopID: in.ShopID, HideFromShop: in.ShopID != 0, Texts: Texts{Locale: in.Sale.lang.Asked}}
	in.Sale.apply(&s)
	if err := in.Sale.settle(tx, &s); err != nil {
		return s, err
	}
	if err := saleItemTable.Insert(tx, &s); err != nil {
		return s, err
	}
	prices, err := priceRows(tx, c, s.ID, mergePrices(nil, *in.Sale.Prices))
	if err != nil {
		return s, err
	}
	if s, err = saleItemTable.Update(tx, s.ID, func(s *SaleItem) error { s.Prices = prices; return nil }); err != nil {
		return s, err
	}
	total := in.Sale.TotalStock
	if slot.TotalStock.Given {
		total = slot.TotalStock
	}
	if err := setLimit(tx, total, LayerSaleItem, s.ID); err != nil {
		return s, err
	}
	if err := checkCompulsory(tx, in.Sale, in.Item, s.ItemID); err != nil {
		return s, err
	}
	return s, checkAllocation(tx, &s)
}

// settle checks what needs a look at the store, and fills in the tax band.
func (in *SaleItemChange) settle(tx app.Tx, s *SaleItem) error {
	p := s.problems()
	if err := s.referenceProblems(tx, &p, in); err != nil {
		return err
	}
	if err := p.Err(); err != nil || !in.PriceBandID.Given && !(in.Run != nil && s.PriceBandID != 0) {
		return err
	}
	return s.checkPriceBand(tx)
}

func (s *SaleItem) referenceProblems(r app.Tx, p *app.Problems, in *SaleItemChange) error {
	if s.TaxBandID == 0 {
		band, err := company.DefaultTaxBand(r)
		if err != nil {
			return err
		}
		s.TaxBandID = band.ID
	}
	if in.TaxBandID.Value != nil {
		if err := WantTaxBand(r, p, "saleItemData.taxBandId", s.TaxBandID); err != nil {
			return err
		}
	}
	if in.ParentID.Value != nil {
		if err := s.settleParent(r, p); err != nil {
			return err
		}
	}
	if err := s.settleRun(r, p, in); err != nil {
		return err
	}
	if err := s.settleBundle(r, p, in); err != nil {
		return err
	}
	if err := s.checkTopup(r, p, in); err != nil {
		return err
	}
	if in.GroupID.Given {
		if err := s.groupProblems(r, p); err != nil {
			return err
		}
	}
	if in.Sharing != nil && s.Sharing == SharedCompulsory && !s.Type.Shareable() {
		p.Add("saleItemData.sharing", "is for tickets and products")
	}
	if err := in.checkCustomerGroups(r, p); err != nil || in.Prerequisites == nil {
		return err
	}
	for i, id := range s.Prerequisites {
		it, err := SharedSaleItem(r, id)
		if err != nil && app.KindOf(err) != app.NotFound {
			return err
		}
		if err != nil || it.DeletedAt != nil || id == s.ID {
			p.Add(fmt.Sprintf("saleItemData.prerequisites.%d", i), "does not exist")
		}
	}
	return nil
}

// checkCustomerGroups wants the groups that a request names to be there.
func (in *SaleItemChange) checkCustomerGroups(r app.Reader, p *app.Problems) error {
	if in.CustomerGroups == nil {
		return nil
	}
	for i, id := range *in.CustomerGroups {
		stands, err := PortsOf(r).CustomerGroupExists(r, id)
		if err != nil {
			return err
		}
		if !stands {
			p.Add(fmt.Sprintf("saleItemData.customerGroups.%d", i), "does not exist")
		}
	}
	return nil
}

// settleParent: an add-on is a ticket or product under a ticket of the same event, one
// level deep. It is in the timeslot of its parent.
func (s *SaleItem) settleParent(r app.Reader, p *app.Problems) error {
	const field = "saleItemData.parentSaleItemId"
	parent, err := SaleItems.Get(r, s.ParentID)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && (parent.DeletedAt != nil || parent.EventID != s.EventID) {
		p.Add(field, "does not exist")
		return nil
	}
	if err != nil {
		return err
	}
	siblings, err := SaleItemsOfEvent(r, s.EventID)
	if err != nil {
		return err
	}
	leads := slices.ContainsFunc(siblings, func(o SaleItem) bool { return s.ID != 0 && o.ParentID == s.ID && o.DeletedAt == nil })
	if parent.ID == s.ID || parent.ParentID != 0 || leads {
		p.Add(field, "cannot be nested")
	}
	if parent.Type != Ticket && parent.Type != Bundle {
		p.Add(field, "must be a ticket")
	}
	if s.Type != Ticket && s.Type != Product && s.Type != Bundle {
		p.Add(field, "is for tickets and products")
	}
	switch {
	case s.ID == 0 && s.TimeslotID != 0 && s.TimeslotID != parent.TimeslotID:
		p.Add("saleItemData.timeslots", "must be the timeslot of the parent")
	case s.GroupID != 0 && parent.TimeslotID != 0:
		p.Add(field, "is in a timeslot, and the group is of tickets in none")
	}
	s.TimeslotID = parent.TimeslotID
	return nil
}

// priceRows writes down each row that is new and gives it its id.
func priceRows(tx app.Tx, c *app.Caller, saleItemID int64, rows []Price) ([]Price, error) {
	for i := range rows {
		if rows[i].ID != 0 {
			continue
		}
		entry := PriceChange{SaleItemID: saleItemID, Price: rows[i], UserID: c.UserID}
		if err := priceChangeTable.Insert(tx, &entry); err != nil {
			return nil, err
		}
		rows[i].ID = entry.ID
	}
	return rows, nil
}

// checkAllocation refuses to allocate more than a finite global stock holds, to
// this sale item or to another of the same inventory item.
func checkAllocation(tx app.Tx, s *SaleItem) error {
	global, err := stockTable.Upsert(tx, StockKey{A: int64(LayerInventory), B: s.ItemID}, func(c *Stock) error {
		c.Layer, c.ID = LayerInventory, s.ItemID
		return nil
	})
	if err != nil || global.Total == nil {
		return err
	}
	for hit, err := range saleItemByItem.Keys(tx, indexes.Equal(s.ItemID)) {
		if err != nil {
			return err
		}
		own, err := StockOf(tx, LayerSaleItem, hit.ID)
		if err != nil {
			return err
		}
		if own.Total == nil || *own.Total <= *global.Total {
			continue
		}
		if hit.ID == s.ID {
			return app.Field("saleItemData.totalStock", "must be at most %d", *global.Total)
		}
		return app.Field("itemData.totalStock", "must be at least %d", *own.Total)
	}
	return nil
}

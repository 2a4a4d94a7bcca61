package catalog

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// UpdateSaleItem changes a sale item of a type, and the inventory item behind it
// with all that is made from it. The type never changes.
func UpdateSaleItem(ctx context.Context, a *app.App, c *app.Caller, typ ItemType, id int64, sale SaleItemChange, item ItemChange) (SaleItemView, error) {
	sale.lang, item.lang = c.Language, c.Language
	if err := append(sale.problems(typ), item.problems()...).Err(); err != nil {
		return SaleItemView{}, err
	}
	var view SaleItemView
	needs := neededFor(&sale, &item)
	err := a.Update(ctx, c, needs, func(tx app.Tx) error {
		changed, err := updateSaleItem(tx, c, typ, id, sale, item)
		if err == nil {
			err = mayEdit(c, needs, changed.EventID)
		}
		if err != nil {
			return err
		}
		view, err = viewSaleItem(tx, changed, tx.Wall())
		return err
	})
	view.in(c.Language)
	return view, err
}

// neededFor is what a change needs: how much there is of a sale item has an ability of its
// own, which counts when an event is no draft any more.
func neededFor(sale *SaleItemChange, item *ItemChange) app.AnyOf {
	other := *sale
	other.TotalStock, other.lang, other.UnchangedSince = Maybe[int64]{}, app.Language{}, nil
	about := *item
	about.lang = app.Language{}
	if !sale.TotalStock.Given || !reflect.DeepEqual(other, SaleItemChange{}) || !reflect.DeepEqual(about, ItemChange{}) {
		return SaleEditors
	}
	return append(slices.Clone(SaleEditors), app.ChangeStock)
}

func updateSaleItem(tx app.Tx, c *app.Caller, typ ItemType, id int64, sale SaleItemChange, item ItemChange) (SaleItem, error) {
	var was SaleItem
	s, err := saleItemTable.Update(tx, id, func(s *SaleItem) error {
		if s.DeletedAt != nil || s.Type != typ {
			return app.Missing("sale item")
		}
		if err := unchanged(sale.UnchangedSince, s.UpdatedAt); err != nil {
			return err
		}
		was = *s
		sale.apply(s)
		if err := sale.settle(tx, s); err != nil {
			return err
		}
		if sale.Prices == nil {
			return nil
		}
		rows, err := priceRows(tx, c, id, mergePrices(s.Prices, *sale.Prices))
		s.Prices = rows
		return err
	})
	if err != nil {
		return s, missing(err, "sale item")
	}
	if err := s.regroup(tx, &was); err != nil {
		return s, err
	}
	if s.PriceBandID != was.PriceBandID {
		if err := keepsSeats(tx, id); err != nil {
			return s, err
		}
	}
	inventory, err := InventoryItems.Get(tx, s.ItemID)
	if err != nil {
		return s, err
	}
	if err := unchanged(sale.UnchangedSince, inventory.UpdatedAt); err != nil {
		return s, err
	}
	if _, err := changeItem(tx, inventory, item); err != nil {
		return s, err
	}
	if err := checkCompulsory(tx, sale, item, s.ItemID); err != nil {
		return s, err
	}
	if err := setLimit(tx, sale.TotalStock, LayerSaleItem, s.ID); err != nil {
		return s, err
	}
	if err := checkAllocation(tx, &s); err != nil {
		return s, err
	}
	if !s.sameWindow(&was) {
		if err := PortsOf(tx).WindowChanged(tx, &s); err != nil {
			return s, err
		}
	}
	return s, touchEvent(tx, s.EventID)
}

// sameWindow tells whether tickets of both let in at the same times.
func (s *SaleItem) sameWindow(o *SaleItem) bool {
	return s.TimeslotID == o.TimeslotID && sameTime(s.ValidFrom, o.ValidFrom) && sameTime(s.ValidUntil, o.ValidUntil) && s.GraceMinutes == o.GraceMinutes
}

func sameTime(a, b *time.Time) bool {
	return a == b || a != nil && b != nil && a.Equal(*b)
}

// changeItem applies a change to an inventory item and touches everything made
// from it. A change that changes nothing writes nothing.
func changeItem(tx app.Tx, old InventoryItem, in ItemChange) (InventoryItem, error) {
	item := old
	in.apply(&item)
	if err := item.problems().Err(); err != nil {
		return old, err
	}
	limit, err := in.newLimit(tx, old.ID)
	if err != nil || reflect.DeepEqual(item, old) && !limit.Given {
		return old, err
	}
	if err := setLimit(tx, limit, LayerInventory, old.ID); err != nil {
		return old, err
	}
	item, err = inventoryTable.Update(tx, old.ID, func(i *InventoryItem) error { in.apply(i); return nil })
	if err != nil {
		return old, err
	}
	return item, touchItem(tx, item.ID, item.Name != old.Name)
}

// newLimit is the global stock asked for, when it differs from what is stored.
func (in *ItemChange) newLimit(r app.Reader, itemID int64) (Maybe[int64], error) {
	limit := in.limit()
	now, err := StockOf(r, LayerInventory, itemID)
	if err != nil {
		return limit, err
	}
	if u := in.Unlimited; u != nil && !*u && limit.Value == nil && (limit.Given || now.Total == nil) {
		return limit, app.Field("itemData.totalStock", "is required")
	}
	same := limit.Given && (limit.Value == nil) == (now.Total == nil) && (now.Total == nil || *now.Total == *limit.Value)
	if same {
		limit.Given = false
	}
	return limit, nil
}

// touchItem moves the ChangedAt of every sale item made from an inventory item,
// and of their events, and tells when it is called differently.
func touchItem(tx app.Tx, itemID int64, renamed bool) error {
	var ids []int64
	for entry, err := range saleItemByItem.Keys(tx, indexes.Equal(itemID)) {
		if err != nil {
			return err
		}
		ids = append(ids, entry.ID)
	}
	for _, id := range ids {
		s, err := touchSaleItem(tx, id)
		if err != nil {
			return err
		}
		if err := touchEvent(tx, s.EventID); err != nil {
			return err
		}
		if !renamed {
			continue
		}
		if err := PortsOf(tx).ItemRenamed(app.WholeTx(tx), &s); err != nil {
			return err
		}
	}
	return nil
}

// touchSaleItem moves the ChangedAt of a sale item alone.
func touchSaleItem(tx app.Tx, id int64) (SaleItem, error) {
	tx = app.WholeTx(tx)
	s, err := SaleItems.Get(tx, id)
	if err != nil || !s.ChangedAt.Before(tx.Now()) {
		return s, err
	}
	return saleItemTable.Update(tx, id, func(s *SaleItem) error { s.ChangedAt = app.ChangedAt(tx, s.ChangedAt); return nil })
}

// MoveSaleItem puts a sale item in front of another one of its event, or behind all of them
// where before is 0. Then they are numbered through, in the order in which they are shown.
func MoveSaleItem(ctx context.Context, a *app.App, c *app.Caller, id, before int64) error {
	return a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		s, err := SaleItemByID(tx, id)
		if err == nil && (s.DeletedAt != nil || s.EventID == 0) {
			err = app.Missing("sale item")
		}
		if err != nil {
			return err
		}
		items, err := SaleItemsOfEvent(tx, s.EventID)
		if err != nil {
			return err
		}
		order, found := moved(items, id, before)
		if !found {
			return app.Field("beforeId", "is not a sale item of the same event")
		}
		for i, one := range order {
			at := int64(i + 1)
			if one.OrderColumn != nil && *one.OrderColumn == at {
				continue
			}
			if _, err := saleItemTable.Update(tx, one.ID, func(s *SaleItem) error { s.OrderColumn = &at; return nil }); err != nil {
				return err
			}
		}
		return touchEvent(tx, s.EventID)
	})
}

// moved is the order of the sale items of an event in which one stands in front of another; it
// is false where that other one is not among them.
func moved(items []SaleItem, id, before int64) (order []SaleItem, found bool) {
	items = slices.DeleteFunc(slices.Clone(items), func(s SaleItem) bool { return s.DeletedAt != nil })
	slices.SortFunc(items, func(a, b SaleItem) int { return cmp.Or(cmp.Compare(a.column(), b.column()), cmp.Compare(a.ID, b.ID)) })
	at := slices.IndexFunc(items, func(s SaleItem) bool { return s.ID == id })
	one := items[at]
	if before == id {
		return items, true
	}
	items = slices.Delete(items, at, at+1)
	if before == 0 {
		return append(items, one), true
	}
	at = slices.IndexFunc(items, func(s SaleItem) bool { return s.ID == before })
	if at < 0 {
		return nil, false
	}
	return slices.Insert(items, at, one), true
}

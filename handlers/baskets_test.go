package handlers_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/indexes"
)

func init() {
	hooks["festival"] = sellable
	hooks["sweep"] = func(t *testing.T, w *apptest.World) {
		if err := w.App.RunJob(t.Context(), sales.ExpireBaskets); err != nil {
			t.Fatal(err)
		}
	}
	hooks["refund events"] = func(t *testing.T, w *apptest.World) {
		if err := w.App.RunJob(t.Context(), queue.SendJob); err != nil {
			t.Fatal(err)
		}
	}
	hooks["import files"] = func(t *testing.T, w *apptest.World) {
		if err := w.App.RunJob(t.Context(), queue.SendJob); err != nil {
			t.Fatal(err)
		}
	}
	hooks["raise prices"] = func(t *testing.T, w *apptest.World) {
		eachItem(t, w, func(s *catalog.SaleItem) { s.Prices[0].Base += 500 })
	}
	hooks["later"] = func(t *testing.T, w *apptest.World) {
		begin := time.Date(2027, 6, 2, 14, 30, 0, 0, time.UTC)
		eachItem(t, w, func(s *catalog.SaleItem) { s.OnSaleFrom = &begin })
		changeEvent(t, w, func(e *catalog.Event) { e.Timezone = "Europe/Paris" })
	}
	hooks["unpublish"] = func(t *testing.T, w *apptest.World) {
		changeEvent(t, w, func(e *catalog.Event) { e.Published = false })
	}
	hooks["cancel event"] = func(t *testing.T, w *apptest.World) {
		inA(t, w, func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, 1, func(e *catalog.Event) error { now := tx.Now(); e.CancelledAt, e.OffSale = &now, true; return nil })
			return err
		})
	}
}

// sellable puts things on sale in company A, as sale items 1, 2, 3 … in the order
// of this list, all of event 1.
func sellable(t *testing.T, w *apptest.World) {
	four, two := int64(4), int64(2)
	specs := []struct {
		item  catalog.InventoryItem
		sale  catalog.SaleItem
		price catalog.Price
		stock *int64
	}{
		{item: catalog.InventoryItem{Name: "Standing"}, price: catalog.Price{Base: 2000, ProcessingFee: 250}, stock: &four},
		{item: catalog.InventoryItem{Name: "Seated"}, price: catalog.Price{Base: 4000}, sale: catalog.SaleItem{MinOrder: 2, MaxOrder: 6, MultiplesOf: 2}},
		{item: catalog.InventoryItem{Name: "Parking", Type: catalog.Product}, price: catalog.Price{Base: 500}, sale: catalog.SaleItem{ParentID: 1}},
		{item: catalog.InventoryItem{Name: "Press", RequiresApproval: true}, price: catalog.Price{Base: 1000}},
		{item: catalog.InventoryItem{Name: "Supporter"}, price: catalog.Price{Variable: true, VariableMin: &two}},
		{item: catalog.InventoryItem{Name: "Free"}, price: catalog.Price{}},
		{item: catalog.InventoryItem{Name: "Online only"}, price: catalog.Price{Base: 100}, sale: catalog.SaleItem{HideFromBoxOffice: true}},
		{item: catalog.InventoryItem{Name: "Yen only"}, price: catalog.Price{CurrencyID: 392, Base: 100}},
	}
	inA(t, w, func(tx app.Tx) error {
		now := w.Clock.Now()
		e := catalog.Event{Name: "Festival", Start: now.Add(48 * time.Hour), End: now.Add(72 * time.Hour), Timezone: "UTC", Published: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		if err := catalog.PortsOf(tx).EventCreated(tx, &e); err != nil {
			return err
		}
		for _, s := range specs {
			item, sale, price := s.item, s.sale, s.price
			if item.Type == "" {
				item.Type = catalog.Ticket
			}
			if price.CurrencyID == 0 {
				price.CurrencyID = w.A.Currency().ID
			}
			if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &item); err != nil {
				return err
			}
			price.ID = 1
			sale.EventID, sale.ItemID, sale.Type, sale.Prices = e.ID, item.ID, item.Type, []catalog.Price{price}
			if err := indexes.Forge(catalog.SaleItems).Insert(tx, &sale); err != nil {
				return err
			}
			if _, err := catalog.SetTotal(tx, catalog.LayerSaleItem, sale.ID, s.stock); err != nil {
				return err
			}
		}
		return nil
	})
}

func changeEvent(t *testing.T, w *apptest.World, change func(*catalog.Event)) {
	inA(t, w, func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, 1, func(e *catalog.Event) error { change(e); return nil })
		return err
	})
}

func eachItem(t *testing.T, w *apptest.World, change func(*catalog.SaleItem)) {
	inA(t, w, func(tx app.Tx) error {
		for id := range int64(8) {
			if _, err := indexes.Forge(catalog.SaleItems).Update(tx, id+1, func(s *catalog.SaleItem) error { change(s); return nil }); err != nil {
				return err
			}
		}
		return nil
	})
}

func inA(t *testing.T, w *apptest.World, fn func(tx app.Tx) error) {
	t.Helper()
	if err := w.App.Update(t.Context(), w.A.Owner, app.Authenticated, fn); err != nil {
		t.Fatal(err)
	}
}

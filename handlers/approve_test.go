package handlers_test

import (
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/indexes"
)

func init() {
	// Beside the festival: 9 Crew, free and with approval; 10 Guests, a list whose
	// guests are approved; 11 a list of guests who pay.
	hooks["approvals"] = func(t *testing.T, w *apptest.World) {
		inA(t, w, func(tx app.Tx) error {
			for _, one := range []struct {
				name string
				typ  catalog.ItemType
				base int64
			}{{"Crew", catalog.Ticket, 0}, {"Guests", catalog.GuestList, 0}, {"Paying guests", catalog.GuestList, 500}} {
				item := catalog.InventoryItem{Name: one.name, Type: one.typ, RequiresApproval: true}
				if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &item); err != nil {
					return err
				}
				sale := catalog.SaleItem{EventID: 1, ItemID: item.ID, Type: item.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: w.A.Currency().ID, Base: one.base}}}
				if err := indexes.Forge(catalog.SaleItems).Insert(tx, &sale); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

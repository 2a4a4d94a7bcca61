package sales_test

import (
	"testing"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"

	"github.com/matryer/is"
)

// TestANewBasketInPlaceOfAnother keeps the currency and the reserver of the one
// that it replaces, unless the call names a currency.
func TestANewBasketInPlaceOfAnother(t *testing.T) {
	const pound = 826
	is := is.New(t)
	h := newHall(t)
	_, err := company.ChangeSettings(t.Context(), h.App, h.A.Owner, company.SettingsChange{Currencies: []string{h.A.Currency().Code, "GBP"}})
	is.NoErr(err)
	s := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
		s.Prices = append(s.Prices, catalog.Price{ID: 2, CurrencyID: pound, Base: 1800})
	})
	in := adding(one(s, 1))
	in.Buyer.Name = "Table of Ada"
	first := h.mustAdd(in)
	again := adding(one(s, 1))
	again.Basket, again.CancelExisting = key(first), true
	second := h.mustAdd(again)
	is.Equal(second.Order.CurrencyID, h.A.Company.CurrencyID)
	is.Equal(second.Order.ReserverName, "Table of Ada")
	again.Basket, again.CurrencyID = key(second), pound
	third := h.mustAdd(again)
	is.Equal(third.Order.CurrencyID, int64(pound))
	is.Equal(third.Order.Totals.Total, int64(1800))
	old, err := order.ReadBasket(t.Context(), h.App, h.A.Owner, key(second))
	is.NoErr(err)
	is.True(old.Expired)
}

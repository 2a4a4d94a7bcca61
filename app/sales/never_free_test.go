package sales_test

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/sales"
	"marquee/indexes"
)

// TestOneDonationOfAKind: the variants of a donation are one kind, another is another.
func TestOneDonationOfAKind(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	charity := func(change func(*catalog.SaleItem)) catalog.SaleItem {
		return h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
			i.Type = catalog.Charity
			change(s)
		})
	}
	small := charity(func(*catalog.SaleItem) {})
	var large catalog.SaleItem
	h.update(func(tx app.Tx) error {
		large = small
		large.ID, large.Prices = 0, []catalog.Price{{ID: 1, CurrencyID: small.Prices[0].CurrencyID, Base: 9900}}
		return indexes.Forge(catalog.SaleItems).Insert(tx, &large)
	})
	other := charity(func(*catalog.SaleItem) {})
	for _, in := range []sales.AddToBasket{adding(one(small, 2)), adding(one(small, 1), one(large, 1))} {
		_, err := h.add(in)
		is.Equal(types(err)[0], "order_item_invalid")
	}
	b := h.mustAdd(adding(one(small, 1), one(other, 1)))
	_, err := h.addTo(b, one(large, 1))
	is.Equal(types(err), []string{"order_item_invalid"})
	_, err = h.setTo(b, small, 2)
	is.Equal(types(err), []string{"order_item_invalid"})
	b, err = h.setTo(b, small, 0)
	is.NoErr(err)
	_, err = h.addTo(b, one(large, 1))
	is.NoErr(err)
}

// TestDonationsAndVouchersAreNeverFree: not for those either who may name an amount.
func TestDonationsAndVouchersAreNeverFree(t *testing.T) {
	h := newHall(t)
	for _, typ := range []catalog.ItemType{catalog.Charity, catalog.GiftVoucher, catalog.Product} {
		s := h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
			s.Type, i.Type, s.Prices[0].Custom = typ, typ, true
		})
		for _, amount := range []int64{0, 1} {
			in := adding(one(s, 1))
			in.Items[0].Amount = &amount
			_, err := h.add(in)
			if free := amount == 0 && typ != catalog.Product; (err != nil) != free {
				t.Errorf("%s for %d: %v", typ, amount, err)
			}
			if err != nil {
				is.New(t).Equal(types(err), []string{"variable_price_invalid"})
			}
		}
	}
}

package sales_test

import (
	"testing"

	"marquee/app/catalog"

	"github.com/matryer/is"
)

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

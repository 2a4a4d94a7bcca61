package sales

import (
	"errors"
	"slices"

	"marquee/app/order"
	"marquee/app/till"
	"marquee/indexes"
)

// PassedLimit is what a device took for a shop in one upload, by other methods than cash,
// and how much it may take while it is alone.
type PassedLimit struct {
	ShopID, Limit, Taken int64
	// currencyID is that of the sales; the limit is 0 where it is not that of the shop.
	currencyID int64
}

// count adds what a sale took without cash to what was taken in its shops, and marks it
// where that passes a limit. Money that was taken is kept all the same.
func (l *uploadLook) count(o *UploadedOrder) error {
	if o.Method == order.Cash || o.Method == order.ComplimentaryMethod {
		return nil
	}
	for _, it := range o.Items {
		shop := l.shopOf[it.SaleItemID]
		if shop == 0 || it.Price == 0 {
			continue
		}
		t, err := l.takenIn(shop, o.CurrencyID)
		if err != nil {
			return err
		}
		t.Taken += it.Price
		o.over = o.over || t.Taken > t.Limit
	}
	return nil
}

// takenIn is what was taken in a shop and a currency so far.
func (l *uploadLook) takenIn(shop, currency int64) (*PassedLimit, error) {
	at := slices.IndexFunc(l.taken, func(t PassedLimit) bool { return t.ShopID == shop && t.currencyID == currency })
	if at < 0 {
		s, err := till.Tills.Get(l.r, shop)
		if err != nil && !errors.Is(err, indexes.ErrNotFound) {
			return nil, err
		}
		if s.CurrencyID != currency {
			s.OfflineLimit = 0
		}
		at, l.taken = len(l.taken), append(l.taken, PassedLimit{ShopID: shop, Limit: s.OfflineLimit, currencyID: currency})
	}
	return &l.taken[at], nil
}

// passed are the limits that the upload passes.
func (l *uploadLook) passed() []PassedLimit {
	return slices.DeleteFunc(l.taken, func(t PassedLimit) bool { return t.Taken <= t.Limit })
}

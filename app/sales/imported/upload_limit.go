package imported

import (
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/till"
	"marquee/indexes"
)

// PassedLimit is what a device took for a shop while it was alone, by other methods than
// cash, and how much it may take.
type PassedLimit struct {
	ShopID, Limit, Taken int64
	// currencyID is that of the sales; the limit is 0 where it is not that of the shop.
	currencyID int64
}

// passes adds limits that were passed to others; of one the most counts.
func passes(all, more []PassedLimit) []PassedLimit {
	for _, p := range more {
		at := slices.IndexFunc(all, func(q PassedLimit) bool { return q.ShopID == p.ShopID && q.currencyID == p.currencyID })
		if at < 0 {
			all = append(all, p)
		} else if p.Taken > all[at].Taken {
			all[at] = p
		}
	}
	return all
}

// takings counts what a device took without cash, shop by shop, over all of its uploads: in
// the transaction that keeps the sales, so that none counts twice and none is missed.
type takings struct {
	tx     app.Tx
	cache  *catalog.Cache
	device int64
	of     []taking
}

// taking is what was taken in a shop and a currency. was is what is stored: it goes on with
// what was sold before the device was connected last; with what was sold since, fresh begins.
type taking struct {
	was    till.Alone
	limit  int64
	fresh  int64
	begun  bool
	passed int64
}

// count adds a sale, and tells whether that passes a limit. Money that was taken is kept all
// the same.
func (t *takings) count(o *UploadedOrder) (over bool, err error) {
	if o.Method == order.Cash || o.Method == order.ComplimentaryMethod {
		return false, nil
	}
	at := earlier(o.Date, t.tx.Wall())
	for _, it := range o.Items {
		g, err := t.cache.Get(it.SaleItemID)
		if err != nil {
			return false, err
		}
		if g.ShopID == 0 || it.Price == 0 {
			continue
		}
		in, err := t.in(g.ShopID, o.CurrencyID)
		if err != nil {
			return false, err
		}
		if in.add(it.Price, at) {
			over = true
		}
	}
	return over, nil
}

// add counts what was taken at some time, and tells whether it passes the limit.
func (t *taking) add(n int64, at time.Time) bool {
	sum := &t.was.Taken
	if at.After(t.was.Until) {
		sum, t.begun = &t.fresh, true
	}
	if *sum += n; *sum <= t.limit {
		return false
	}
	t.passed = max(t.passed, *sum)
	return true
}

// in is what was taken in a shop and a currency so far.
func (t *takings) in(shop, currency int64) (*taking, error) {
	at := slices.IndexFunc(t.of, func(x taking) bool { return x.was.TillID == shop && x.was.CurrencyID == currency })
	if at >= 0 {
		return &t.of[at], nil
	}
	s, err := till.Tills.Get(t.tx, shop)
	if err != nil && !errors.Is(err, indexes.ErrNotFound) {
		return nil, err
	}
	if s.CurrencyID != currency {
		s.OfflineLimit = 0
	}
	was, err := till.AloneOf(t.tx, t.device, shop, currency)
	t.of = append(t.of, taking{was: was, limit: s.OfflineLimit})
	return &t.of[len(t.of)-1], err
}

// keep stores what was counted, and tells which limits were passed.
func (t *takings) keep() (passed []PassedLimit, err error) {
	for i := range t.of {
		x := &t.of[i]
		if x.begun {
			x.was.Taken, x.was.Until = x.fresh, t.tx.Wall()
		}
		if err := till.KeepAlone(t.tx, &x.was); err != nil {
			return nil, err
		}
		if x.passed > 0 {
			passed = append(passed, PassedLimit{ShopID: x.was.TillID, Limit: x.limit, Taken: x.passed, currencyID: x.was.CurrencyID})
		}
	}
	return passed, nil
}

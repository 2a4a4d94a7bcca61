package report

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/till"
)

// shopItems are the products of a shop, by the event that they count for.
func shopItems(r app.Reader, shopID int64) (map[int64]map[int64]bool, error) {
	if _, err := till.Tills.Get(r, shopID); err != nil {
		return nil, missing(err, "shop")
	}
	products, err := catalog.ProductsOf(r, shopID, true)
	of := map[int64]map[int64]bool{}
	for i := range products {
		s := &products[i]
		if of[s.EventID] == nil {
			of[s.EventID] = map[int64]bool{}
		}
		of[s.EventID][s.ID] = true
	}
	return of, err
}

// each gives the movements of money that the company sees, or what the products of a shop
// brought.
func (t *takings) each(s span, zone *time.Location, longest level, do func(k *cellKey, s *sums)) error {
	if t.shop == nil {
		return t.r.each(moneyCube, 0, s, zone, longest, func(k *cellKey, s *sums) {
			if shows(t.demo, k.Dims[moneySimulated]) && oneOf(t.rates, k.Dims[moneyRate]) {
				do(k, s)
			}
		})
	}
	for event, items := range t.shop {
		err := t.r.each(salesCube, event, s, zone, longest, func(k *cellKey, s *sums) {
			if items[k.Dims[bySaleItem]] && shows(t.demo, k.Dims[bySimulated]) && oneOf(t.rates, k.Dims[byRate]) {
				asMoney(k, s, do)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// asMoney gives what was sold as money that came, and what was refunded as money that went.
// Units count as movements.
func asMoney(k *cellKey, s *sums, do func(k *cellKey, s *sums)) {
	m := *k
	m.Dims = dimensions{}
	m.Dims[moneyCurrency], m.Dims[moneyChannel], m.Dims[moneyUser] = k.Dims[byCurrency], k.Dims[byChannel], k.Dims[byUser]
	m.Dims[moneyMethod], m.Dims[moneyRate] = k.Dims[byMethod], k.Dims[byRate]
	var came sums
	came[moneyCount], came[moneyAmount] = s[issued], s[gross]-s[discounts]+s[complimentary]
	came[moneyTax], came[moneyFees] = s[tax], s[processingFees]+s[resellerFees]
	do(&m, &came)
	for _, back := range []struct {
		way    string
		amount int64
	}{{order.RefundOnline, s[refundedOnline]}, {order.RefundOffline, s[refundedOffline]}, {order.RefundWallet, s[refundedBalance]}} {
		if back.amount != 0 {
			m.Dims[moneyMethod] = order.MethodNumber([]string{back.way})
			do(&m, &sums{moneyAmount: -back.amount})
		}
	}
}

package order

import (
	"cmp"
	"context"
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/money"
)

// Sum is what the orders of one currency come to, in its minor units.
type Sum struct {
	CurrencyID int64
	Orders     int64
	money.Totals
	// Due is what is not paid yet of those that wait for their money.
	Due int64
}

// Sums are what the orders of a list come to, by currency. There are none where the list has more
// than [list.MaxCounted] orders: a sum of some of them would be taken for that of all.
func Sums(ctx context.Context, a *app.App, c *app.Caller, f Filter) (sums []Sum, all bool, err error) {
	f = f.trimmed()
	if err := f.forCaller(c); err != nil {
		return nil, false, err
	}
	by := map[int64]*Sum{}
	all, err = orderList.Each(ctx, a, c, f, list.MaxCounted, func(o *Order) {
		s := by[o.CurrencyID]
		if s == nil {
			s = &Sum{CurrencyID: o.CurrencyID}
			by[o.CurrencyID] = s
		}
		s.add(o)
	})
	if err != nil || !all {
		return nil, false, err
	}
	for _, s := range by {
		sums = append(sums, *s)
	}
	slices.SortFunc(sums, func(a, b Sum) int { return cmp.Compare(a.CurrencyID, b.CurrencyID) })
	return sums, true, nil
}

func (s *Sum) add(o *Order) {
	s.Orders++
	s.Totals.Add(o.Totals)
	s.Paid += o.Totals.Paid
	s.Refunded += o.Totals.Refunded
	if o.Status.AwaitsPayment() {
		s.Due += o.Totals.Total - o.Totals.Paid
	}
}

package sales

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// expire ends a basket or reservation and gives its stock back. The items stay
// on the order, so that it can be shown.
func expire(tx app.Tx, s *catalog.Cache, o *order.Order) error {
	if !o.Status.MayBecome(order.Expired) {
		return app.Field("basketId", "is already complete")
	}
	held, err := order.UnitsHeld(tx, o)
	if err != nil {
		return err
	}
	err = eachCount(held, func(id, n int64) error {
		g, err := s.Get(id)
		if err != nil {
			return err
		}
		return catalog.Release(tx, g.SaleItem, n)
	})
	if err != nil {
		return err
	}
	*o, err = order.Orders.Update(tx, o.ID, func(o *order.Order) error { o.Status = order.Expired; return nil })
	return err
}

// ExpireBasket ends a basket by hand. One that has expired already is left as it
// is; a completed order is refused (domain 9.3).
func ExpireBasket(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error {
	return a.Update(ctx, c, func(tx app.Tx) error {
		o, err := order.FindBasket(tx, k, catalog.NoChannel)
		if err != nil {
			return err
		}
		return cancelBasket(tx, catalog.NewCache(tx), &o)
	})
}

func cancelBasket(tx app.Tx, s *catalog.Cache, o *order.Order) error {
	if o.Status == order.Expired {
		return nil
	}
	return expire(tx, s, o)
}

// expireOverdue ends up to limit orders whose time is up and tells how many
// there were.
func expireOverdue(tx app.Tx, s *catalog.Cache, limit int) (int, error) {
	ids, err := order.OverdueIDs(tx, tx.Now(), limit)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		o, err := order.Orders.Get(tx, id)
		if err != nil {
			return 0, err
		}
		if err := expire(tx, s, &o); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}

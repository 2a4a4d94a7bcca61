package sales

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
)

// expire ends a basket or reservation and gives its stock back. The items stay
// on the order, so that it can be shown.
func expire(tx app.Tx, s *shelf, o *Order) error {
	if !o.Status.MayBecome(Expired) {
		return app.Field("basketId", "is already complete")
	}
	held, err := heldBy(tx, o)
	if err != nil {
		return err
	}
	err = eachCount(held, func(id, n int64) error {
		g, err := s.get(id)
		if err != nil {
			return err
		}
		return catalog.Release(tx, g.SaleItem, n)
	})
	if err != nil {
		return err
	}
	*o, err = Orders.Update(tx, o.ID, func(o *Order) error { o.Status = Expired; return nil })
	return err
}

// ExpireBasket ends a basket by hand. One that has expired already is left as it
// is; a completed order is refused (domain 9.3).
func ExpireBasket(ctx context.Context, a *app.App, c *app.Caller, k Key) error {
	return a.Update(ctx, c, func(tx app.Tx) error {
		o, err := findBasket(tx, k, catalog.NoChannel)
		if err != nil {
			return err
		}
		return cancelBasket(tx, newShelf(tx), &o)
	})
}

func cancelBasket(tx app.Tx, s *shelf, o *Order) error {
	if o.Status == Expired {
		return nil
	}
	return expire(tx, s, o)
}

// expireOverdue ends up to limit orders whose time is up and tells how many
// there were.
func expireOverdue(tx app.Tx, s *shelf, limit int) (int, error) {
	ids, err := overdue(tx, tx.Now(), limit)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		o, err := Orders.Get(tx, id)
		if err != nil {
			return 0, err
		}
		if err := expire(tx, s, &o); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}

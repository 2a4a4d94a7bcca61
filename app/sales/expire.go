package sales

import (
	"context"
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/rules"
	"marquee/app/seating"
	"marquee/app/voucher"
)

// Expire ends a basket or reservation and gives its stock back. The items stay
// on the order, so that it can be shown. Everything is read before anything is
// written: an unreadableError leaves the transaction as it was.
func Expire(tx app.Tx, s *catalog.Cache, o *order.Order) error {
	if o.Status == order.Processing || o.Status == order.Unknown {
		return app.Field("basketId", "is being paid")
	}
	if !o.Status.MayBecome(order.Expired) {
		return app.Field("basketId", "is already complete")
	}
	return Release(tx, s, o, order.Expired)
}

// Release gives the stock of an order back that ends in a status without any. A payment
// by card that is open is given up.
func Release(tx app.Tx, s *catalog.Cache, o *order.Order, end order.Status) error {
	if !o.Status.MayBecome(end) {
		return fmt.Errorf("order %d: %s cannot become %s", o.ID, o.Status.Slug(), end.Slug())
	}
	held, spaces, err := order.UnitsHeld(tx, o)
	if err == nil {
		err = readable(tx, s, held)
	}
	if err == nil {
		err = seating.Readable(tx, spaces)
	}
	if err != nil {
		return unreadable(o.ID, err)
	}
	err = rules.EachCount(held, func(id, n int64) error {
		g, err := s.Get(id)
		if err != nil {
			return err
		}
		return catalog.Release(tx, g.SaleItem, n)
	})
	if err != nil {
		return err
	}
	if err := seating.Release(tx, spaces); err != nil {
		return err
	}
	if err := releaseOffers(tx, o); err != nil {
		return err
	}
	if err := unlockOriginal(tx, o); err != nil {
		return err
	}
	if o.PaymentID != 0 {
		if err := payment.GiveUp(tx, o.PaymentID); err != nil {
			return err
		}
	}
	if err := endAccess(tx, o); err != nil {
		return err
	}
	if err := loseTransfers(tx, o); err != nil {
		return err
	}
	from := o.Status
	if *o, err = order.End(tx, o.ID, end); err != nil {
		return err
	}
	return order.PortsOf(tx).Stepped(tx, order.Step{Order: o, From: from})
}

// loseTransfers tells of the transfers of an order that ends before it was bought.
func loseTransfers(tx app.Tx, o *order.Order) error {
	if !o.Gives {
		return nil
	}
	items, err := order.ItemsOf(tx, o)
	if err != nil {
		return err
	}
	var ids []int64
	for i := range items {
		if id := items[i].TransferID; id != 0 {
			ids = append(ids, id)
		}
	}
	for _, id := range app.Distinct(ids) {
		if err := order.PortsOf(tx).TransferLost(tx, id); err != nil {
			return err
		}
	}
	return nil
}

// readable reads the sale items and counters that a release of units moves.
func readable(r app.Reader, s *catalog.Cache, held map[int64]int64) error {
	return rules.EachCount(held, func(id, _ int64) error {
		g, err := s.Get(id)
		if err != nil {
			return err
		}
		for _, k := range catalog.LayersOf(g.SaleItem) {
			if _, err := catalog.StockOf(r, catalog.Layer(k.A), k.B); err != nil {
				return err
			}
		}
		return nil
	})
}

// unreadableError is an order that cannot be ended because something of it is
// damaged or gone. Nothing was written.
type unreadableError struct {
	orderID int64
	err     error
}

func (e *unreadableError) Error() string { return fmt.Sprintf("order %d: %v", e.orderID, e.err) }
func (e *unreadableError) Unwrap() error { return e.err }

// unreadable marks an error as one order's own; errors of the store pass as they
// are.
func unreadable(orderID int64, err error) error {
	if order.Unreadable(err) {
		return &unreadableError{orderID, err}
	}
	return err
}

// ExpireBasket ends a basket by hand. One that has expired already is left as it
// is; a completed order is refused.
func ExpireBasket(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error {
	return a.Update(ctx, c, order.Sellers, func(tx app.Tx) error {
		o, err := order.FindBasket(tx, c, k, catalog.NoChannel)
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
	return Expire(tx, s, o)
}

// expireOne ends an order if its time is up.
func expireOne(tx app.Tx, s *catalog.Cache, id int64) error {
	o, err := order.Orders.Get(tx, id)
	if err != nil {
		return unreadable(id, err)
	}
	if !o.Overdue(tx.Wall()) {
		return nil
	}
	return Expire(tx, s, &o)
}

// RedeemedOf are the vouchers among items that were redeemed: they stand.
func RedeemedOf(r app.Reader, items []order.Item) (map[int64]bool, error) {
	redeemed := map[int64]bool{}
	for i := range items {
		if items[i].Type != catalog.GiftVoucher {
			continue
		}
		_, found, err := voucher.Redemptions.Find(r, items[i].ID)
		if err != nil {
			return nil, err
		}
		redeemed[items[i].ID] = found
	}
	return redeemed, nil
}

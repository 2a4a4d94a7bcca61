package sales

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// ExtendBasket gives a basket its full time again without a change, as often as the
// company allows, and tells how often that is still possible. Extensions do not hold a
// basket longer than three times its time, or as many times as it may be extended where
// that is more, since its content changed. A basket that has its full time still is left
// as it is.
func ExtendBasket(ctx context.Context, a *app.App, c *app.Caller, k order.Key, ch catalog.Channel) (b order.Basket, left int64, err error) {
	b, err = change(ctx, a, c, k, ch, func(d *draft) error {
		d.keepsTime = true
		err := d.extend()
		left = d.Company.BasketExtensions() - d.Order.Extensions
		return err
	})
	return b, max(left, 0), err
}

func (d *draft) extend() error {
	most, timeout := d.Company.BasketExtensions(), d.Company.BasketTimeout()
	until := d.Order.HeldUntil
	if until == nil {
		until = new(d.Order.ExpiresAt.Add(timeout * time.Duration(max(most, leastHold)-1)))
	}
	at := d.Wall.Add(timeout)
	if at.After(*until) {
		at = *until
	}
	switch {
	case d.Order.Extensions >= most, !d.Order.ExpiresAt.Before(*until):
		return app.Field("basketId", "cannot be extended any more")
	case !at.After(*d.Order.ExpiresAt):
		d.unchanged = true
		return nil
	}
	d.Order.Extensions++
	d.Order.ExpiresAt, d.Order.HeldUntil = &at, until
	return nil
}

package transfer

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
)

// StartInBasket gives something of a basket in the shop to somebody else, once it is bought.
// Only who has the basket does so.
func StartInBasket(ctx context.Context, a *app.App, c *app.Caller, k order.Key, in Ask) (made Made, err error) {
	in.Instant, in.KeepBarcodes, in.Override = false, false, false
	err = inBasket(ctx, a, c, k, func(tx app.Tx, o *order.Order) error {
		if err := notTooMany(tx, o.ID, maxReserved); err != nil {
			return err
		}
		made, err = in.start(tx, c, o.ID, false, order.Barcodes{})
		return err
	})
	return made, err
}

// CancelInBasket ends a transfer of a basket in the shop.
func CancelInBasket(ctx context.Context, a *app.App, c *app.Caller, k order.Key, id int64) (v View, err error) {
	err = inBasket(ctx, a, c, k, func(tx app.Tx, o *order.Order) error {
		t, err := find(tx, id)
		if err == nil && t.OrderID != o.ID {
			err = app.Missing("transfer")
		}
		if err == nil {
			v, err = t.takeBack(tx)
		}
		return err
	})
	return v, err
}

// TakeOver hands the basket of a link over to the browser that asks for it, under a new
// secret: no link that anybody else has, be it the one who made the basket, leads to it or to
// what it becomes. Who buys, and what of it is somebody else's, is said anew.
func TakeOver(ctx context.Context, a *app.App, companyID int64, reference, token string) (o order.Order, err error) {
	secret := order.NewLinkToken()
	err = a.UpdateCompany(ctx, companyID, func(tx app.Tx) error {
		own, err := company.SettingsOf(tx)
		if err == nil && !own.Shop.Open {
			err = app.Missing("basket")
		}
		if err != nil {
			return err
		}
		if o, err = order.ByLink(tx, reference, token, tx.Wall()); err != nil {
			return err
		}
		if err := endAll(tx, o.ID); err != nil {
			return err
		}
		o, err = order.HandBasket(tx, o.ID, secret)
		return err
	})
	return o, err
}

// endAll ends what was to be given of a basket that somebody takes over.
func endAll(tx app.Tx, orderID int64) error {
	all, err := PendingOf(tx, orderID)
	for i := range all {
		if _, err := all[i].cancel(tx, ByHand); err != nil {
			return err
		}
	}
	return err
}

func inBasket(ctx context.Context, a *app.App, c *app.Caller, k order.Key, do func(app.Tx, *order.Order) error) error {
	return a.Update(ctx, c, app.Sell, func(tx app.Tx) error {
		o, err := order.FindBasket(tx, c, k, catalog.NoChannel)
		switch {
		case err != nil:
			return err
		case o.Status != order.Active || o.Overdue(tx.Wall()):
			return app.Field("basketId", "has expired")
		}
		return do(tx, &o)
	})
}

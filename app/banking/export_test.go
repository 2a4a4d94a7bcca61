package banking

import (
	"context"

	"marquee/app"
	"marquee/app/order"
)

// TakeAsSeen is what a twin does that looked at a transfer before the transaction that pays the
// order with it: it puts back what it saw.
func TakeAsSeen(ctx context.Context, tx app.Tx, c *app.Caller, seen Transfer, k order.Key) error {
	if _, err := transfers.Update(tx, seen.ID, func(t *Transfer) error { *t = seen; return nil }); err != nil {
		return err
	}
	o, err := order.Find(tx, k)
	if err != nil {
		return err
	}
	one := Confirmation{IDs: []int64{seen.ID}}
	_, err = one.take(ctx, tx, c, []order.Order{o})
	return err
}

// See reads a transfer.
func See(r app.Reader, id int64) (Transfer, error) { return one(r, id) }

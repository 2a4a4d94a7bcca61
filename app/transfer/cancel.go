package transfer

import (
	"context"

	"marquee/app"
)

// Cancel ends a transfer that nobody has claimed: the items stay their holder's.
func Cancel(ctx context.Context, a *app.App, c *app.Caller, id int64) (v View, err error) {
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		t, err := find(tx, id)
		if err == nil {
			v, err = t.cancel(tx, ByHand)
		}
		return err
	})
	return v, err
}

func (t *Transfer) cancel(tx app.Tx, why string) (v View, err error) {
	if err := t.stillPending("id"); err != nil {
		return v, err
	}
	if err := mark(tx, t, 0); err != nil {
		return v, err
	}
	now := tx.Now()
	ended, err := transfers.Update(tx, t.ID, func(t *Transfer) error {
		t.State, t.Reason, t.EndedAt = Cancelled, why, &now
		return nil
	})
	if err != nil {
		return v, err
	}
	if err := Withdrawn.Fire(tx, &ended); err != nil {
		return v, err
	}
	return viewOf(tx, &ended)
}

// Lost ends a transfer of which something was voided.
func Lost(tx app.Tx, id int64) error {
	t, err := find(tx, id)
	if err == nil {
		_, err = t.cancel(tx, ItemGone)
	}
	return err
}

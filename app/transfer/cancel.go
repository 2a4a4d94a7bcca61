package transfer

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/order"
)

// Cancel ends a transfer that nobody has claimed: the items stay their holder's.
func Cancel(ctx context.Context, a *app.App, c *app.Caller, id int64) (v View, err error) {
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		t, err := find(tx, id)
		if err == nil {
			v, err = t.takeBack(tx)
		}
		return err
	})
	return v, err
}

// takeBack cancels a transfer because somebody wants that. Who gave tickets away to be allowed
// more of them does not get those back, and not while the order waits for its payment: it
// could be paid no more.
func (t *Transfer) takeBack(tx app.Tx) (v View, err error) {
	if err := t.stillPending("id"); err != nil {
		return v, err
	}
	o, err := order.Orders.Get(tx, t.OrderID)
	if err != nil {
		return v, err
	}
	if t.Checkout && o.Status != order.Active && !o.Status.Sold() {
		return v, app.Field("id", "is part of an order that is not paid yet")
	}
	if t.Checkout && o.Status.Sold() && t.FromID != 0 {
		if err := t.within(tx, t.FromID, 0, "id"); err != nil {
			return v, err
		}
	}
	return t.cancel(tx, ByHand)
}

func (t *Transfer) cancel(tx app.Tx, why string) (v View, err error) {
	if err := t.stillPending("id"); err != nil {
		return v, err
	}
	if err := order.SetTransfer(tx, t.OrderID, t.ItemIDs, 0); err != nil {
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
	if err := ports(tx).Withdrawn(tx, &ended); err != nil {
		return v, err
	}
	return viewOf(tx, &ended)
}

// Lost ends a transfer of which something was voided, whether who did that sees it or not.
// Where the rest was given away for its buyer to be allowed more, and would be too much for them
// now, it goes on without that.
func Lost(tx app.Tx, id int64) error {
	tx = app.WholeTx(tx)
	t, err := find(tx, id)
	if err != nil {
		return err
	}
	rest, err := t.standing(tx)
	if err != nil {
		return err
	}
	if t.Checkout && t.State == Pending && len(rest) > 0 && t.FromID != 0 {
		left := Transfer{ItemIDs: rest}
		switch err := left.within(tx, t.FromID, 0, "id"); {
		case app.KindOf(err) == app.Invalid:
			return t.shrink(tx, rest)
		case err != nil:
			return err
		}
	}
	_, err = t.cancel(tx, ItemGone)
	return err
}

// shrink leaves some items in a transfer, and frees the others.
func (t *Transfer) shrink(tx app.Tx, rest []int64) error {
	lost := slices.DeleteFunc(slices.Clone(t.ItemIDs), func(id int64) bool { return slices.Contains(rest, id) })
	if err := order.SetTransfer(tx, t.OrderID, lost, 0); err != nil {
		return err
	}
	_, err := transfers.Update(tx, t.ID, func(t *Transfer) error { t.ItemIDs = rest; return nil })
	return err
}

// standing are the items of a transfer that it gives still.
func (t *Transfer) standing(r app.Reader) (ids []int64, err error) {
	items, err := order.Items.GetMany(r, t.ItemIDs)
	for i := range items {
		if items[i].TransferID == t.ID && items[i].Holds() {
			ids = append(ids, items[i].ID)
		}
	}
	return ids, err
}

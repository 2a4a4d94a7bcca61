package entry

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
)

// holderTouch is an edit of a customer that concerns every ticket that the customer
// holds. It commits with the edit, and readers see the edit from then on; the tickets
// are touched afterwards, a batch at a time, as with touch.
type holderTouch struct {
	CustomerID int64 `msgpack:"c"`
	// After is the last ticket that was touched: after a crash the rest goes on.
	After indexes.Position `msgpack:"a,omitempty"`
}

var holderTouches = indexes.DefineKeyed(indexes.KeyedSpec[int64, holderTouch]{
	Name: "holder_touches", Version: 1,
	Person:    indexes.Nobody("which tickets changed, by number"),
	Unaudited: "a counter",
	Key:       kv.Int,
	KeyOf:     func(t *holderTouch) int64 { return t.CustomerID },
})

// TouchHeldBy notes that the tickets of a holder are to be touched, if gates show
// something of what changed. What was still due is done with it.
func TouchHeldBy(tx app.Tx, c customer.Change) error {
	if !c.AtGates() {
		return nil
	}
	held, _, err := order.HeldAfter(tx, c.Now.ID, nil, 1)
	if err != nil || len(held) == 0 {
		return err
	}
	_, err = holderTouches.Upsert(tx, c.Now.ID, func(t *holderTouch) error {
		*t = holderTouch{CustomerID: c.Now.ID}
		return nil
	})
	return err
}

// touchHolders does what is due for the holders of tickets in a company.
func touchHolders(ctx context.Context, w *app.Work) error {
	holders, err := keysDue(ctx, w, holderTouches.Keyed)
	if err != nil {
		return err
	}
	for _, id := range holders {
		if err := w.Record(ctx, id, func() error { return touchHolder(ctx, w, id) }); err != nil {
			return err
		}
	}
	return nil
}

func touchHolder(ctx context.Context, w *app.Work, customerID int64) error {
	return app.Steps(ctx, w.Update, func(tx app.Tx) (more bool, err error) {
		done, err := touchSomeHeld(tx, customerID)
		return !done, err
	})
}

// touchSomeHeld touches the next batch of a holder's tickets. When none is left, the
// work is struck off.
func touchSomeHeld(tx app.Tx, customerID int64) (done bool, err error) {
	work, found, err := holderTouches.Find(tx, customerID)
	if err != nil || !found {
		return true, err
	}
	ids, next, err := order.HeldAfter(tx, customerID, work.After, touchBatch)
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		_, err := stateTable.Update(tx, id, func(*TicketState) error { return nil })
		if err != nil && !errors.Is(err, indexes.ErrNotFound) {
			return false, err
		}
	}
	if len(ids) < touchBatch {
		return true, holderTouches.Delete(tx, customerID)
	}
	_, err = holderTouches.Upsert(tx, customerID, func(t *holderTouch) error { t.After = next; return nil })
	return false, err
}

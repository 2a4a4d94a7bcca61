package banking

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/indexes"
)

// Ports are what the area asks of those below it: app/areas fills them.
type Ports struct {
	// PayOrder notes that the money for an order came by transfer.
	PayOrder func(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error
}

// Confirmation is one or more transfers that are for one order.
type Confirmation struct {
	IDs []int64
	// Order is what they are for; the zero Key is what each is surely for.
	Order order.Key
	// More: what is more than the order is due for is taken all the same, and noted.
	More bool
}

// Confirmed is what came of one transfer.
type Confirmed struct {
	ID, OrderID int64
	Err         error
}

// Confirm takes transfers for an order: all of them or none.
func Confirm(ctx context.Context, a *app.App, c *app.Caller, in Confirmation) (all []Confirmed, err error) {
	if in.Order.IsZero() {
		return confirmEach(ctx, a, c, in.IDs)
	}
	err = a.Update(ctx, c, app.Everywhere(app.SettlePayments), func(tx app.Tx) error {
		all = nil
		o, err := order.Find(tx, in.Order)
		if app.KindOf(err) == app.NotFound {
			return app.Field("orderId", "does not exist")
		}
		if err != nil {
			return err
		}
		if err := in.take(ctx, tx, c, &o); err != nil {
			return err
		}
		for _, id := range in.IDs {
			all = append(all, Confirmed{ID: id, OrderID: o.ID})
		}
		return nil
	})
	return all, err
}

// ConfirmSure takes all open transfers that are sure, or the first of them where there are many.
func ConfirmSure(ctx context.Context, a *app.App, c *app.Caller) ([]Confirmed, error) {
	var ids []int64
	err := a.View(ctx, c, app.Everywhere(app.SettlePayments), func(r app.Reader) error {
		ids = nil
		m := matcher{r: r}
		for hit, err := range byState.Scan(r, indexes.Equal(int64(Open))) {
			if err != nil {
				return err
			}
			if len(references(hit.Rec.Text)) == 0 {
				continue
			}
			match, err := m.of(&hit.Rec.Booking)
			if err != nil {
				return err
			}
			if match.Certainty == Sure {
				ids = append(ids, hit.ID)
			}
			if len(ids) == MaxAtOnce {
				break
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return confirmEach(ctx, a, c, ids)
}

// confirmEach takes each transfer for the order that it surely is for, in a transaction of its own.
func confirmEach(ctx context.Context, a *app.App, c *app.Caller, ids []int64) ([]Confirmed, error) {
	all := make([]Confirmed, len(ids))
	for i, id := range ids {
		all[i].ID = id
		err := a.Update(ctx, c, app.Everywhere(app.SettlePayments), func(tx app.Tx) error {
			t, err := openOne(tx, id)
			if err != nil {
				return err
			}
			m := matcher{r: tx}
			match, err := m.of(&t.Booking)
			if err != nil {
				return err
			}
			if match.Certainty != Sure {
				return app.Field("ids", "is not sure any more: look at it once more")
			}
			o, err := order.Orders.Get(tx, match.Order.ID)
			if err != nil {
				return err
			}
			all[i].OrderID = o.ID
			one := Confirmation{IDs: []int64{id}}
			return one.take(ctx, tx, c, &o)
		})
		switch kind := app.KindOf(err); {
		case kind == app.Forbidden, err != nil && kind == 0:
			return nil, err
		case kind == app.NotFound && len(ids) == 1:
			return nil, err
		}
		all[i].Err = err
	}
	return all, nil
}

// take pays an order with transfers, by the command that notes any payment by transfer.
func (in *Confirmation) take(ctx context.Context, tx app.Tx, c *app.Caller, o *order.Order) error {
	if err := maySee(tx); err != nil {
		return err
	}
	sum, at := int64(0), tx.Now()
	for _, id := range in.IDs {
		t, err := openOne(tx, id)
		if err != nil {
			return err
		}
		if t.CurrencyID != o.CurrencyID {
			return app.Field("ids", "is in another currency than the order")
		}
		sum += t.Amount
	}
	surplus, err := in.surplus(sum, candidateOf(o))
	if err != nil {
		return err
	}
	err = app.Part(tx, func(a *app.App, tx app.Tx) error {
		return app.PortsOf[Ports](tx).PayOrder(ctx, a, c, order.Key{ID: o.ID})
	})
	if err != nil {
		return err
	}
	for i, id := range in.IDs {
		_, err := transfers.Update(tx, id, func(t *Transfer) error {
			t.State, t.OrderID, t.UserID, t.At = Taken, o.ID, c.UserID, &at
			if i == len(in.IDs)-1 {
				t.Surplus = surplus
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// surplus is what is too much; too little is refused, and too much where nobody asked for that. The
// surplus stands with the last transfer, which must be more than it.
func (in *Confirmation) surplus(sum int64, c Candidate) (int64, error) {
	cur, _ := company.CurrencyByID(c.CurrencyID)
	switch {
	case !c.Status.AwaitsPayment():
		return 0, app.Field("orderId", "does not wait for its money")
	case sum < c.Due:
		return 0, app.Field("ids", "come to less than the order is due for: %s are missing", cur.Amount(c.Due-sum))
	case sum > c.Due && !in.More:
		return 0, app.Field("acceptMore", "must be true: %s are more than the order is due for", cur.Amount(sum-c.Due))
	}
	return sum - c.Due, nil
}

// openOne finds a transfer that nobody has dealt with.
func openOne(r app.Reader, id int64) (Transfer, error) {
	t, err := one(r, id)
	if err == nil && t.State != Open {
		err = app.Field("ids", "was dealt with already")
	}
	return t, err
}

func one(r app.Reader, id int64) (Transfer, error) {
	t, err := transfers.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		err = app.Missing("bank transfer")
	}
	return t, err
}

// SetAside notes that a transfer is for no order.
func SetAside(ctx context.Context, a *app.App, c *app.Caller, id int64, reason string) (Transfer, error) {
	return change(ctx, a, c, id, func(tx app.Tx, t *Transfer) error {
		at := tx.Now()
		if t.State != Open {
			return app.Field("id", "was dealt with already")
		}
		t.State, t.Reason, t.UserID, t.At = Aside, oneLine(reason, maxReason), c.UserID, &at
		return nil
	})
}

// Reopen takes back that a transfer was set aside.
func Reopen(ctx context.Context, a *app.App, c *app.Caller, id int64) (Transfer, error) {
	return change(ctx, a, c, id, func(_ app.Tx, t *Transfer) error {
		if t.State != Aside {
			return app.Field("id", "was not set aside")
		}
		t.State, t.Reason, t.UserID, t.At = Open, "", 0, nil
		return nil
	})
}

func change(ctx context.Context, a *app.App, c *app.Caller, id int64, do func(tx app.Tx, t *Transfer) error) (t Transfer, err error) {
	err = a.Update(ctx, c, app.Everywhere(app.SettlePayments), func(tx app.Tx) error {
		if err := maySee(tx); err != nil {
			return err
		}
		if _, err := one(tx, id); err != nil {
			return err
		}
		t, err = transfers.Update(tx, id, func(t *Transfer) error { return do(tx, t) })
		return err
	})
	return t, err
}

package banking

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/indexes"
)

// Ports are what the area asks of those below it: app/areas fills them.
type Ports struct {
	// PayOrder notes that the money for an order came by transfer.
	PayOrder func(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error
}

// Confirmation is one or more transfers that are for one or more orders.
type Confirmation struct {
	IDs []int64
	// Orders are what they are for together; none: each is for what it surely is for.
	Orders []order.Key
	// More: what is more than the order is due for is taken all the same, and noted.
	More bool
}

// Confirmed is what came of one transfer.
type Confirmed struct {
	ID int64
	// OrderIDs are the orders that were paid with it, none where Err says why not.
	OrderIDs        []int64
	Amount, Surplus int64
	Err             error
}

// Confirm takes transfers for orders: all of them or none.
func Confirm(ctx context.Context, a *app.App, c *app.Caller, in Confirmation) (all []Confirmed, err error) {
	if len(in.Orders) == 0 {
		return confirmEach(ctx, a, c, in.IDs)
	}
	err = a.Update(ctx, c, app.Everywhere(app.SettlePayments), func(tx app.Tx) error {
		orders, err := in.find(tx)
		if err == nil {
			all, err = in.take(ctx, tx, c, orders)
		}
		return err
	})
	return all, err
}

// find reads the orders, each of which is named once.
func (in *Confirmation) find(r app.Reader) (all []order.Order, err error) {
	for i, k := range in.Orders {
		o, err := order.Find(r, k)
		if err == nil && slices.ContainsFunc(all, func(other order.Order) bool { return other.ID == o.ID }) {
			err = app.Field(in.field(i), "is there twice")
		}
		if app.KindOf(err) == app.NotFound {
			err = app.Field(in.field(i), "does not exist")
		}
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

// field is what the request calls one of the orders.
func (in *Confirmation) field(i int) string {
	if len(in.Orders) < 2 {
		return "orderId"
	}
	return fmt.Sprintf("orderIds.%d", i)
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
			one := Confirmation{IDs: []int64{id}}
			done, err := one.take(ctx, tx, c, []order.Order{o})
			if err == nil {
				all[i] = done[0]
			}
			return err
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

// take pays orders with transfers, by the command that notes any payment by transfer.
func (in *Confirmation) take(ctx context.Context, tx app.Tx, c *app.Caller, orders []order.Order) (all []Confirmed, err error) {
	if err := maySee(tx); err != nil {
		return nil, err
	}
	for _, id := range in.IDs {
		t, err := openOne(tx, id)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(orders, func(o order.Order) bool { return o.CurrencyID != t.CurrencyID }) {
			return nil, app.Field("ids", "is in another currency than the order")
		}
		all = append(all, Confirmed{ID: id, Amount: t.Amount})
	}
	var ids []int64
	var candidates []Candidate
	for i := range orders {
		ids, candidates = append(ids, orders[i].ID), append(candidates, candidateOf(&orders[i]))
	}
	if err := in.settle(all, candidates); err != nil {
		return nil, err
	}
	for i := range orders {
		err := app.Part(tx, func(a *app.App, tx app.Tx) error {
			return app.PortsOf[Ports](tx).PayOrder(ctx, a, c, order.Key{ID: orders[i].ID})
		})
		if err != nil {
			return nil, err
		}
	}
	at := tx.Now()
	for i := range all {
		all[i].OrderIDs = ids
		_, err := transfers.Update(tx, all[i].ID, func(t *Transfer) error {
			t.State, t.OrderID, t.OtherIDs, t.UserID, t.At, t.Surplus = Taken, ids[0], ids[1:], c.UserID, &at, all[i].Surplus
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// settle notes what is too much; too little is refused, and too much where nobody asked for that. The
// surplus stands with the last transfer, and none of them is there for nothing.
func (in *Confirmation) settle(all []Confirmed, orders []Candidate) error {
	due, sum := int64(0), int64(0)
	for i := range orders {
		if !orders[i].Status.AwaitsPayment() {
			return app.Field(in.field(i), "does not wait for its money")
		}
		due += orders[i].Due
	}
	for i := range all {
		sum += all[i].Amount
	}
	cur := orders[0].CurrencyID
	more := sum - due
	switch {
	case more < 0 && len(orders) > 1:
		return app.Field("ids", "come to less than the orders are due for: %s are missing", locale.Money{CurrencyID: cur, Minor: -more})
	case more < 0:
		return app.Field("ids", "come to less than the order is due for: %s are missing", locale.Money{CurrencyID: cur, Minor: -more})
	case more > 0 && !in.More && len(orders) > 1:
		return app.Field("acceptMore", "must be true: %s are more than the orders are due for", locale.Money{CurrencyID: cur, Minor: more})
	case more > 0 && !in.More:
		return app.Field("acceptMore", "must be true: %s are more than the order is due for", locale.Money{CurrencyID: cur, Minor: more})
	case slices.ContainsFunc(all, func(t Confirmed) bool { return t.Amount <= more }):
		return app.Field("ids", "are enough without one of them")
	}
	all[len(all)-1].Surplus = more
	return nil
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

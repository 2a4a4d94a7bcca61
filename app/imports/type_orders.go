package imports

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/order"
)

// OrderActions is the name of the type whose rows are orders that there are, and what is done to
// them.
const OrderActions = "order-actions"

// Action is what can be done to many orders.
type Action string

// The actions.
const (
	// Remind mails once more what an order waits for, to those that wait for their money; Resend
	// what any order is about.
	Remind Action = "remind"
	Resend Action = "resend"
	// Paid: the money came by transfer.
	Paid    Action = "paid"
	Extend  Action = "extend"
	Accept  Action = "approve"
	Decline Action = "reject"
	// Void cancels an order that was sold, without giving money back.
	Void Action = "cancel"
)

// Actions are all of them.
func Actions() []string {
	return []string{string(Remind), string(Resend), string(Paid), string(Extend), string(Accept), string(Decline), string(Void)}
}

func orderActions() *Type {
	return &Type{
		Name: OrderActions, About: "What is done to orders that there are: reminders, payments by transfer, more time. None is made.",
		Needs: []app.Ability{app.EditOrders}, Opens: app.EditOrders,
		Fields: []Field{
			{Name: "order", About: "Its reference or id.", Required: true, Unique: true, Wire: []string{"orderId", "basketId"}, Also: []string{"reference", "order id", "bestellung", "commande"}},
			{Name: "action", About: "remind, resend, paid, extend, approve, reject or cancel.", Required: true, Also: []string{"aktion"}},
			{Name: "until", About: "Until when it waits, for extend.", Wire: []string{"expiresAt"}, Also: []string{"bis", "jusqu'au"}},
		},
		Apply: applyOrderAction,
	}
}

func applyOrderAction(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	action := Action(r.choice("action", Actions()...))
	until := r.moment("until", d.own.Location())
	if r.failed() {
		return m, nil
	}
	o, err := order.Find(d.tx, order.ParseKey(r.text("order")))
	if app.KindOf(err) == app.NotFound || err == nil && o.DeletedAt != nil {
		r.note("order", "is no order that there is")
		return m, nil
	}
	if err == nil {
		err = act(ctx, r, &o, action, until)
	}
	return made{id: o.ID, did: Changed}, err
}

// act does something to an order, or notes why that makes no sense.
func act(ctx context.Context, r record, o *order.Order, action Action, until *time.Time) error {
	d, k, by := r.d, order.Key{ID: o.ID}, app.PortsOf[Ports](r.d.tx)
	waits := func() bool {
		if !o.Status.AwaitsPayment() {
			r.note("order", "does not wait for its money")
		}
		return o.Status.AwaitsPayment()
	}
	switch action {
	case Remind:
		if waits() {
			return by.MailOrder(ctx, d.app, d.caller, k)
		}
	case Resend:
		return by.MailOrder(ctx, d.app, d.caller, k)
	case Paid:
		if waits() {
			return by.PayOrder(ctx, d.app, d.caller, k)
		}
	case Extend:
		_, err := by.ExtendOrder(ctx, d.app, d.caller, k, until)
		return err
	case Void:
		return by.VoidOrder(ctx, d.app, d.caller, k)
	default:
		ids, err := undecided(r, o)
		if err == nil && len(ids) > 0 {
			err = by.DecideItems(ctx, d.app, d.caller, ids, action == Accept)
		}
		return err
	}
	return nil
}

// undecided are the items of an order that somebody has to decide about.
func undecided(r record, o *order.Order) (ids []int64, err error) {
	if o.Status != order.AwaitingApproval {
		r.note("order", "does not ask for approval")
		return nil, nil
	}
	items, err := order.ItemsOf(r.d.tx, o)
	for i := range items {
		if it := &items[i]; it.RequiresApproval && it.ApprovedAt == nil && it.RejectedAt == nil && it.DeletedAt == nil {
			ids = append(ids, it.ID)
		}
	}
	return ids, err
}

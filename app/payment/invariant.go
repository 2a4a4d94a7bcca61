package payment

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// checkPayments holds each payment against its transaction and its order.
func checkPayments(r app.Reader, report func(app.Breach)) error {
	for hit, err := range payments.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		p := &hit.Rec
		breach := func(what string, expected, found any) {
			report(app.Breach{ID: p.ID, Key: "payment: " + what, Expected: fmt.Sprint(expected), Found: fmt.Sprint(found)})
		}
		orders, err := order.Orders.GetMany(r, []int64{p.OrderID})
		if err != nil {
			return err
		}
		if len(orders) == 0 {
			breach("order", p.OrderID, "none")
			continue
		}
		if err := p.audit(r, &orders[0], breach); err != nil {
			return err
		}
	}
	return nil
}

// audit looks at one payment beside its order.
func (p *Payment) audit(r app.Reader, o *order.Order, breach func(what string, expected, found any)) error {
	all, err := order.Transactions.GetMany(r, []int64{p.TransactionID})
	if err != nil {
		return err
	}
	if len(all) == 0 || !slices.Contains(o.TransactionIDs, p.TransactionID) {
		breach("transaction", fmt.Sprintf("%d, listed by order %d", p.TransactionID, o.ID), "none")
		return nil
	}
	t := &all[0]
	if t.Status != p.State.transactionStatus() || t.Total != p.Amount || t.Gateway != p.Gateway || t.OrderID != o.ID {
		breach("transaction", fmt.Sprintf("%s over %d by %s", p.State.transactionStatus(), p.Amount, p.Gateway), fmt.Sprintf("%s over %d by %s", t.Status, t.Total, t.Gateway))
	}
	noted, err := order.Transactions.GetMany(r, o.TransactionIDs)
	if err != nil {
		return err
	}
	returned := int64(0)
	for i := range noted {
		if back := &noted[i]; back.Of == t.ID && back.Gateway != "" && back.Status == order.TransactionSuccess {
			returned -= back.Total
		}
	}
	if returned != p.Returned {
		breach("returned", returned, p.Returned)
	}
	paying := o.Status == order.Processing || o.Status == order.Unknown
	switch {
	case p.State == Paid && !o.Status.Sold() && (p.DepositUntil == nil || o.Deposit != p.Due):
		breach("paid", "an order that went through, or has its deposit", o.Status.Slug())
	case p.State == Captured && !paying:
		breach("captured", "an order that is being paid", o.Status.Slug())
	case p.State == Open && (o.PaymentID != p.ID || o.Status != order.Active && !o.Status.AwaitsPayment()):
		breach("open", fmt.Sprintf("the payment that counts for basket %d", o.ID), fmt.Sprintf("%d, %s", o.PaymentID, o.Status.Slug()))
	}
	return nil
}

// checkOrders holds each order that is being paid against its payment, and each that is
// complete against the money that came by card.
func checkOrders(r app.Reader, report func(app.Breach)) error {
	for hit, err := range order.Orders.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		o := &hit.Rec
		paying := o.Status == order.Processing || o.Status == order.Unknown
		if o.PaymentID == 0 && !paying {
			continue
		}
		all, err := payments.GetMany(r, []int64{o.PaymentID})
		if err != nil {
			return err
		}
		switch {
		case len(all) == 0 || all[0].OrderID != o.ID:
			report(app.Breach{ID: o.ID, Key: "order: payment", Expected: "one of its own", Found: fmt.Sprint(o.PaymentID)})
		case paying && all[0].State != Capturing && all[0].State != Captured:
			report(app.Breach{ID: o.ID, Key: "order: " + o.Status.Slug(), Expected: "money that is being taken", Found: all[0].State.String()})
		case o.Status == order.Complete && all[0].State != Paid:
			report(app.Breach{ID: o.ID, Key: "order: complete", Expected: "paid", Found: all[0].State.String()})
		}
	}
	return nil
}

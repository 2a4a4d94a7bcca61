package refund

import (
	"marquee/app"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// planRefund decides what of an order is voided, and what is given back for it.
func planRefund(r app.Reader, o *order.Order, in *rules.Refund, chosen []int64) (plan rules.RefundPlan, err error) {
	plan = rules.RefundPlan{OrderID: o.ID}
	items, err := order.ItemsOf(r, o)
	if err != nil {
		return plan, err
	}
	if err := rules.MayRefund(o, items, in); err != nil {
		return plan, err
	}
	redeemed, err := sales.RedeemedOf(r, items)
	if err != nil {
		return plan, err
	}
	plan.Items = rules.SelectRefund(items, chosen, in, func(it *order.Item) bool { return redeemed[it.ID] })
	if len(plan.Items) == 0 {
		if chosen == nil || in.Amount > 0 {
			err = app.Field(in.Named(), "has nothing that can be refunded")
		}
		return plan, err
	}
	if err := rules.PriceRefund(o, items, plan.Items, in); err != nil {
		return plan, err
	}
	noted, err := order.Transactions.GetMany(r, o.TransactionIDs)
	if err != nil {
		return plan, err
	}
	if plan.Parts, err = rules.PartRefund(noted, plan.Amount(), o.CurrencyID, in); err != nil {
		return plan, err
	}
	if err := toWallets(r, o, &plan, noted, in); err != nil {
		return plan, err
	}
	if err := planCredit(r, o, &plan, items, in); err != nil {
		return plan, err
	}
	return plan, overGateway(&plan, r, in.Named())
}

// overGateway finds the payment whose gateway takes part, and refuses what that cannot move.
func overGateway(p *rules.RefundPlan, r app.Reader, field string) error {
	if err := findPayment(r, p); err != nil || p.PaymentID == 0 {
		return err
	}
	from, err := payment.Get(r, p.PaymentID)
	if err != nil {
		return err
	}
	return payment.CheckAmount(r, from.Gateway, field, from.CurrencyID, p.Online)
}

// findPayment finds the payment whose gateway takes part. An order has one at most whose
// money can go back.
func findPayment(r app.Reader, plan *rules.RefundPlan) error {
	for _, part := range plan.Parts {
		if part.Gateway == "" {
			continue
		}
		p, found, err := payment.ByTransaction(r, part.Of)
		if err != nil {
			return err
		}
		if !found || plan.PaymentID != 0 {
			return errRefund
		}
		plan.PaymentID, plan.Online = p.ID, part.Amount
	}
	return nil
}

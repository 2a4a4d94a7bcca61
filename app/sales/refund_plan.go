package sales

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/rules"
	"marquee/app/voucher"
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
	redeemed, err := redeemedOf(r, items)
	if err != nil {
		return plan, err
	}
	plan.Items = rules.SelectRefund(items, chosen, in, func(it *order.Item) bool { return redeemed[it.ID] })
	if len(plan.Items) == 0 {
		if chosen == nil {
			err = app.Field("orderId", "has nothing that can be refunded")
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

// redeemedOf are the vouchers among items that were redeemed: they stand.
func redeemedOf(r app.Reader, items []order.Item) (map[int64]bool, error) {
	redeemed := map[int64]bool{}
	for i := range items {
		if items[i].Type != catalog.GiftVoucher {
			continue
		}
		_, found, err := voucher.Redemptions.Find(r, items[i].ID)
		if err != nil {
			return nil, err
		}
		redeemed[items[i].ID] = found
	}
	return redeemed, nil
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

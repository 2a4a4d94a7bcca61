package refund

import (
	"slices"

	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/seating"
)

// Do does what was decided: it voids items, gives their stock back, notes the money,
// and tells the gates.
func Do(d *sales.Draft, plan *rules.RefundPlan) (rules.Refunded, error) {
	done := rules.Refunded{OrderID: d.Order.ID, CurrencyID: d.Order.CurrencyID, Items: plan.Items, Parts: plan.Parts}
	ids, err := void(d, plan)
	if err != nil {
		return done, err
	}
	d.Refunded = ids
	if err := takeCredit(d, plan); err != nil {
		return done, err
	}
	if err := noteRefund(d, plan); err != nil {
		return done, err
	}
	d.Order.Totals.Refunded += plan.Amount()
	if plan.Reason != "" {
		d.Order.Remarks = order.WithRemark(d.Order.Remarks, order.Remark{At: d.Now, UserID: plan.UserID, Text: plan.Reason, About: order.AboutRefund})
	}
	if next := d.AfterRefund(); next != d.Order.Status || next == order.PartiallyRefunded {
		if err := d.Become(next); err != nil {
			return done, err
		}
	}
	if err := d.Store(); err != nil {
		return done, err
	}
	if len(plan.Parts) > 0 {
		n := len(d.Order.TransactionIDs)
		done.TransactionID = d.Order.TransactionIDs[n-len(plan.Parts)]
		if plan.Parts[0].TransactionID != 0 {
			done.TransactionID = plan.Parts[0].TransactionID
		}
	}
	if err := order.PortsOf(d.Tx).ItemsChanged(d.Tx, ids); err != nil {
		return done, err
	}
	if plan.Asks.InhibitMail || !plan.Changes() {
		return done, nil
	}
	return done, order.PortsOf(d.Tx).ItemsReturned(d.Tx, order.Returned{Order: &d.Order, Amount: plan.Amount(), Items: ids})
}

// void marks the items of a plan, and gives the stock of those back that stood.
func void(d *sales.Draft, plan *rules.RefundPlan) (ids []int64, err error) {
	items, err := order.ItemsOf(d.Tx, &d.Order)
	if err != nil {
		return nil, err
	}
	keep, now := plan.Asks.KeepStock, d.Now
	var touched, gone []*rules.Unit
	for _, part := range plan.Items {
		i := slices.IndexFunc(items, func(it order.Item) bool { return it.ID == part.ID })
		if i < 0 {
			return nil, errRefund
		}
		u := &rules.Unit{Item: items[i], Was: &items[i], Changed: true}
		if at := slices.IndexFunc(d.Units, func(live *rules.Unit) bool { return live.ID == part.ID }); at >= 0 {
			u = d.Units[at]
			u.Changed = true
			if part.Voids {
				u.CancelledAt, u.KeepsStock = &now, keep
				gone = append(gone, u)
				d.LoseTransfer(u)
			}
		}
		before := u.Item
		u.Refunded += part.Amount
		if plan.ContractID != 0 {
			u.Proceeds += part.Amount
		}
		d.Back = append(d.Back, order.Back(&before, &u.Item))
		if part.Credit > 0 {
			c := *u.Credit
			c.Taken += part.Credit
			u.Credit = &c
		}
		ids, touched = append(ids, u.ID), append(touched, u)
	}
	if err := d.Save(touched); err != nil {
		return nil, err
	}
	d.Units = slices.DeleteFunc(d.Units, func(u *rules.Unit) bool { return !u.Holds() })
	for _, u := range gone {
		d.CountVoided(&u.Item)
	}
	if keep {
		return ids, nil
	}
	if err := seating.Restock(d.Tx, rules.Claims(gone)); err != nil {
		return nil, err
	}
	return ids, d.EachKind(gone, func(g *catalog.Goods, n int64) error { return catalog.Restock(d.Tx, g.SaleItem, n) })
}

// noteRefund notes the money of a plan: what goes back by hand now, what a gateway was
// asked for as done.
func noteRefund(d *sales.Draft, plan *rules.RefundPlan) error {
	amounts := make([]int64, len(plan.Parts))
	for i := range plan.Parts {
		amounts[i] = plan.Parts[i].Amount
	}
	shares := order.DealBack(d.Back, amounts)
	for i, part := range plan.Parts {
		for _, s := range shares[i] {
			plan.Parts[i].Tax -= s.Tax
		}
		if part.TransactionID != 0 {
			t, err := order.NoteReturned(d.Tx, part.TransactionID, shares[i])
			if err != nil {
				return err
			}
			d.Returned = append(d.Returned, t)
			continue
		}
		t := part.Transaction(plan)
		t.Shared(shares[i])
		d.Payments = append(d.Payments, t)
	}
	return nil
}

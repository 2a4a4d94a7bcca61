package sales

import (
	"slices"

	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/seating"
	"marquee/app/wallet"
)

// carryOut does what was decided about an order of which items give way to those of another, whose
// customer gets what goes to a wallet of nobody in particular. Gates take the former barcodes no
// more, and find what took their place.
func carryOut(d *Draft, plan *rules.Leaving, customerID int64) error {
	gone, err := giveWay(d, plan)
	if err != nil {
		return err
	}
	if err := moveMoney(d, plan, customerID); err != nil {
		return err
	}
	if err := d.Save(gone); err != nil {
		return err
	}
	d.Units = slices.DeleteFunc(d.Units, func(u *rules.Unit) bool { return !u.Holds() })
	ids := make([]int64, len(gone))
	for i, own := range gone {
		ids[i] = own.ID
		d.CountVoided(&own.Item)
	}
	if err := restockLeft(d, plan, gone); err != nil {
		return err
	}
	if plan.Replaced {
		d.Order.ModifiedBy, d.givesWay = 0, true
	}
	if plan.Status != d.Order.Status {
		if err := d.Become(plan.Status); err != nil {
			return err
		}
	}
	if err := d.Store(); err != nil {
		return err
	}
	return order.PortsOf(d.Tx).ItemsChanged(d.Tx, ids)
}

// giveWay voids the items of a plan. Of each barcode that is worth nothing any more it is noted
// which one took its place.
func giveWay(d *Draft, plan *rules.Leaving) (gone []*rules.Unit, err error) {
	now := d.Now
	for _, it := range plan.Items {
		own := d.Units[slices.IndexFunc(d.Units, func(u *rules.Unit) bool { return u.ID == it.ID })]
		was := own.Item
		if own.Refunded += it.Amount; plan.Replaced {
			d.Back = append(d.Back, order.Back(&was, &own.Item))
		}
		own.CancelledAt, own.SuccessorID, own.Frozen, own.OfferID, own.Changed = &now, it.SuccessorID, false, 0, true
		if it.Barcode != "" {
			own.Barcode = ""
			old := order.OldBarcode{OrderItemID: it.SuccessorID, Old: it.Barcode, New: it.Next, ChangedAt: now, Cause: causeOf(plan)}
			if err := order.NoteBarcode(d.Tx, &was, &old); err != nil {
				return nil, err
			}
		}
		gone = append(gone, own)
	}
	return gone, nil
}

// causeOf is why the barcodes of what leaves are worth nothing any more.
func causeOf(plan *rules.Leaving) order.BarcodeCause {
	if plan.Replaced {
		return order.Changed
	}
	return order.SoldOn
}

// restockLeft gives back the stock and the seats that nobody took over.
func restockLeft(d *Draft, plan *rules.Leaving, gone []*rules.Unit) error {
	var free []*rules.Unit
	for i, it := range plan.Items {
		if it.Restocks {
			free = append(free, gone[i])
		}
	}
	if err := seating.Restock(d.Tx, rules.Claims(free)); err != nil {
		return err
	}
	return d.EachKind(free, func(g *catalog.Goods, n int64) error { return catalog.Restock(d.Tx, g.SaleItem, n) })
}

// moveMoney notes where the money goes of an order that gives way, and what of each part of it
// goes for which item.
func moveMoney(d *Draft, plan *rules.Leaving, customerID int64) error {
	amounts := make([]int64, len(plan.Money))
	for i := range plan.Money {
		amounts[i] = plan.Money[i].Amount
		d.Order.Totals.Refunded += amounts[i]
	}
	for i, shares := range order.DealBack(d.Back, amounts) {
		m := &plan.Money[i]
		t := order.Transaction{Type: m.Type, Total: -m.Amount, Status: order.TransactionSuccess, UserID: d.Caller.UserID, Of: m.Of, WalletID: m.WalletID}
		if m.ToWallet() && m.WalletID == 0 {
			w, err := wallet.Ensure(d.Tx, customerID, d.Order.CurrencyID, d.Order.Demo)
			if err != nil {
				return err
			}
			t.WalletID = w.ID
		}
		t.Shared(shares)
		d.Payments = append(d.Payments, t)
	}
	return nil
}

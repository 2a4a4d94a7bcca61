package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
)

// replaceOriginal gives up the order that this one takes the place of. What stays kept its
// stock and seats, the rest gives them back. What was paid for it is moved.
func replaceOriginal(d *Draft) error {
	if d.Order.Modifies == 0 {
		return nil
	}
	was, err := loadOrder(d, d.Order.Modifies)
	if err != nil {
		return err
	}
	noted, err := order.Transactions.GetMany(d.Tx, was.Order.TransactionIDs)
	if err != nil {
		return err
	}
	wallets := map[int64]int64{}
	if d.RemainderToWallet() && d.Remainder() > 0 {
		if wallets, err = walletsOf(was, noted); err != nil {
			return err
		}
	}
	plan := rules.PlanReplaced(&was.Basket, &d.Basket, noted, wallets)
	d.Former = &plan
	return carryOut(was, &plan, d.Order.CustomerID)
}

// loadOrder loads another order beside a draft.
func loadOrder(d *Draft, id int64) (*Draft, error) {
	other, err := NewDraft(d.Tx, d.Caller)
	if err != nil {
		return nil, err
	}
	o, err := order.Orders.Get(d.Tx, id)
	if err != nil {
		return nil, err
	}
	return other, other.Load(o)
}

// LockOriginal locks items of an order as long as a basket is to take its place, and frees them
// again with 0. Gates let nobody in with them meanwhile.
func LockOriginal(tx app.Tx, orderID int64, items []int64, by int64) error {
	if err := order.Lock(tx, orderID, items, by); err != nil {
		return err
	}
	return order.PortsOf(tx).ItemsChanged(tx, items)
}

// unlockOriginal frees the order that a basket was to take the place of, which has ended.
func unlockOriginal(tx app.Tx, basket *order.Order) error {
	if basket.Modifies == 0 {
		return nil
	}
	o, err := order.Orders.Get(tx, basket.Modifies)
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(tx, &o)
	if err != nil {
		return err
	}
	return LockOriginal(tx, o.ID, order.Standing(items), 0)
}

// checkModified refuses to take the place of an order without changing anything, or with
// less than was paid for it where that may not be.
func checkModified(d *Draft) error {
	if d.Order.Modifies == 0 {
		return nil
	}
	was, err := order.Orders.Get(d.Tx, d.Order.Modifies)
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(d.Tx, &was)
	if err != nil {
		return err
	}
	kept, fresh := 0, false
	for _, u := range d.Units.Content() {
		fresh = fresh || !u.ReplacedBy(order.ByModification)
		kept++
		if u.Deferred() {
			return app.Field("basketId", "has something that somebody has to approve")
		}
	}
	before := 0
	for i := range items {
		if it := &items[i]; it.Holds() && !it.IsFee() && it.LeadItemID == 0 {
			before++
		}
	}
	switch {
	case slices.ContainsFunc(d.Units.Items(), rules.IsCredit):
		return app.Field("basketId", "has vouchers or top-ups: they are bought by themselves")
	case !fresh && kept == before:
		return app.Field("basketId", "changes nothing")
	}
	return rules.CheckRemainder(&d.Basket)
}

// carry notes what was paid for the order that this one takes the place of: what wallets had
// paid by itself, as it goes back to them.
func carry(d *Draft) error {
	if d.Carried() == 0 {
		return nil
	}
	was, err := order.Orders.Get(d.Tx, d.Order.Modifies)
	if err != nil {
		return err
	}
	noted, err := order.Transactions.GetMany(d.Tx, was.TransactionIDs)
	if err != nil {
		return err
	}
	d.Payments = append(d.Payments, rules.Carry(&d.Basket, noted)...)
	return nil
}

// walletsOf are the wallets that had paid transactions, by transaction, where they are still
// there: what is left of an order that gives way goes back to them.
func walletsOf(d *Draft, noted []order.Transaction) (map[int64]int64, error) {
	all := map[int64]int64{}
	for i := range noted {
		m := rules.Moved{Of: &noted[i]}
		origin := m.Origin()
		if origin == 0 {
			continue
		}
		t, err := order.Transactions.Get(d.Tx, origin)
		if err != nil {
			return nil, err
		}
		w, found, err := wallet.InMode(d.Tx, t.WalletID, d.Order.Demo)
		if err != nil {
			return nil, err
		}
		if found {
			all[noted[i].ID] = w.ID
		}
	}
	return all, nil
}

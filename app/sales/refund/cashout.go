package refund

import (
	"context"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
)

// CashedOut is what became of it.
type CashedOut struct {
	Wallet wallet.Wallet
	// Movement is the last that took from the wallet, and Refund the last transaction.
	Movement wallet.Movement
	Refund   order.Transaction
}

// cashoutCall scopes the uuids of cash-outs.
const cashoutCall = "cashout"

// cashoutAsks is what a cash-out is recognised by.
type cashoutAsks struct {
	CustomerID int64  `msgpack:"c"`
	CurrencyID int64  `msgpack:"cu"`
	Amount     *int64 `msgpack:"a,omitempty"`
	Online     bool   `msgpack:"o,omitempty"`
}

// cashoutAnswer is what a repeated uuid finds.
type cashoutAnswer struct {
	WalletID  int64   `msgpack:"w"`
	Movements []int64 `msgpack:"m"`
	RefundID  int64   `msgpack:"t"`
}

// CashOut gives back what is left of top-ups, the oldest first, and refunds the orders that
// they were bought with. What goes over a gateway is set aside until that has agreed.
func CashOut(ctx context.Context, a *app.App, c *app.Caller, in rules.Cashout) (done CashedOut, err error) {
	call, err := app.NewCall(cashoutCall, in.UUID, &cashoutAsks{in.CustomerID, in.CurrencyID, in.Amount, in.Online})
	if err != nil {
		return done, err
	}
	var (
		answer  cashoutAnswer
		outside []RefundAttempt
		before  bool
	)
	err = a.Update(ctx, c, app.WalletCashout, func(tx app.Tx) (err error) {
		outside = nil
		if answer, before, err = app.Answered[cashoutAnswer](a, tx, call); err != nil || before {
			return err
		}
		if answer, outside, err = beginCashout(&in, tx, c); err != nil {
			return err
		}
		return app.Remember(a, tx, call, answer)
	})
	if err != nil {
		return done, err // no gateway gives back what was not written
	}
	for i := range outside {
		if _, failed := giveBackOnline(ctx, a, outside[i]); err == nil {
			err = failed
		}
	}
	if err != nil {
		return done, err
	}
	err = a.View(ctx, c, app.WalletCashout, func(r app.Reader) (err error) {
		done, err = answer.show(r, before && in.Online)
		return err
	})
	return done, err
}

// beginCashout decides on a cash-out, order by order, and begins or does it.
func beginCashout(in *rules.Cashout, tx app.Tx, c *app.Caller) (answer cashoutAnswer, outside []RefundAttempt, err error) {
	w, parts, err := cashedParts(in, tx)
	if err != nil {
		return answer, nil, err
	}
	answer.WalletID = w.ID
	for len(parts) > 0 {
		n := 1
		for n < len(parts) && parts[n].OrderID == parts[0].OrderID {
			n++
		}
		d, err := sales.NewDraft(tx, c)
		if err != nil {
			return answer, nil, err
		}
		plan, err := planCashout(in, d, parts[:n])
		if err != nil {
			return answer, nil, err
		}
		if plan.PaymentID == 0 {
			did, err := Do(d, &plan)
			if err != nil {
				return answer, nil, err
			}
			answer.RefundID = did.TransactionID
		} else {
			at, err := beginReturn(d, &plan)
			if err != nil {
				return answer, nil, err
			}
			outside, answer.RefundID = append(outside, at), plan.Parts[0].TransactionID
		}
		answer.Movements, parts = append(answer.Movements, d.Taken...), parts[n:]
	}
	return answer, outside, nil
}

// cashedParts are the parts of top-ups that are cashed out, those of an order together.
func cashedParts(in *rules.Cashout, r app.Tx) (w wallet.Wallet, parts []wallet.Topup, err error) {
	if _, err := customer.ByID(r, in.CustomerID); err != nil {
		return w, nil, err
	}
	if cur, _ := company.CurrencyByID(in.CurrencyID); cur.IsCustom {
		return w, nil, app.Field("currencyId", "is %s, which are no money", cur.Code)
	}
	allowed, err := wallet.SettingsOf(r)
	switch {
	case err != nil:
		return w, nil, err
	case in.Online && allowed.NoOnlineCashout:
		return w, nil, app.Field("online", "is not available")
	}
	if in.Medium.Text != "" {
		holder, err := wallet.HolderOf(r, in.Medium)
		if err == nil && holder != in.CustomerID {
			err = wallet.NotTheirs()
		}
		if err != nil {
			return w, nil, err
		}
	}
	if w, err = wallet.ToSpend(r, in.CustomerID, in.CurrencyID, 0); err != nil {
		return w, nil, err
	}
	all, err := covered(in, r, &w)
	if err != nil {
		return w, nil, err
	}
	most := rules.SumOf(all)
	amount := most
	if in.Amount != nil {
		amount = *in.Amount
	}
	if amount < 1 || amount > most {
		return w, nil, app.Field("amount", "must be at most %s, and above 0", locale.Money{CurrencyID: w.CurrencyID, Minor: most})
	}
	parts = rules.UpTo(all, amount)
	if in.Online && len(parts) > maxCashoutOrders {
		return w, nil, app.Field("amount", "must be at most %s at once", locale.Money{CurrencyID: w.CurrencyID, Minor: rules.SumOf(parts[:maxCashoutOrders])})
	}
	return w, parts, nil
}

// covered are the parts of top-ups of which there is money left that can go back in this way,
// the oldest first and those of an order together: refunds of other items may have used up what
// was paid by card, which then goes back by hand.
func covered(in *rules.Cashout, r app.Tx, w *wallet.Wallet) (all []wallet.Topup, err error) {
	seen := map[int64]bool{}
	for _, t := range w.Topups {
		if seen[t.OrderID] {
			continue
		}
		seen[t.OrderID] = true
		n, err := leftToCash(in, r, t.OrderID)
		if err != nil {
			return nil, err
		}
		all = append(all, w.PartsOf(t.OrderID, in.Online, n, r.Wall())...)
	}
	return all, nil
}

// leftToCash is what of the top-ups of an order can be cashed out, as far as its money can go back in
// this way.
func leftToCash(in *rules.Cashout, r app.Reader, orderID int64) (int64, error) {
	o, err := order.Orders.Get(r, orderID)
	if err != nil {
		return 0, err
	}
	items, err := order.ItemsOf(r, &o)
	if err != nil {
		return 0, err
	}
	noted, err := order.Transactions.GetMany(r, o.TransactionIDs)
	back := int64(0)
	for i := range noted {
		if in.TakesFrom(&noted[i]) {
			back += max(0, order.LeftOf(&noted[i], noted))
		}
	}
	_, sum := rules.CashableOf(&o, items)
	return min(sum, back), err
}

// planCashout is the refund of one order: what of its top-ups is cashed out.
func planCashout(in *rules.Cashout, d *sales.Draft, parts []wallet.Topup) (plan rules.RefundPlan, err error) {
	o, err := order.Orders.Get(d.Tx, parts[0].OrderID)
	if err != nil {
		return plan, err
	}
	open, found, err := attempt.OpenOf(d.Tx, refundSubject(o.ID))
	if err == nil && found {
		err = (&rules.Refund{ItemIDs: []int64{0}}).Pending(open)
	}
	if err == nil {
		err = d.Load(o)
	}
	if err != nil {
		return plan, err
	}
	plan = rules.RefundPlan{OrderID: o.ID, UserID: d.Caller.UserID, Cashout: true, Asks: rules.RefundAsks{OrderID: o.ID, Kind: string(rules.MoneyBack), InhibitMail: true}}
	if plan.Items, err = cashed(d, rules.SumOf(parts)); err != nil {
		return plan, err
	}
	noted, err := order.Transactions.GetMany(d.Tx, o.TransactionIDs)
	if err != nil {
		return plan, err
	}
	plan.Parts = in.Returns(noted, parts)
	if plan.Amount() != rules.SumOf(parts) || plan.Parted() != rules.SumOf(parts) {
		return plan, errRefund
	}
	return plan, overGateway(&plan, d.Tx, "amount")
}

// cashed shares an amount over the top-ups of the order. One of which nothing was spent is
// void then.
func cashed(d *sales.Draft, n int64) (all []rules.RefundedItem, err error) {
	items, err := order.ItemsOf(d.Tx, &d.Order)
	if err != nil {
		return nil, err
	}
	own, _ := rules.CashableOf(&d.Order, items)
	for i := range items {
		take := min(n, own[i])
		if take == 0 {
			continue
		}
		n -= take
		c := items[i].Credit
		all = append(all, rules.RefundedItem{ID: items[i].ID, Amount: take, Credit: take, Voids: c.Taken+take == c.Amount})
	}
	if n != 0 {
		err = errRefund
	}
	return all, err
}

// show reads what became of a cash-out. One that was repeated tells whether its gateway
// has agreed.
func (answer *cashoutAnswer) show(r app.Reader, again bool) (done CashedOut, err error) {
	if done.Wallet, err = wallet.Current(r, answer.WalletID); err != nil {
		return done, err
	}
	all, err := wallet.Movements(r, answer.Movements)
	if err != nil {
		return done, err
	}
	for i := range all {
		switch {
		case again && all[i].CancelledAt != nil:
			return done, app.Field("online", "was refused by the payment gateway: %s", order.TransactionFailed)
		case again && all[i].Waits():
			return done, stillAsked()
		}
		done.Movement = all[i]
	}
	done.Refund, err = order.Transactions.Get(r, answer.RefundID)
	return done, err
}

package wallet

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/ledger"
	"marquee/app/list"
	"marquee/app/order"
)

// Read reads a wallet.
func Read(ctx context.Context, a *app.App, c *app.Caller, id int64) (w Wallet, err error) {
	err = a.View(ctx, c, app.ViewWallets, func(r app.Reader) (err error) {
		w, err = byID(r, id)
		return err
	})
	return w, err
}

// ReadLedger reads a wallet with its movements and the entries of the ledger that were
// made for them, the newest first, at most as many as a page has.
func ReadLedger(ctx context.Context, a *app.App, c *app.Caller, id int64) (w Wallet, all []Movement, entries []ledger.Entry, err error) {
	err = a.View(ctx, c, app.Everywhere(app.ViewReports), func(r app.Reader) error {
		if w, err = byID(r, id); err != nil {
			return err
		}
		if all, err = newest(r, w.ID); err != nil {
			return err
		}
		var seqs []int64
		for i := range all {
			seqs = append(seqs, all[i].Entries...)
		}
		entries, err = ledger.Read(r, seqs)
		return err
	})
	return w, all, entries, err
}

// OfCustomers reads the wallets of customers that pay in the mode of the company, for those who may see wallets.
func OfCustomers(ctx context.Context, a *app.App, c *app.Caller, customerIDs []int64) (map[int64][]Wallet, error) {
	of := make(map[int64][]Wallet, len(customerIDs))
	err := a.View(ctx, c, app.ViewWallets, func(r app.Reader) error {
		for _, id := range customerIDs {
			all, err := Paying(r, id)
			if err != nil {
				return err
			}
			of[id] = all
		}
		return nil
	})
	return of, err
}

// Customers reads whose wallets these are.
func Customers(ctx context.Context, a *app.App, c *app.Caller, ids []int64) (map[int64]customer.Customer, error) {
	known := map[int64]customer.Customer{}
	err := a.View(ctx, c, app.ViewCustomers, func(r app.Reader) error {
		all, err := customer.Many(r, ids)
		for _, one := range all {
			known[one.ID] = one
		}
		return err
	})
	return known, err
}

// OfBuyer finds the wallet that could pay for an order; found is false where there is none.
func OfBuyer(ctx context.Context, a *app.App, c *app.Caller, orderID int64) (w Wallet, found bool, err error) {
	err = a.View(ctx, c, app.ViewWallets, func(r app.Reader) error {
		o, err := order.FindPayable(r, c, order.Key{ID: orderID})
		if err == nil && o.CustomerID != 0 {
			w, found, err = Find(r, o.CustomerID, o.CurrencyID)
		}
		return err
	})
	return w, found, err
}

// SpentBy finds the movement with which a transaction of an order was paid; found is false
// where none was.
func SpentBy(r app.Reader, orderID, transactionID int64) (m Movement, found bool, err error) {
	all, err := OfOrder(r, orderID)
	for i := range all {
		if all[i].TransactionID == transactionID && all[i].Amount < 0 {
			return all[i], true, nil
		}
	}
	return m, false, err
}

// Movements reads movements by their ids.
func Movements(r app.Reader, ids []int64) ([]Movement, error) { return movements.GetMany(r, ids) }

// ReadMovements reads movements by their ids, each with its wallet.
func ReadMovements(ctx context.Context, a *app.App, c *app.Caller, ids []int64) (of map[int64]View, err error) {
	err = a.View(ctx, c, app.ViewWallets, func(r app.Reader) error {
		of = make(map[int64]View, len(ids))
		all, err := movements.GetMany(r, list.Sorted(ids))
		if err != nil {
			return err
		}
		wallets, err := walletsOf(r, all)
		for i := range all {
			of[all[i].ID] = View{all[i], wallets[all[i].WalletID]}
		}
		return err
	})
	return of, err
}

// code is a currency as people write it.
func code(currencyID int64) string {
	c, _ := company.CurrencyByID(currencyID)
	return c.Code
}

// amountOf is an amount as people write it.
func amountOf(currencyID, amount int64) string {
	c, _ := company.CurrencyByID(currencyID)
	return c.Amount(amount)
}

package wallet

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/ledger"
)

// Merge puts all wallets of one customer into those of another, who is the same person.
func Merge(ctx context.Context, a *app.App, c *app.Caller, from, into int64) (all []Wallet, err error) {
	if from == into {
		return nil, app.Field("customerId", "is the same customer")
	}
	err = a.Update(ctx, c, app.EditWallets, func(tx app.Tx) error {
		for _, id := range []int64{from, into} {
			if _, err := customer.ByID(tx, id); err != nil {
				return err
			}
		}
		if err := MergeCustomers(tx, from, into, c.UserID); err != nil {
			return err
		}
		all, err = Paying(tx, into)
		return err
	})
	return all, err
}

// MergeCustomers puts all wallets of one customer into those of another.
func MergeCustomers(tx app.Tx, from, into, userID int64) error {
	all, err := Of(tx, from)
	if err != nil {
		return err
	}
	for _, w := range all {
		if err := mergeInto(tx, w, into, userID); err != nil {
			return err
		}
	}
	return nil
}

// mergeInto puts a wallet into that of another customer. What waits to be confirmed waits
// there.
func mergeInto(tx app.Tx, w Wallet, customerID, userID int64) error {
	now := tx.Now()
	to, err := openFor(tx, customerID, w.CurrencyID, w.Demo, now)
	if err != nil || to.ID == w.ID {
		return err
	}
	if err := to.holds(max(1, w.Available+w.Pending+w.Reserved)); err != nil {
		return err
	}
	if w.expire(tx.Wall()); w.Available > 0 {
		n, topups := w.Available, w.Topups
		out := Move{Type: TransferOut, Amount: n, Against: ledger.Clearing, Source: Source{WalletSource, to.ID}, UserID: userID}
		if _, err := Debit(tx, w, out); err != nil {
			return err
		}
		in := Move{Type: TransferIn, Amount: n, Against: ledger.Clearing, Source: Source{WalletSource, w.ID}, UserID: userID, Topups: topups}
		if _, err := creditTo(tx, to, in); err != nil {
			return err
		}
	}
	if w, err = wallets.Get(tx, w.ID); err != nil {
		return err
	}
	if to, err = wallets.Get(tx, to.ID); err != nil {
		return err
	}
	to.Pending, to.Reserved = to.Pending+w.Pending, to.Reserved+w.Reserved
	if to.Frozen == nil {
		to.Frozen = w.Frozen
	}
	w.Pending, w.Reserved, w.MergedInto = 0, 0, to.ID
	if err := w.write(tx, now); err != nil {
		return err
	}
	return to.write(tx, now)
}

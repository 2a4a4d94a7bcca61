package wallet

import (
	"marquee/app"
	"marquee/app/customer"
)

// MergeOwner puts the wallets of a customer into those of another, who is the same person. It
// is refused where one gives nothing, or money of it is on its way: whoever decided that is to
// decide first.
func MergeOwner(tx app.Tx, m *customer.Moving) error {
	if !m.First {
		return nil // what is credited to the one since is the other's
	}
	all, err := Of(tx, m.From)
	if err != nil {
		return err
	}
	for i := range all {
		w := &all[i]
		into, found, err := find(tx, m.Into, w.CurrencyID, w.Demo)
		if err == nil && found && into.ID == w.ID {
			into, err = standAlone(tx, m.Into, w.CurrencyID, w.Demo)
		}
		switch {
		case err != nil:
			return err
		case w.Frozen != nil || into.Frozen != nil:
			return app.Field(mergeField, "has a frozen wallet")
		case w.Reserved > 0:
			return app.Field(mergeField, "has a payout that is not confirmed")
		}
	}
	return MergeCustomers(tx, m.From, m.Into, m.UserID)
}

// standAlone makes the wallet of a customer one again that was merged into another: what lies
// there comes to it now.
func standAlone(tx app.Tx, customerID, currencyID int64, demo bool) (Wallet, error) {
	w, err := walletOf.Get(tx, ownerKey(customerID, currencyID, demo))
	if err != nil {
		return w, err
	}
	w.MergedInto = 0
	return w, w.write(tx, tx.Now())
}

const mergeField = "mergeCustomerId"

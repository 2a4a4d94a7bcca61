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
		into, _, err := Find(tx, m.Into, w.CurrencyID)
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

const mergeField = "mergeCustomerId"

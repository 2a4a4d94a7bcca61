package wallet

import (
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

const (
	// reasonsPlace is the area of an erasure that stands here.
	reasonsPlace = "reasons of wallets"
	// eraseBatch is how many movements one step of an erasure blanks.
	eraseBatch = 50
)

// EraseOwner blanks what staff wrote down when they changed or froze a wallet of an erased
// customer. What was moved stays.
func EraseOwner(tx app.Tx, e *customer.Erasing) error {
	if e.Ended(reasonsPlace) {
		return nil
	}
	ids, err := idsOf(tx, e.CustomerID)
	if err != nil {
		return err
	}
	left := eraseBatch
	for _, id := range ids {
		if err := blankFreeze(tx, id); err != nil {
			return err
		}
		n, err := blankReasons(tx, id, left)
		if err != nil {
			return err
		}
		if left -= n; left == 0 {
			e.GoOn(reasonsPlace, "") // blanked ones are not found again
			return nil
		}
	}
	e.End(reasonsPlace)
	return nil
}

func blankFreeze(tx app.Tx, id int64) error {
	w, err := wallets.Get(tx, id)
	if err != nil || w.Frozen == nil || w.Frozen.Reason == customer.ErasedName {
		return err
	}
	frozen := *w.Frozen
	frozen.Reason = customer.ErasedName
	w.Frozen = &frozen
	return w.write(tx, w.UpdatedAt)
}

// blankReasons blanks up to so many movements of a wallet.
func blankReasons(tx app.Tx, id int64, most int) (int, error) {
	var said []int64
	for _, class := range []int64{0, waitsBit} {
		for hit, err := range movementByWallet.Scan(tx, indexes.Equal(id<<1|class)) {
			if err != nil {
				return 0, err
			}
			if len(said) < most && hit.Rec.Reason != "" {
				said = append(said, hit.ID)
			}
		}
	}
	for _, id := range said {
		if _, err := movements.Update(tx, id, func(m *Movement) error { m.Reason = ""; return nil }); err != nil {
			return 0, err
		}
	}
	return len(said), nil
}

// HasMoney tells whether a customer has money, confirmed or not, or a payout on its way.
func HasMoney(r app.Reader, customerID int64) (bool, error) {
	all, err := Of(r, customerID)
	return slices.ContainsFunc(all, func(w Wallet) bool { return w.Available+w.Pending+w.Reserved > 0 }), err
}

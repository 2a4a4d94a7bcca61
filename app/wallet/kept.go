package wallet

import (
	"marquee/app"
	"marquee/indexes"
)

// KeptOf gathers the wallets of a customer and their movements, at most so many of each.
func KeptOf(r app.Reader, customerID int64, most int) (all []Wallet, moved []Movement, err error) {
	if all, err = Of(r, customerID); err != nil {
		return nil, nil, err
	}
	for i := range all {
		var ids []int64
		for _, class := range []int64{0, 1} {
			for id, err := range movementByWallet.IDs(r, indexes.Equal(all[i].ID<<1|class).Reversed().Limit(most)) {
				if err != nil {
					return nil, nil, err
				}
				ids = append(ids, id)
			}
		}
		more, err := movements.GetMany(r, ids)
		if err != nil {
			return nil, nil, err
		}
		moved = append(moved, more...)
	}
	return all, moved, nil
}

package wallet

import (
	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// KeptOf gathers the wallets of somebody, those that were merged into others too, and their
// movements, at most so many of each.
func KeptOf(r app.Reader, who customer.Person, most int) (all []Wallet, moved []Movement, err error) {
	var ids []int64
	for _, id := range who.IDs {
		of, err := idsOf(r, id)
		if err != nil {
			return nil, nil, err
		}
		ids = append(ids, of...)
	}
	if all, err = wallets.GetMany(r, ids); err != nil {
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

// KeptTags gathers the frozen tags that somebody's tickets are paired with, and those of which
// it is noted that they are about them.
func KeptTags(r app.Reader, who customer.Person) (all []FrozenTag, err error) {
	sought := &who.Sought()[0]
	for hit, err := range frozenTags.Scan(r, indexes.All[string]()) { // a few that were lost
		if err != nil {
			return nil, err
		}
		theirs, err := heldBy(r, hit.Rec.Tag, who.IDs)
		if err != nil {
			return nil, err
		}
		if reason := hit.Rec.Freeze.Reason; theirs || sought.Is(reason) || sought.Without(reason) != reason {
			all = append(all, hit.Rec)
		}
	}
	return all, nil
}

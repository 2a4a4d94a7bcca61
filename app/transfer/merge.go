package transfer

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
)

// MergeParty makes the transfers from and to a customer, and their distributions, those of
// another, who is the same person. What they took of a distribution adds up.
func MergeParty(tx app.Tx, m *customer.Moving) error {
	ids, err := m.Take(byPerson.IDs(tx, indexes.Equal(m.From).Limit(m.Room()+1)))
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := inherit(tx, id, m.From, m.Into); err != nil {
			return err
		}
	}
	if ids, err = m.Take(distributionByOwner.IDs(tx, indexes.Equal(m.From).Limit(m.Room()+1))); err != nil {
		return err
	}
	for _, id := range ids {
		if err := own(tx, id, m.Into); err != nil {
			return err
		}
	}
	return nil
}

// MoveGiven does the same for what an order gives away at once, with its items.
func MoveGiven(tx app.Tx, in order.Inheritance) error {
	items, err := order.Items.GetMany(tx, in.ItemIDs)
	if err != nil {
		return err
	}
	var ids []int64
	for i := range items {
		if items[i].TransferID != 0 {
			ids = append(ids, items[i].TransferID)
		}
	}
	for _, id := range app.Distinct(ids) {
		if err := inherit(tx, id, in.From, in.Into); err != nil {
			return err
		}
	}
	var owned []int64
	for hit, err := range distributionByOrder.Scan(tx, indexes.PrefixOf[time.Time](in.OrderID)) {
		if err != nil {
			return err
		}
		if hit.Rec.OwnerID == in.From {
			owned = append(owned, hit.ID)
		}
	}
	for _, id := range owned {
		if err := own(tx, id, in.Into); err != nil {
			return err
		}
	}
	return nil
}

func own(tx app.Tx, id, into int64) error {
	_, err := distributions.Update(tx, id, func(d *Distribution) error { d.OwnerID = into; return nil })
	return err
}

// inherit puts one customer in the place of another in a transfer, and in the distribution that
// it was taken from.
func inherit(tx app.Tx, id, from, into int64) error {
	was, err := find(tx, id)
	if err != nil {
		return err
	}
	if was.DistributionID != 0 && was.ToID == from {
		if err := addShare(tx, was.DistributionID, from, into); err != nil {
			return err
		}
	}
	_, err = transfers.Update(tx, id, func(t *Transfer) error {
		if t.FromID == from {
			t.FromID = into
		}
		if t.ToID == from {
			t.ToID = into
		}
		return nil
	})
	return err
}

// addShare counts what one customer took of a distribution as another's.
func addShare(tx app.Tx, distributionID, from, into int64) error {
	taken, found, err := shares.Find(tx, shareKey{A: distributionID, B: from})
	if err != nil || !found {
		return err // it went over with another transfer
	}
	if err := shares.Delete(tx, shareKey{A: distributionID, B: from}); err != nil && !errors.Is(err, indexes.ErrNotFound) {
		return err
	}
	_, err = shares.Upsert(tx, shareKey{A: distributionID, B: into}, func(s *share) error {
		s.DistributionID, s.CustomerID, s.Units = distributionID, into, s.Units+taken.Units
		return nil
	})
	return err
}

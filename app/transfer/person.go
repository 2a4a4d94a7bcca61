package transfer

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/indexes"
)

// Personal are the rules of who gave what to whom. Of an erased customer it is kept who held an
// item when, by id; what they took of a distribution adds up with that of who they are merged
// into.
func Personal() []person.Rule {
	ofPerson, ofOwner, ofAddress := person.ByCustomer(byPerson), person.ByCustomer(distributionByOwner), person.ByAddress(byEmail)
	return []person.Rule{{
		Name: "transfers", Erase: person.Each(ofPerson, eraseBatch, blank),
		Merge:  person.Move(func(tx app.Tx, m *person.Moving, id int64) error { return inherit(tx, id, m.From, m.Into) }, ofPerson),
		Export: person.Records("transfers", transfers.Table, ofPerson, ofAddress),
	}, {
		Name: "distributions", Erase: person.Each(ofOwner, eraseBatch, closeOf),
		Merge:  person.Move(func(tx app.Tx, m *person.Moving, id int64) error { return own(tx, id, m.Into) }, ofOwner),
		Export: person.Records("distributions", distributions.Table, ofOwner, nil),
	}, {
		Name: "transfers to an address", Erase: person.Each(ofAddress, eraseBatch, blank),
	}}
}

// Blanking is a transfer that forgets who gave it, and to whom.
type Blanking struct {
	TransferID, OrderID int64
	// CustomerID is who is erased.
	CustomerID int64
}

func (t *Transfer) forget() { t.Email, t.Name = "", "" }

// blank takes names and addresses off a transfer, and cancels a pending one.
func blank(tx app.Tx, e *person.Erasing, id int64) error {
	t, err := find(tx, id)
	if err != nil {
		return err
	}
	if t.State == Pending {
		if _, err := t.cancel(tx, Erased); err != nil {
			return err
		}
	}
	if _, err := transfers.Forget(tx, id, nil); err != nil {
		return err
	}
	err = ports(tx).Blanked(tx, Blanking{TransferID: id, OrderID: t.OrderID, CustomerID: e.CustomerID})
	for _, item := range t.ItemIDs {
		if err == nil && t.State == Claimed { // it may have been theirs for a while
			err = order.PortsOf(tx).Blanked(tx, order.Blanking{OrderID: t.OrderID, ItemID: item, CustomerID: e.CustomerID, OthersItems: []int64{item}})
		}
	}
	return err
}

// MoveGiven makes another customer, who is the same person, a side of what an order gives away at once, with its items.
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

func closeOf(tx app.Tx, _ *person.Erasing, id int64) error {
	_, err := distributions.Update(tx, id, func(d *Distribution) error { d.Closed = true; return nil })
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

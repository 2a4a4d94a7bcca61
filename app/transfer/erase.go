package transfer

import (
	"iter"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
)

// The areas of an erasure that stand here.
const (
	personPlace  = "transfers"
	addressPlace = "transfers to an address"
	// distributionPlace is that of the distributions that somebody made.
	distributionPlace = "distributions"
)

// Blanking is a transfer that forgets who gave it, and to whom.
type Blanking struct {
	TransferID, OrderID int64
	// CustomerID is who is erased.
	CustomerID int64
}

// EraseParty blanks the transfers from and to an erased customer, and cancels those that
// are pending, and closes what was distributed. Who held an item when is kept, by id.
func EraseParty(tx app.Tx, e *customer.Erasing) error {
	if err := eraseSome(tx, e, personPlace, func(at indexes.Position) iter.Seq2[indexes.Entry[int64], error] {
		return byPerson.Keys(tx, indexes.Equal(e.CustomerID).After(at).Limit(eraseBatch))
	}); err != nil {
		return err
	}
	if err := closeAll(tx, e); err != nil {
		return err
	}
	if e.Email == "" || e.Ended(addressPlace) {
		return nil
	}
	var ids []int64
	for id, err := range byEmail.IDs(tx, indexes.Equal(app.Fold(e.Email)).Limit(eraseBatch)) {
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		if err := blank(tx, id, e.CustomerID); err != nil {
			return err
		}
	}
	if len(ids) == eraseBatch {
		e.GoOn(addressPlace, "") // blanked ones are not found again
	} else {
		e.End(addressPlace)
	}
	return nil
}

func eraseSome(tx app.Tx, e *customer.Erasing, area string, keys func(indexes.Position) iter.Seq2[indexes.Entry[int64], error]) error {
	if e.Ended(area) {
		return nil
	}
	at, err := indexes.ParsePosition(e.Place(area))
	if err != nil {
		return err
	}
	var ids []int64
	var last indexes.Position
	for entry, err := range keys(at) {
		if err != nil {
			return err
		}
		ids, last = append(ids, entry.ID), entry.At
	}
	for _, id := range ids {
		if err := blank(tx, id, e.CustomerID); err != nil {
			return err
		}
	}
	if len(ids) == eraseBatch {
		e.GoOn(area, last.String())
	} else {
		e.End(area)
	}
	return nil
}

func (t *Transfer) forget() { t.Email, t.Name = "", "" }

// blank takes names and addresses off a transfer, and cancels a pending one.
func blank(tx app.Tx, id, customerID int64) error {
	tx = app.WholeTx(tx)
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
	err = ports(tx).Blanked(tx, Blanking{TransferID: id, OrderID: t.OrderID, CustomerID: customerID})
	for _, item := range t.ItemIDs {
		if err == nil && t.State == Claimed { // it may have been theirs for a while
			err = order.PortsOf(tx).Blanked(tx, order.Blanking{OrderID: t.OrderID, ItemID: item, CustomerID: customerID, OthersItems: []int64{item}})
		}
	}
	return err
}

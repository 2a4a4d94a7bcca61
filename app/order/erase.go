package order

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/person"
	"marquee/indexes"
	"marquee/kv"
)

// Blanking is an order, or one of its items, whose buyer or holder is erased.
type Blanking struct {
	OrderID int64
	// ItemID is the item, 0 for the order as a whole.
	ItemID     int64
	CustomerID int64
	// OthersItems are those that somebody else holds: theirs stays. The item is one of them
	// where the customer held it before.
	OthersItems []int64
}

// eraseBatch is how many orders, and how many items, one step of an erasure blanks.
const eraseBatch = 20

// Personal are the rules of what was bought, and of who holds it. What was sold, and for how
// much, stays.
func Personal() []person.Rule {
	bought, held := person.ByCustomer(orderByCustomer), person.ByCustomer(itemByCustomer)
	return []person.Rule{
		{Name: "orders", Erase: person.Each(bought, eraseBatch, blankOrder), Merge: mergeBought, Export: exportBought},
		{Name: "order items", Erase: person.Each(held, eraseBatch, blankItem), Merge: mergeHeld},
		// What was typed into baskets that were never bought: these belong to no customer.
		{Name: "baskets of nobody", Erase: person.Each(person.ByAddress(orderTyped), eraseBatch, blankOrder)},
		{Name: "old barcodes", Export: exportFormer},
	}
}

// withoutBuyer leaves of an order what was sold, and for how much.
func withoutBuyer(o *Order) {
	o.ReserverName, o.Notes, o.Remarks, o.Details, o.Link = "", "", nil, nil, nil
	if d := o.Delivery; d != nil {
		o.Delivery = &Delivery{FeeID: d.FeeID, Name: d.Name, Way: d.Way}
	}
}

func withoutHolder(i *Item) { i.NamedHolder, i.Notes = "", "" }

func withoutReason(b *OldBarcode) { b.Reason = "" }

func blankOrder(tx app.Tx, e *person.Erasing, id int64) error {
	o, err := orderTable.Forget(tx, id, (*Order).EndLinks) // who was given something needs it still
	if err != nil {
		return err
	}
	all, err := Items.GetMany(tx, o.ItemIDs)
	if err != nil {
		return err
	}
	gone := Blanking{OrderID: id, CustomerID: e.CustomerID}
	for i := range all {
		if holder := all[i].CustomerID; holder != 0 && holder != e.CustomerID {
			gone.OthersItems = append(gone.OthersItems, all[i].ID)
		} else if err := nameless(tx, all[i].ID, o.LinkedAs); err != nil {
			return err
		}
	}
	return PortsOf(tx).Blanked(tx, gone)
}

// blankItem blanks what somebody holds. What was given to them stays in the order of whoever
// bought it; the links that they were mailed end, as those of a buyer do: they lie where
// nobody answers for them any more.
func blankItem(tx app.Tx, e *person.Erasing, id int64) error {
	it, err := Items.Get(tx, id)
	if err != nil {
		return err
	}
	o, err := Orders.Get(tx, it.OrderID)
	if err != nil {
		return err
	}
	linkedAs := it.LinkedAs
	if o.Gave(&it) {
		linkedAs = -e.CustomerID
	}
	if err := nameless(tx, id, linkedAs); err != nil {
		return err
	}
	return PortsOf(tx).Blanked(tx, Blanking{OrderID: it.OrderID, ItemID: id, CustomerID: e.CustomerID})
}

// nameless takes the name of its holder, and what was noted, from an item, and why staff gave
// it other codes. Its links are made over linkedAs from then on.
func nameless(tx app.Tx, id, linkedAs int64) error {
	it, err := itemTable.Forget(tx, id, func(i *Item) { i.LinkedAs = linkedAs })
	if err != nil || !it.Reissued {
		return err
	}
	former, err := OldBarcodesOf(tx, id)
	if err != nil {
		return err
	}
	for i := range former {
		if former[i].Reason == "" {
			continue
		}
		if _, err := oldBarcodeTable.Forget(tx, former[i].ID, nil); err != nil {
			return err
		}
	}
	return nil
}

// Items are those that are blanked.
func (b *Blanking) Items(r app.Reader) (all []int64, err error) {
	if all = []int64{b.ItemID}; b.ItemID == 0 {
		o, err := Orders.Get(r, b.OrderID)
		if err != nil {
			return nil, err
		}
		all = o.ItemIDs
	}
	return slices.DeleteFunc(all, func(id int64) bool { return slices.Contains(b.OthersItems, id) }), nil
}

// IsPurchaser tells whether the order with a reference is a customer's.
func IsPurchaser(r app.Reader, reference string, customerID int64) (bool, error) {
	o, found, err := orderByReference.Find(r, reference)
	return found && o.CustomerID == customerID, err
}

// maxUpcoming bounds of how many events it is looked whether they are over.
const maxUpcoming = 500

// HasUpcoming tells whether a customer holds, or has reserved, something of an event that
// is not over.
func HasUpcoming(r app.Reader, customerID int64) (bool, error) {
	events := map[int64]bool{}
	at := kv.Pair2[holding, int64]{A: holding{A: customerID}}
	for len(events) < maxUpcoming {
		next := int64(-1)
		for e, err := range itemHeld.Keys(r, indexes.From(at).Limit(1)) {
			if err != nil {
				return false, err
			}
			if e.Key.A.A == customerID {
				next = e.Key.A.B >> 1
			}
		}
		if next < 0 {
			break
		}
		events[next] = true
		at = kv.Pair2[holding, int64]{A: holding{A: customerID, B: (next + 1) << 1}}
	}
	for e, err := range orderPending.Keys(r, indexes.PrefixOf[int64](customerID).Limit(maxUpcoming)) {
		if err != nil {
			return false, err
		}
		events[e.Key.B] = true
	}
	for id := range events {
		if id == 0 {
			continue
		}
		event, err := catalog.SharedEvent(r, id)
		if err != nil {
			return false, err
		}
		if !event.Ended(r.SafeTime()) {
			return true, nil
		}
	}
	return false, nil
}

// ItemsOnceOf are the next items that a customer holds or held, behind a position.
func ItemsOnceOf(r app.Reader, customerID int64, at indexes.Position, most int) (items []Item, last indexes.Position, err error) {
	for hit, err := range itemByCustomer.Scan(r, indexes.Equal(customerID).After(at).Limit(most)) {
		if err != nil {
			return nil, nil, err
		}
		items, last = append(items, hit.Rec), hit.At
	}
	return items, last, nil
}

// ReservedBy are the orders that a customer made and has not paid, of events that are not over.
func ReservedBy(r app.Reader, customerID int64) (ids []int64, err error) {
	for e, err := range orderPending.Keys(r, indexes.PrefixOf[int64](customerID).Limit(maxUpcoming)) {
		if err != nil {
			return nil, err
		}
		if e.Key.B == 0 || slices.Contains(ids, e.ID) {
			continue
		}
		event, err := catalog.SharedEvent(r, e.Key.B)
		if err != nil {
			return nil, err
		}
		if !event.Ended(r.SafeTime()) {
			ids = append(ids, e.ID)
		}
	}
	return ids, nil
}

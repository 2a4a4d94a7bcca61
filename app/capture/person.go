package capture

import (
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/indexes"
)

// Personal are the rules of answers. Those about a ticket are of its holder, but for those that
// stay theirs who gave them.
func Personal() []person.Rule {
	return []person.Rule{{
		Name: "answers to questions", Export: exportAnswers,
		Erase: person.Each(person.ByCustomer(responseOf), eraseBatch, func(tx app.Tx, _ *person.Erasing, id int64) error {
			return responseTable.Delete(tx, id)
		}),
	}}
}

// Forget removes the answers of an erased customer from an order, or from one of its items.
// Answers about items that somebody else holds now stay, but for those that the customer gave.
func Forget(tx app.Tx, b order.Blanking) error {
	var gone []int64
	rg := indexes.PrefixOf1[int64, int64](b.OrderID)
	if b.ItemID != 0 {
		rg = indexes.PrefixOf2[int64](b.OrderID, b.ItemID)
	}
	for hit, err := range responseIn.Scan(tx, rg) {
		if err != nil {
			return err
		}
		owner := hit.Rec.owner()
		if owner == b.CustomerID || owner == 0 && !slices.Contains(b.OthersItems, hit.Rec.ItemID) {
			gone = append(gone, hit.ID)
		}
	}
	return remove(tx, gone)
}

func remove(tx app.Tx, ids []int64) error {
	for _, id := range ids {
		if err := responseTable.Delete(tx, id); err != nil {
			return err
		}
	}
	return nil
}

// SignFormer makes answers those of who gave them, when somebody else gets what they are about.
func SignFormer(tx app.Tx, h order.Handed) error {
	if h.From == 0 {
		return nil
	}
	var theirs []int64
	for hit, err := range responseIn.Scan(tx, indexes.PrefixOf1[int64, int64](h.OrderID)) {
		if err != nil {
			return err
		}
		about := hit.Rec.ItemID == 0 && h.Whole || slices.Contains(h.ItemIDs, hit.Rec.ItemID)
		if about && hit.Rec.owner() == 0 {
			theirs = append(theirs, hit.ID)
		}
	}
	for _, id := range theirs {
		if _, err := responseTable.Update(tx, id, func(a *Response) error { a.FormerID = h.From; return nil }); err != nil {
			return err
		}
	}
	return nil
}

// Inherit makes the answers of a customer about an order those of another, who is the same
// person.
func Inherit(tx app.Tx, in order.Inheritance) error {
	var theirs []int64
	for hit, err := range responseIn.Scan(tx, indexes.PrefixOf1[int64, int64](in.OrderID)) {
		if err != nil {
			return err
		}
		if hit.Rec.CustomerID == in.From {
			theirs = append(theirs, hit.ID)
		}
	}
	for _, id := range theirs {
		if _, err := responseTable.Update(tx, id, func(k *Response) error { k.CustomerID = in.Into; return nil }); err != nil {
			return err
		}
	}
	return nil
}

// exportAnswers adds those that are somebody's, whoever has what they are about, and those that go
// with what they are about: with what somebody bought, as long as nobody else holds it, and with
// what they hold of others' orders.
func exportAnswers(r app.Reader, x *person.Export) error {
	given, err := x.IDs(r, person.MaxRecords, person.ByCustomer(responseOf), nil)
	if err != nil {
		return err
	}
	answers, err := responseTable.GetMany(r, given)
	if err != nil {
		return err
	}
	var all []Told
	for i := range answers {
		t, err := tell(r, answers[i])
		if err != nil {
			return err
		}
		all = append(all, t)
	}
	x.Full(len(all))
	theirs, holder := map[int64]bool{}, map[int64]int64{}
	bought, items := order.Exported(x)
	var orders []int64
	for i := range bought {
		orders, theirs[bought[i].ID] = append(orders, bought[i].ID), true
	}
	for i := range items {
		orders, holder[items[i].ID] = append(orders, items[i].OrderID), items[i].CustomerID
	}
	slices.Sort(orders)
	for _, id := range slices.Compact(orders) {
		told, err := OfOrderID(r, id)
		if err != nil {
			return err
		}
		for _, t := range told {
			of := holder[t.ItemID]
			if t.owner() == 0 && (slices.Contains(x.Who.IDs, of) || of == 0 && theirs[id]) {
				all = append(all, t)
			}
		}
	}
	x.Add("answers", all)
	return nil
}

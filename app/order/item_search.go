package order

import (
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
	"marquee/kv"
)

// NamedItems are the sold items that a text names: by the beginning of the barcode or
// of the order's reference, or by words of the holder's name and e-mail.
type NamedItems struct {
	// IDs are those that were looked up.
	IDs list.IDs
	// Holders are customers, too many to look up what each holds: their items are
	// named too.
	Holders list.IDs
}

// Has tells whether an item is named.
func (n *NamedItems) Has(i *Item) bool { return n.IDs.Has(i.ID) || n.Holders.Has(i.CustomerID) }

// ItemsNamed finds them.
func ItemsNamed(r app.Reader, text string) (n NamedItems, err error) {
	asked := search.Query(text)
	people, err := customer.Found(r, asked)
	if err != nil {
		return n, err
	}
	ids, err := list.Named(r, Items, itemByHolder, asked, (*Item).holderWords)
	if err != nil {
		return n, err
	}
	if len(people) >= manyPeople {
		n.Holders = people
	} else if ids, err = heldBy(r, people, ids); err != nil {
		return n, err
	}
	coded, err := itemsCoded(r, strings.ToUpper(strings.TrimSpace(text)))
	n.IDs = list.Sorted(append(ids, coded...))
	return n, err
}

// heldBy adds what customers hold.
func heldBy(r app.Reader, people list.IDs, ids list.IDs) (list.IDs, error) {
	for _, id := range people {
		held, err := HeldBy(r, id)
		if err != nil {
			return nil, err
		}
		ids = append(ids, held...)
	}
	return ids, nil
}

// itemsCoded are the items whose barcode, or whose order's reference, begins like this.
func itemsCoded(r app.Reader, front string) ([]int64, error) {
	if front == "" {
		return nil, nil
	}
	orders, err := beginsWith(r, front)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for part := range slices.Chunk(orders, 100) {
		found, err := Orders.GetMany(r, part)
		if err != nil {
			return nil, err
		}
		for i := range found {
			ids = append(ids, found[i].ItemIDs...)
		}
	}
	for _, code := range slices.Compact([]string{front, CanonicalBarcode(front)}) {
		if code == "" {
			continue
		}
		for e, err := range itemByBarcode.Keys(r, indexes.Between(code, code+"\U0010FFFF")) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, e.ID)
		}
		for e, err := range itemByRepeated.Keys(r, indexes.Between(kv.Pair2[string, int64]{A: code}, kv.Pair2[string, int64]{A: code + "\U0010FFFF"})) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, e.ID)
		}
	}
	return ids, nil
}

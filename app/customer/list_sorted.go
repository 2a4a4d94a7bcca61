package customer

import (
	"errors"
	"iter"
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
	"marquee/kv"
)

// Bought is the last order that a customer made.
type Bought struct{ OrderID, CustomerID int64 }

// never is in front of the places of those who ordered nothing: all of these lie behind the first
// order there is.
const never = int64(-1) << 62

// byLastOrder walks those who ordered something, who did last first, and then the others, the
// newest first. Orders are followed from the last one: nothing is written for it when something
// is sold.
func byLastOrder(r app.Reader, groups []indexes.Group) list.Plan[Customer] {
	return list.Plan[Customer]{
		Descending: true, Exact: true,
		Cost: 6, Reads: 2, // finding the place of one reads their last orders; the walk reads an order and its customer
		Total: func() (n int64, atLeast bool, err error) {
			for _, g := range groups {
				n += g.N
			}
			return n, false, nil
		},
		Key: func(c *Customer) indexes.Position { return placeOf(r, c.ID) },
		Walk: func(after indexes.Position) iter.Seq2[list.Row[Customer], error] {
			return func(yield func(list.Row[Customer], error) bool) {
				at, err := readPlace(after)
				if err != nil {
					yield(list.Row[Customer]{}, err)
					return
				}
				walkSorted(r, at, groups, yield)
			}
		},
	}
}

func walkSorted(r app.Reader, at int64, groups []indexes.Group, yield func(list.Row[Customer], error) bool) {
	if at >= 0 && !walkBuyers(r, at, groups, yield) {
		return
	}
	all := indexes.All[int64]().Reversed()
	if at < 0 {
		all = all.To(at - never) // what is at the end of a range is not in it
	}
	for e, err := range listedByID(r, all, groups) {
		if err != nil {
			yield(list.Row[Customer]{}, err)
			return
		}
		last, err := ports(r).LastOrder(r, e)
		if err == nil && last != 0 {
			continue
		}
		if !yield(list.Row[Customer]{ID: e, At: list.AtID(never + e)}, err) || err != nil {
			return
		}
	}
}

// walkBuyers walks those who ordered something, and tells whether to go on behind them.
func walkBuyers(r app.Reader, at int64, groups []indexes.Group, yield func(list.Row[Customer], error) bool) bool {
	for b, err := range ports(r).Bought(r, at) {
		var c Customer
		if err == nil {
			c, err = Customers.Get(r, b.CustomerID)
		}
		if errors.Is(err, indexes.ErrNotFound) || err == nil && !within(groups, &c) {
			continue
		}
		if !yield(list.Row[Customer]{ID: c.ID, At: list.AtID(b.OrderID), Rec: &c}, err) || err != nil {
			return false
		}
	}
	return true
}

func within(groups []indexes.Group, c *Customer) bool {
	return slices.ContainsFunc(groups, func(g indexes.Group) bool { return g.Key == c.group() })
}

// listedByID walks those of some groups, the newest first.
func listedByID(r app.Reader, rg indexes.Range[int64], groups []indexes.Group) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		for hit, err := range Customers.Scan(r, rg) {
			if err == nil && !within(groups, &hit.Rec) {
				continue
			}
			if !yield(hit.Rec.ID, err) || err != nil {
				return
			}
		}
	}
}

// placeOf is where a customer stands among those sorted by their last orders. One whose orders
// cannot be read stands behind all.
func placeOf(r app.Reader, id int64) indexes.Position {
	if last, err := ports(r).LastOrder(r, id); err == nil && last != 0 {
		return list.AtID(last)
	}
	return list.AtID(never + id)
}

// readPlace reads a place, 0 for the beginning.
func readPlace(p indexes.Position) (int64, error) {
	if p == nil {
		return 0, nil
	}
	n, rest, err := kv.Int.Read(p)
	if err != nil || len(rest) > 0 {
		return 0, indexes.ErrPosition
	}
	return n, nil
}

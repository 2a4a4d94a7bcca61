package order

import (
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// searches are the orders that each text of the filter names. Where they may be too many,
// named decides about each; it reads cost further records for that.
func (f *Filter) searches(r app.Reader) (sets []list.IDs, named func(*Order) (bool, error), cost int, err error) {
	if f.CustomerName != "" {
		if sets, named, err = f.purchased(r); err != nil {
			return nil, nil, 0, err
		}
		if named != nil {
			cost = namedCost
		}
	}
	if f.Query != "" {
		q, err := f.queried(r)
		if err != nil {
			return nil, nil, 0, err
		}
		if q.many() {
			named = both(q.names, named)
		} else {
			sets = append(sets, q.ids)
		}
	}
	if f.Reference == "" || f.referenceInRecords() {
		return sets, named, cost, nil
	}
	ids, err := withReference(r, f.Reference)
	return append(sets, ids), named, cost, err
}

// both decides by what an order has at once and, where that is asked for too, by what must
// be looked up.
func both(at func(*Order) bool, lookedUp func(*Order) (bool, error)) func(*Order) (bool, error) {
	return func(o *Order) (bool, error) {
		if !at(o) || lookedUp == nil {
			return at(o), nil
		}
		return lookedUp(o)
	}
}

// purchased are the orders whose purchaser has the name.
func (f *Filter) purchased(r app.Reader) (sets []list.IDs, named func(*Order) (bool, error), err error) {
	asked := search.Query(f.CustomerName)
	people, exact, err := customer.Named(r, asked)
	if err != nil {
		return nil, nil, err
	}
	if !exact {
		return nil, func(o *Order) (bool, error) { return customer.HasName(r, o.CustomerID, asked) }, nil
	}
	sets, err = withOrdersOf(r, nil, people)
	return sets, nil, err
}

// referenceInRecords tells that a part of a reference is looked for in the records: beside
// another search, which leaves few of them, or where it is so short that most of what is
// read has it. Else every reference there is would be looked at besides.
func (f *Filter) referenceInRecords() bool {
	return f.Reference != "" && len(f.Reference) < ReferenceLength && (len(f.Reference) < shortReference || f.CustomerName != "" || f.Query != "")
}

// withOrdersOf adds the set of the orders of purchasers.
func withOrdersOf(r app.Reader, sets []list.IDs, people list.IDs) ([]list.IDs, error) {
	ids, err := ordersOf(r, people)
	return append(sets, list.Sorted(ids)), err
}

// queried are the orders that the query names in any way: those that were looked up, and
// those of people that are too many to look up the orders of each.
type queried struct {
	ids    list.IDs
	people list.IDs
}

// many tells that each order must be asked.
func (q *queried) many() bool { return len(q.people) > 0 }

// names tells whether an order is one of them.
func (q *queried) names(o *Order) bool { return q.people.Has(o.CustomerID) || q.ids.Has(o.ID) }

// queried finds them.
func (f *Filter) queried(r app.Reader) (q queried, err error) {
	asked := search.Query(f.Query)
	var ids []int64
	if !f.Include.nameless {
		if ids, q.people, err = ofPeople(r, asked); err != nil {
			return q, err
		}
	}
	events, err := catalog.EventsNamed(r, asked)
	if err != nil {
		return q, err
	}
	named, err := ordersAt(r, events)
	if err != nil {
		return q, err
	}
	referenced, err := beginsWith(r, strings.ToUpper(f.Query))
	q.ids = list.Sorted(append(append(ids, named...), referenced...))
	return q, err
}

// ofPeople are the orders whose purchaser or reserver has all words, and the purchasers
// themselves where they are a large part of all customers.
func ofPeople(r app.Reader, asked []string) (ids []int64, many list.IDs, err error) {
	people, err := customer.Found(r, asked)
	if err != nil {
		return nil, nil, err
	}
	large, err := isLargePart(r, people)
	if err != nil {
		return nil, nil, err
	}
	if large {
		many = people
	} else if ids, err = ordersOf(r, people); err != nil {
		return nil, nil, err
	}
	reserved, err := list.Words(r, orderByReserver, asked, func(ids list.IDs) (list.IDs, error) { return reservedBy(r, ids, asked) })
	return append(ids, reserved...), many, err
}

// isLargePart tells whether they are so many of all customers that each order is asked for
// its purchaser.
func isLargePart(r app.Reader, people list.IDs) (bool, error) {
	if len(people) < manyPeople {
		return false, nil
	}
	all, err := customer.Customers.Count(r)
	return int64(len(people))*largePart >= all, err
}

// shortReference is from how many characters on a part of a reference is looked up.
const shortReference = 3

// namedCost is about how many records it takes to see the name of an order's purchaser.
const namedCost = 5

// manyPeople is from how many customers on the whole index is walked rather than
// each one looked up.
const manyPeople = 5_000

// largePart is what part of all customers, one in so many, is so large that enough orders
// for a page are found among the first that are looked at.
const largePart = 20

// ordersOf are the orders of purchasers, in no order.
func ordersOf(r app.Reader, people list.IDs) (ids []int64, err error) {
	if len(people) >= manyPeople {
		for e, err := range orderByCustomer.Keys(r, indexes.All[int64]()) {
			if err != nil {
				return nil, err
			}
			for len(people) > 0 && people[0] < e.Key { // both ascend
				people = people[1:]
			}
			if len(people) > 0 && people[0] == e.Key {
				ids = append(ids, e.ID)
			}
		}
		return ids, nil
	}
	for _, customer := range people {
		for id, err := range orderByCustomer.IDs(r, indexes.Equal(customer)) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// ordersAt are the orders with items of some events.
func ordersAt(r app.Reader, events list.IDs) (list.IDs, error) {
	var ids []int64
	for _, event := range events {
		first := event << orderClassBits
		groups, err := orderByEvent.Groups(r, first, first+1<<orderClassBits)
		if err != nil {
			return nil, err
		}
		at, err := list.Members(r, orderByEvent, groups, list.All)
		if err != nil {
			return nil, err
		}
		ids = append(ids, at...)
	}
	return list.Sorted(ids), nil
}

// reservedBy keeps the orders whose reserver has all words.
func reservedBy(r app.Reader, ids list.IDs, asked []string) (list.IDs, error) {
	orders, err := Orders.GetMany(r, ids)
	kept := list.IDs{}
	for i := range orders {
		if search.Matches(search.Words(orders[i].ReserverName), asked) {
			kept = append(kept, orders[i].ID)
		}
	}
	return kept, err
}

// withReference are the orders whose reference has a part; a whole reference is not
// searched for.
func withReference(r app.Reader, part string) (list.IDs, error) {
	if len(part) == ReferenceLength {
		return oneReference(r, part)
	}
	var ids []int64
	for e, err := range orderByReference.Keys(r, indexes.All[string]()) {
		if err != nil {
			return nil, err
		}
		if e.Company == r.Company() && strings.Contains(e.Key, part) {
			ids = append(ids, e.ID)
		}
	}
	return list.Sorted(ids), nil
}

// beginsWith are the orders whose reference begins like this.
func beginsWith(r app.Reader, front string) (list.IDs, error) {
	if len(front) >= ReferenceLength {
		return oneReference(r, front)
	}
	var ids []int64
	for e, err := range orderByReference.Keys(r, indexes.Between(front, front+"\U0010FFFF")) {
		if err != nil {
			return nil, err
		}
		if e.Company == r.Company() {
			ids = append(ids, e.ID)
		}
	}
	return list.Sorted(ids), nil
}

// oneReference is the order with a whole reference. One of another company is not
// looked at: that would show in what it costs.
func oneReference(r app.Reader, reference string) (list.IDs, error) {
	o, found, err := orderByReference.Find(r, reference)
	if err != nil || !found {
		return list.IDs{}, err
	}
	return list.IDs{o.ID}, nil
}

package order

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// A class is what the lists of orders are narrowed by, packed into a number: the
// states and switches in the lowest bits, then a bit for each item type. The indexes
// of the lists are grouped by it, so that any choice of filters is a choice of groups,
// which are counted. What the bits mean is stored: it never changes.
const (
	orderDeleted  = 1 << iota
	orderReserved // waits for something, or failed
	orderResale
	orderModified
	orderTypes // the first item type
)

// The number of bits of a class; the event stands above them in the index by event.
const (
	orderTypeBits  = 14
	orderClassBits = 4 + orderTypeBits
)

// class packs what lists look at. A basket has none.
func (o *Order) class() (class int64, listed bool) {
	for _, t := range o.Types {
		class |= typeBit(t)
	}
	class |= bitIf(o.DeletedAt != nil, orderDeleted) | bitIf(!o.Status.Sold(), orderReserved) |
		bitIf(o.Resale, orderResale) | bitIf(o.Modified, orderModified)
	return class, o.Status != Active
}

// typeBit stands for an item type in a class of orders; an unknown type has none.
func typeBit(t catalog.ItemType) int64 {
	if t.ID() == 0 {
		return 0
	}
	return orderTypes << (t.ID() - 1)
}

func bitIf(on bool, bit int64) int64 {
	if on {
		return bit
	}
	return 0
}

// classTime is the key of a list by time: (class, time).
type classTime = kv.Pair2[int64, time.Time]

// listed is where the order stands in the list.
func (o *Order) listed() []classTime {
	class, ok := o.class()
	if !ok {
		return nil
	}
	return []classTime{{A: class, B: o.Date()}}
}

// changed is where it stands in the list of changes.
func (o *Order) changed() []classTime {
	class, ok := o.class()
	if !ok {
		return nil
	}
	return []classTime{{A: class, B: o.ChangedAt}}
}

// listedByEvent is where it stands in the list of each of its events.
func (o *Order) listedByEvent() []classTime {
	class, ok := o.class()
	if !ok {
		return nil
	}
	keys := make([]classTime, len(o.EventIDs))
	for i, id := range o.EventIDs {
		keys[i] = classTime{A: id<<orderClassBits | class, B: o.Date()}
	}
	return keys
}

// byState is where an order stands among those of its state. What is complete, as most are, stands only
// in the list.
func byState(o *Order) []classTime {
	if o.Status == Active || o.Status == Complete {
		return nil
	}
	return []classTime{{A: int64(o.Status), B: o.Date()}}
}

// soldAt counts the orders of an event that went through and stand.
func soldAt(r app.Reader, eventID int64) (n int64, err error) {
	groups, err := orderByEvent.Groups(r, eventID<<orderClassBits, (eventID+1)<<orderClassBits)
	for _, g := range groups {
		if g.Key&(orderDeleted|orderReserved) == 0 {
			n += g.N
		}
	}
	return n, err
}

// CountSold counts the orders of the reader's company that went through and stand.
func CountSold(r app.Reader) (n int64, err error) {
	groups, err := orderListed.Groups(r, 0, 1<<orderClassBits)
	for _, g := range groups {
		if g.Key&(orderDeleted|orderReserved) == 0 {
			n += g.N
		}
	}
	return n, err
}

// chosen are the groups whose class passes.
func chosen(groups []indexes.Group, pass func(class int64) bool) []indexes.Group {
	var kept []indexes.Group
	for _, g := range groups {
		if pass(g.Key) {
			kept = append(kept, g)
		}
	}
	return kept
}

// EachWaiting looks at orders that wait for their money, at no more than so many.
func EachWaiting(r app.Reader, most int, look func(*Order)) error {
	for _, s := range awaiting {
		if most <= 0 {
			break
		}
		for hit, err := range orderByState.Scan(r, indexes.Between(classTime{A: int64(s)}, classTime{A: int64(s) + 1}).Limit(most)) {
			if err != nil {
				return err
			}
			look(&hit.Rec)
			most--
		}
	}
	return nil
}

package catalog

import (
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// A class is what lists are narrowed by, packed into a number. The indexes of the lists
// are grouped by it, so that any choice of filters is a choice of groups, which are
// counted. What the bits mean is stored: it never changes.

// The class of an event.
const (
	eventDeleted = 1 << iota
	eventDraft
	eventStopped // off sale or cancelled
	eventActivated
	eventClasses // is how many there are
)

func (e *Event) class() int64 {
	return bitIf(e.DeletedAt != nil, eventDeleted) | bitIf(!e.Published, eventDraft) |
		bitIf(e.OffSale || e.CancelledAt != nil, eventStopped) | bitIf(e.ActivatedAt != nil, eventActivated)
}

// The class of a sale item: the number of its type above the switches. In the lists of
// one event or inventory item, its id stands above the class.
const (
	saleItemDeleted = 1 << iota
	saleItemType    // is the first bit of the type's number

	saleItemClassBits = 8
)

func (s *SaleItem) class() int64 {
	return bitIf(s.DeletedAt != nil, saleItemDeleted) | s.Type.ID()*saleItemType
}

// The class of venues, inventory items and whatever else is only deleted or not.
const (
	standing int64 = iota
	deleted
)

func bitIf(on bool, bit int64) int64 {
	if on {
		return bit
	}
	return 0
}

// classTime and classNumber are the keys of lists by time and by a number.
type (
	classTime   = kv.Pair2[int64, time.Time]
	classNumber = kv.Pair2[int64, int64]
)

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

// standingGroups are the groups of what is not deleted, and of what is with the trash.
func standingGroups(withTrashed bool) func(class int64) bool {
	return func(class int64) bool { return class == standing || withTrashed }
}

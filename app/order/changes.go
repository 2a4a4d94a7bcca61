package order

import (
	"iter"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Changes are the orders of which something changed within a span of time.
type Changes struct {
	// OrderIDs are those that changed, or of which an item or a transaction did, ascending.
	OrderIDs []int64
	// Until is the end of the span, included.
	Until time.Time
	// More: something changed behind it.
	More bool
}

// ownedByOrder is of an item or a transaction the order that it belongs to.
type ownedByOrder struct {
	OrderID int64 `msgpack:"o"`
}

var (
	orderOfItem        = indexes.PartOf[Item, ownedByOrder](Items)
	orderOfTransaction = indexes.PartOf[Transaction, ownedByOrder](Transactions)
)

// ChangedAfter lists what changed behind a moment, up to one behind which no change can
// still appear. It looks at about limit changes of each kind; More tells that there are
// others.
func ChangedAfter(r app.Reader, after time.Time, limit int) (Changes, error) {
	end := r.SafeTime()
	out := Changes{Until: end}
	orders, err := changedOrders(r, after, end, limit)
	if err != nil {
		return out, err
	}
	items, err := changedItems(r, after, end, limit)
	if err != nil {
		return out, err
	}
	payments, err := changedTransactions(r, after, end, limit)
	if err != nil {
		return out, err
	}
	for _, l := range []changeList{orders, items, payments} {
		if l.cut.Before(out.Until) {
			out.Until, out.More = l.cut, true
		}
	}
	if !out.Until.After(after) && out.More { // more changes of one moment than the limit
		return ChangedAfter(r, after, 2*limit)
	}
	out.OrderIDs = orders.until(out.Until)
	for _, of := range []struct {
		changes changeList
		owner   func(app.Reader, []int64) ([]ownedByOrder, error)
	}{
		{items, func(r app.Reader, ids []int64) ([]ownedByOrder, error) { return orderOfItem.GetMany(r, ids) }},
		{payments, func(r app.Reader, ids []int64) ([]ownedByOrder, error) { return orderOfTransaction.GetMany(r, ids) }},
	} {
		owners, err := of.owner(r, of.changes.until(out.Until))
		if err != nil {
			return out, err
		}
		for _, o := range owners {
			out.OrderIDs = append(out.OrderIDs, o.OrderID)
		}
	}
	out.OrderIDs = distinct(out.OrderIDs)
	return out, nil
}

// changeList are changes in the order of their times, as far as they were read: all up to
// cut.
type changeList struct {
	ids []int64
	at  []time.Time
	cut time.Time
}

// until are the records that changed up to a moment, ascending.
func (l changeList) until(end time.Time) []int64 {
	n := len(l.at)
	for n > 0 && l.at[n-1].After(end) {
		n--
	}
	return distinct(slices.Clone(l.ids[:n]))
}

func changedOrders(r app.Reader, after, end time.Time, limit int) (changeList, error) {
	groups, err := orderListed.Groups(r, 0, 1<<orderClassBits)
	if err != nil {
		return changeList{}, err
	}
	return readChanges(orderChanged.Merge(r, keysOf(groups), behind(after, end)), end, limit)
}

func changedItems(r app.Reader, after, end time.Time, limit int) (changeList, error) {
	groups, err := itemListed.Groups(r, 0, 1<<itemClassBits)
	if err != nil {
		return changeList{}, err
	}
	return readChanges(itemChanged.Merge(r, keysOf(groups), behind(after, end)), end, limit)
}

func changedTransactions(r app.Reader, after, end time.Time, limit int) (changeList, error) {
	groups, err := transactionListed.Groups(r, 0, int64(len(numberedTypes)+1))
	if err != nil {
		return changeList{}, err
	}
	return readChanges(transactionChanged.Merge(r, keysOf(groups), behind(after, end)), end, limit)
}

// behind spans the times after one, up to another with it.
func behind(after, end time.Time) indexes.Span {
	return indexes.Span{
		From: kv.Time.Append(nil, after.Add(time.Microsecond)),
		To:   kv.Time.Append(nil, end.Add(time.Microsecond)),
	}
}

func keysOf(groups []indexes.Group) []int64 {
	keys := make([]int64, len(groups))
	for i, g := range groups {
		keys[i] = g.Key
	}
	return keys
}

// readChanges reads changes up to a limit.
func readChanges(entries iter.Seq2[indexes.Entry[struct{}], error], end time.Time, limit int) (changeList, error) {
	l := changeList{cut: end}
	for e, err := range entries {
		if err != nil {
			return l, err
		}
		at, _, err := kv.Time.Read(e.At)
		if err != nil {
			return l, err
		}
		if len(l.ids) == limit {
			l.cut = at.Add(-time.Microsecond) // what shares the time of the next one comes with it
			return l, nil
		}
		l.ids, l.at = append(l.ids, e.ID), append(l.at, at)
	}
	return l, nil
}

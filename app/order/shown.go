package order

import (
	"errors"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// shown: an order is seen by whoever sees one of the events that it is, or was, for; one
// that is for none, by everybody who does not see orders of some events alone.
func (o *Order) shown(r app.Reader) (bool, error) {
	if len(o.EventIDs) > 0 {
		return catalog.ShownAtAny(r, o.EventIDs)
	}
	items, err := Items.GetMany(app.Whole(r), o.ItemIDs)
	var events []int64
	for i := range items {
		if id := items[i].EventID; id != 0 {
			events = append(events, id)
		}
	}
	if err != nil {
		return false, err
	}
	if len(events) == 0 {
		return app.VisibilityOf(r).Beside(o.UserID), nil
	}
	return catalog.ShownAtAny(r, app.Distinct(events))
}

// shown: an item is seen where its event is, and one of no event with its order.
func (i *Item) shown(r app.Reader) (bool, error) {
	if i.EventID == 0 && !app.VisibilityOf(r).Beside(0) {
		return PortsOf(r).orderShown(r, i.OrderID)
	}
	return catalog.ShownAt(r, i.EventID)
}

// shownWith tells whether what belongs to an order is shown.
func shownWith(r app.Reader, orderID int64) (bool, error) {
	_, err := Orders.Get(r, orderID)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// itemShown tells whether what belongs to an item is shown.
func itemShown(r app.Reader, itemID int64) (bool, error) {
	_, err := Items.Get(r, itemID)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

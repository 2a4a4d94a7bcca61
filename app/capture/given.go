package capture

import (
	"context"
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// Told is an answer with its question and field, for those who show it.
type Told struct {
	Response
	Question *Question
	Field    *Field
}

// OfOrder lists the answers of an order, with those of its items. An order without any
// costs nothing.
func OfOrder(r app.Reader, o *order.Order) ([]Told, error) {
	if !o.Answers {
		return nil, nil
	}
	return OfOrderID(r, o.ID)
}

// OfOrderID is OfOrder of one that is known to have answers.
func OfOrderID(r app.Reader, id int64) ([]Told, error) {
	var all []Told
	for hit, err := range responseIn.Scan(r, indexes.PrefixOf1[int64, int64](id).Limit(maxOfOrder)) {
		if err != nil {
			return nil, err
		}
		t, err := tell(r, hit.Rec)
		if app.Skip(r, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// About are the answers that concern an item: its own, and those of its order.
func About(all []Told, itemID int64) (found []Told) {
	for _, t := range all {
		if t.ItemID == 0 || t.ItemID == itemID {
			found = append(found, t)
		}
	}
	return found
}

// AnsweredItems are the items of an order that answers are about, also those of the order as a
// whole.
func AnsweredItems(r app.Reader, o *order.Order) ([]int64, error) {
	told, err := OfOrder(r, o)
	if err != nil || len(told) == 0 {
		return nil, err
	}
	items, err := order.ItemsOf(r, o)
	if err != nil {
		return nil, err
	}
	answered := map[int64]bool{}
	for _, t := range told {
		about := items
		if t.ItemID == 0 {
			if about, err = t.Field.itemsOf(r, items); err != nil {
				return nil, err
			}
		}
		for i := range about {
			if it := &about[i]; it.Holds() && (t.ItemID == 0 || t.ItemID == it.ID) {
				answered[it.ID] = true
			}
		}
	}
	return sortedKeys(answered), nil
}

// tell gives an answer its question and field.
func tell(r app.Reader, a Response) (Told, error) {
	q, err := Questions.GetShared(r, a.QuestionID)
	if err != nil {
		return Told{}, err
	}
	f, err := Fields.GetShared(app.Whole(r), a.FieldID) // whoever may read the answer may know what was asked
	return Told{a, q, f}, err
}

// OfOrders gives the answers of orders, by order.
func OfOrders(ctx context.Context, a *app.App, c *app.Caller, orders map[int64]*order.Order) (map[int64][]Told, error) {
	told := map[int64][]Told{}
	err := a.View(ctx, c, app.ViewCustomers, func(r app.Reader) error {
		for id, o := range orders {
			all, err := OfOrder(r, o)
			if err != nil {
				return err
			}
			told[id] = all
		}
		return nil
	})
	return told, err
}

// OfCustomers gives the answers to what customers bought, by customer, those of the newest
// orders first. What somebody else was named for is not among them.
func OfCustomers(ctx context.Context, a *app.App, c *app.Caller, ids []int64) (map[int64][]Told, error) {
	told := map[int64][]Told{}
	err := a.View(ctx, c, app.ViewCustomers, func(r app.Reader) error {
		for _, id := range ids {
			orders, err := order.AnsweredBy(r, id)
			if err != nil {
				return err
			}
			told[id] = nil
			for _, o := range orders {
				all, err := OfOrderID(r, o)
				if err != nil {
					return err
				}
				for _, t := range all {
					if of := t.owner(); of == 0 || of == id {
						told[id] = append(told[id], t)
					}
				}
			}
		}
		return nil
	})
	return told, err
}

// Shape is the answer as it is shown: text, or a list of option ids.
func (a *Response) Shape() any {
	if a.OptionIDs != nil {
		return a.OptionIDs
	}
	return a.Text
}

func sortedKeys[V any](m map[int64]V) []int64 { return slices.Sorted(maps.Keys(m)) }

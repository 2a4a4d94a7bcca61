package order

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/company"
)

// MediaRequest asks for the link to tickets of an order.
type MediaRequest struct {
	OrderID int64
	// ItemIDs are those wanted, none: all of the order.
	ItemIDs []int64
	// Transferred: those that others hold by now are wanted too.
	Transferred bool
}

// MediaLink makes the download link of some tickets of an order, for those who may see
// whose they are.
func MediaLink(ctx context.Context, a *app.App, c *app.Caller, in MediaRequest) (token string, err error) {
	if err := c.Need(app.ViewCustomers); err != nil {
		return "", err
	}
	err = a.View(ctx, c, app.ViewOrders, func(r app.Reader) error {
		o, err := Find(r, Key{ID: in.OrderID})
		if err != nil {
			return err
		}
		items, err := ItemsOf(r, &o)
		if err != nil {
			return err
		}
		chosen, err := in.choose(&o, items)
		if err != nil {
			return err
		}
		if chosen, err = Printed(r, Download{Scope: ItemsAnyTime}, &o, chosen); err != nil {
			return err
		}
		if token, err = linkTo(r, &o, items, chosen); token == "" && err == nil {
			err = app.Refuse(app.NotFound, "Nothing of this order can be downloaded.")
		}
		return err
	})
	return token, err
}

// choose picks the items that are wanted. One that the order does not have is refused.
func (in *MediaRequest) choose(o *Order, items []Item) (chosen []Item, err error) {
	for _, id := range in.ItemIDs {
		if !slices.ContainsFunc(items, func(it Item) bool { return it.ID == id }) {
			return nil, app.Missing("order item")
		}
	}
	for i := range items {
		wanted := len(in.ItemIDs) == 0 || slices.Contains(in.ItemIDs, items[i].ID)
		own := items[i].CustomerID == o.CustomerID || items[i].CustomerID == 0
		if wanted && (own || in.Transferred) {
			chosen = append(chosen, items[i])
		}
	}
	slices.SortFunc(chosen, func(a, b Item) int { return int(a.ID - b.ID) })
	return chosen, nil
}

// linkTo is the shortest link that opens some items of an order and no others.
func linkTo(r app.Reader, o *Order, items, chosen []Item) (string, error) {
	c, err := company.SettingsOf(r)
	if err != nil {
		return "", err
	}
	l := NewLinks(c.ID, c.LinkKey)
	for _, scope := range []Scope{WholeOrder, OfPurchaser} {
		all, err := Printed(r, Download{Scope: scope}, o, items)
		if err != nil {
			return "", err
		}
		if len(all) == len(chosen) && len(all) > 0 && sameItems(all, chosen) {
			if link := l.Order(o, scope); link != "" {
				return link, nil
			}
		}
	}
	open, err := Printed(r, Download{Scope: WholeOrder}, o, chosen)
	switch {
	case err != nil:
		return "", err
	case len(chosen) > maxLinked:
		return "", app.Field("items", "must not have more than %d entries", maxLinked)
	case len(open) < len(chosen): // staff print what its buyer cannot open yet
		return l.someItems(o, ItemsAnyTime, chosen), nil
	case len(chosen) == 1:
		return l.Item(o, &chosen[0]), nil
	}
	return l.Items(o, chosen), nil
}

// sameItems compares two lists of different items.
func sameItems(a, b []Item) bool {
	for i := range a {
		if !slices.ContainsFunc(b, func(it Item) bool { return it.ID == a[i].ID }) {
			return false
		}
	}
	return true
}

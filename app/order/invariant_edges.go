package order

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/indexes"
)

// checkEdges follows every id in orders, items and transactions. Records are read
// within the company, so an id of another one is as good as none. What is kept in
// memory grows with the catalogue, not with the orders.
func checkEdges(r app.Reader, report func(app.Breach)) error {
	e := &edges{r: r, report: report, known: map[string]bool{}}
	for hit, err := range Orders.Scan(r, indexes.All[int64]()) {
		if err == nil {
			err = e.order(&hit.Rec)
		}
		if err != nil {
			return err
		}
	}
	for hit, err := range Items.Scan(r, indexes.All[int64]()) {
		if err == nil {
			err = e.item(&hit.Rec)
		}
		if err != nil {
			return err
		}
	}
	for hit, err := range Transactions.Scan(r, indexes.All[int64]()) {
		if err == nil {
			err = e.owner("transaction", hit.Rec.ID, hit.Rec.OrderID, func(o *Order) []int64 { return o.TransactionIDs })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type edges struct {
	r      app.Reader
	report func(app.Breach)
	known  map[string]bool
}

func (e *edges) breach(from string, id int64, expected string) {
	e.report(app.Breach{ID: id, Key: from, Expected: expected, Found: "none"})
}

func (e *edges) order(o *Order) error {
	if err := e.customer("order", o.ID, o.CustomerID); err != nil {
		return err
	}
	if err := exists(e, discount.Codes.Table, "order", o.ID, "discount code", o.DiscountID); err != nil {
		return err
	}
	if err := exists(e, accesscode.Codes.Table, "order", o.ID, "access code", o.AccessID); err != nil {
		return err
	}
	for _, id := range o.EventIDs {
		if err := exists(e, catalog.Events, "order", o.ID, "event", id); err != nil {
			return err
		}
	}
	return nil
}

func (e *edges) item(i *Item) error {
	if err := e.customer("order item", i.ID, i.CustomerID); err != nil {
		return err
	}
	if err := exists(e, catalog.Events, "order item", i.ID, "event", i.EventID); err != nil {
		return err
	}
	if err := exists(e, catalog.SaleItems, "order item", i.ID, "sale item", i.SaleItemID); err != nil {
		return err
	}
	if err := exists(e, catalog.InventoryItems, "order item", i.ID, "inventory item", i.ItemID); err != nil {
		return err
	}
	return e.owner("order item", i.ID, i.OrderID, func(o *Order) []int64 { return o.ItemIDs })
}

// owner checks that the order of a record exists and lists it.
func (e *edges) owner(from string, id, orderID int64, lists func(*Order) []int64) error {
	found, err := Orders.GetMany(e.r, []int64{orderID})
	if err == nil && (len(found) == 0 || !slices.Contains(lists(&found[0]), id)) {
		e.breach(from, id, fmt.Sprintf("order %d that lists it", orderID))
	}
	return err
}

func (e *edges) customer(from string, id, customerID int64) error {
	if customerID == 0 {
		return nil
	}
	found, err := customer.Many(e.r, []int64{customerID})
	if err == nil && len(found) == 0 {
		e.breach(from, id, fmt.Sprintf("customer %d", customerID))
	}
	if err == nil {
		err = customer.Stray(e.r, e.report, from, id, customerID)
	}
	return err
}

// exists checks that a record of the catalogue exists; 0 points nowhere.
func exists[T any](e *edges, t *indexes.Table[T], from string, id int64, what string, to int64) error {
	name := fmt.Sprintf("%s %d", what, to)
	if to == 0 || e.known[name] {
		return nil
	}
	found, err := t.GetMany(e.r, []int64{to})
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		e.breach(from, id, name)
	default:
		e.known[name] = true
	}
	return nil
}

package approval

import (
	"context"
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// Decision approves or rejects an item, or all that a customer asked for of a sale item.
type Decision struct {
	OrderItemID int64
	// SaleItemID and Email count where no item is named.
	SaleItemID int64
	Email      string
	Approve    bool
	// Notify: the customer is to be told.
	Notify bool
}

// Decide approves and rejects items that wait for it, all or nothing. An order of
// which something is undecided goes on waiting. Once all is decided what was approved is
// due: the order waits for the payment, is complete when nothing is due, or rejected
// when nothing was approved. The stock of what is rejected is free at once. To decide the
// same again changes nothing. It gives the orders that wait for their payment now, with
// their links.
func Decide(ctx context.Context, a *app.App, c *app.Caller, decisions []Decision) (due []sales.Waiting, err error) {
	if len(decisions) == 0 || len(decisions) > sales.MaxDecisions {
		return nil, app.Field("orderItems", "must have between %d and %d entries", 1, sales.MaxDecisions)
	}
	drawn := order.DrawBarcodes(a)
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		due = nil
		named, err := verdicts(tx, decisions)
		if err != nil {
			return err
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		barcode, cache := drawn.Each(), catalog.NewCache(tx)
		for _, id := range slices.Sorted(maps.Keys(named)) {
			d := sales.DraftOf(tx, c, own, cache)
			if err := decideOrder(d, c, id, named[id], barcode); err != nil {
				return err
			}
			if d.Token != "" {
				due = append(due, sales.Waiting{Order: d.Order, Token: d.Token})
			}
		}
		return nil
	})
	return due, err
}

// verdicts finds the items that are meant, by order and item.
func verdicts(tx app.Tx, decisions []Decision) (map[int64]map[int64]rules.Verdict, error) {
	named, n := map[int64]map[int64]rules.Verdict{}, 0
	for i, one := range decisions {
		items, at, err := one.items(tx, i)
		if err != nil {
			return nil, err
		}
		for _, it := range items {
			if n++; n > sales.MaxDecisions {
				return nil, app.Field("orderItems", "must have between %d and %d entries", 1, sales.MaxDecisions)
			}
			if named[it.OrderID] == nil {
				named[it.OrderID] = map[int64]rules.Verdict{}
			}
			if was, twice := named[it.OrderID][it.ID]; twice && was.Approve != one.Approve {
				return nil, app.Field(at, "is approved and rejected in one request")
			}
			named[it.OrderID][it.ID] = rules.Verdict{Approve: one.Approve, Notify: one.Notify, Field: at}
		}
	}
	return named, nil
}

// items are those that a decision is about, and the field that names them. Of what a
// customer asked for these are the undecided ones that are no basket any more; where
// everything is decided they are all.
func (d *Decision) items(tx app.Tx, i int) (found []order.Item, at string, err error) {
	if d.OrderItemID != 0 {
		it, err := order.FindItem(tx, d.OrderItemID)
		return []order.Item{it}, rules.Path("orderItems", i, "orderItemId"), err
	}
	at = rules.Path("orderItems", i, "saleItemId")
	switch {
	case d.SaleItemID == 0:
		return nil, at, app.Field(rules.Path("orderItems", i, "orderItemId"), "is required")
	case d.Email == "":
		return nil, at, app.Field(rules.Path("orderItems", i, "customerEmail"), "is required")
	}
	all, err := order.ItemsForApproval(tx, d.SaleItemID, d.Email, sales.MaxForApproval)
	if err != nil {
		return nil, at, err
	}
	var undecided, decided []order.Item
	for _, it := range all {
		o, err := order.Orders.Get(tx, it.OrderID)
		switch {
		case err != nil:
			return nil, at, err
		case rules.MayDecide(&o, tx.Wall()) && it.Holds() && it.Undecided():
			undecided = append(undecided, it)
		case !it.Undecided():
			decided = append(decided, it)
		}
	}
	if undecided == nil {
		undecided = decided
	}
	if undecided == nil {
		return nil, at, app.Missing("order item")
	}
	return undecided, at, nil
}

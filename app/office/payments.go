package office

import (
	"context"
	"fmt"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/order"
)

// PaidOrder is the order of a payment, as far as the caller may know it.
type PaidOrder struct {
	Reference, Buyer string
	// Things are what is in it, the same together: "2 × Weekend".
	Things []string
}

// PaidOrders are the orders of payments, by their ids, for those who see payments.
func PaidOrders(ctx context.Context, a *app.App, c *app.Caller, ids []int64) (map[int64]PaidOrder, error) {
	out := map[int64]PaidOrder{}
	err := a.View(ctx, c, app.Everywhere(app.ViewPayments), func(r app.Reader) error {
		all, err := order.Orders.GetMany(r, list.Sorted(ids))
		if err != nil {
			return err
		}
		for i := range all {
			o := &all[i]
			one := PaidOrder{Reference: o.Reference}
			if one.Things, err = thingsOf(r, o); err != nil {
				return err
			}
			if c.Can(app.ViewCustomers) && o.CustomerID != 0 {
				who, err := customer.Contacts(r, []int64{o.CustomerID})
				if err != nil {
					return err
				}
				if len(who) > 0 {
					one.Buyer = who[0].Name
				}
			}
			out[o.ID] = one
		}
		return nil
	})
	return out, err
}

// thingsOf are what an order has, the same things together.
func thingsOf(r app.Reader, o *order.Order) (all []string, err error) {
	items, err := order.ItemsOf(r, o)
	counts, names := map[string]int{}, []string{}
	for i := range items {
		it := &items[i]
		if it.DeletedAt != nil || it.IsFee() {
			continue
		}
		if counts[it.SaleName]++; counts[it.SaleName] == 1 {
			names = append(names, it.SaleName)
		}
	}
	for _, name := range names {
		all = append(all, fmt.Sprintf("%d × %s", counts[name], name))
	}
	return all, err
}

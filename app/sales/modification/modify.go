package modification

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// Modify makes a basket of what an order that went through holds, to be changed like any
// other. What stays in it keeps its stock and its seat, and what was paid is carried over.
// When the basket is bought it takes the place of the order, which is locked until then, or
// until the basket ends.
func Modify(ctx context.Context, a *app.App, c *app.Caller, k order.Key, ch catalog.Channel) (b order.Basket, err error) {
	drawn := sales.Codes{Reference: order.NewReference(a)}
	err = drawn.Retry(a, func(drawn sales.Codes) error {
		return a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
			o, err := order.Find(tx, k)
			if err != nil {
				return err
			}
			d, err := sales.NewDraft(tx, c)
			if err != nil {
				return err
			}
			if err := modifyOrder(d, &o, ch, drawn); err != nil {
				return err
			}
			b, err = d.Shown()
			b.New = true
			return err
		})
	})
	return b, err
}

// modifyOrder begins the basket that was decided on, and locks the order.
func modifyOrder(d *sales.Draft, o *order.Order, ch catalog.Channel, drawn sales.Codes) error {
	f, err := formerOf(d, o)
	if err != nil {
		return err
	}
	plan, err := rules.PlanChange(&d.Basket, &f)
	if err != nil {
		return err
	}
	if err := sales.NoOtherBasket(d, o.CustomerID, d.Caller.UserID, "orderId"); err != nil {
		return err
	}
	if err := startChanged(d, o, ch, drawn); err != nil {
		return err
	}
	d.Order.Forfeits, d.Order.Carried, d.Units = plan.Forfeits, plan.Carried, plan.Units
	if err := sales.Charge(d); err != nil {
		return err
	}
	d.Units.Tax()
	if err := d.Store(); err != nil {
		return err
	}
	if err := copyAnswers(d, o); err != nil {
		return err
	}
	return sales.LockOriginal(d.Tx, o.ID, plan.Locks, d.Order.ID)
}

// startChanged begins the basket that is to take the place of an order.
func startChanged(d *sales.Draft, o *order.Order, ch catalog.Channel, drawn sales.Codes) error {
	t := sales.Target{CurrencyID: o.CurrencyID, Channel: ch, PriceChannel: o.PriceChannel, UserID: d.Caller.UserID, Reference: drawn.Reference}
	if err := sales.Start(d, t, o.CustomerID); err != nil {
		return err
	}
	d.Order.Modifies, d.Order.ReserverName, d.Order.NoAutoDiscount, d.Order.Demo = o.ID, o.ReserverName, true, o.Demo
	d.Order.Answers, d.Order.Delivery = o.Answers, o.Delivery
	return nil
}

// copyAnswers takes the answers about an order over, and those about its items.
func copyAnswers(d *sales.Draft, o *order.Order) error {
	if !o.Answers {
		return nil
	}
	items := map[int64]order.Item{}
	for _, u := range d.Units {
		if u.ReplacedBy(order.ByModification) {
			items[u.Replaced.ItemID] = u.Item
		}
	}
	return order.PortsOf(d.Tx).TakenOver(d.Tx, order.Takeover{From: o.ID, To: d.Order.ID, Items: items})
}

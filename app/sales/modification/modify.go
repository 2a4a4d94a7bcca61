package modification

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/resale"
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

func modifyOrder(d *sales.Draft, o *order.Order, ch catalog.Channel, drawn sales.Codes) error {
	items, err := order.ItemsOf(d.Tx, o)
	if err != nil {
		return err
	}
	if err := mayChange(d, o, items, d.ChangesTooLate); err != nil {
		return err
	}
	if err := sales.NoOtherBasket(d, o.CustomerID, d.Caller.UserID, "orderId"); err != nil {
		return err
	}
	if err := startChanged(d, o, ch, drawn); err != nil {
		return err
	}
	d.Order.Forfeits = rules.Forfeited(items, d.Company.Changes.ForfeitFees)
	d.Order.Carried = o.Totals.Paid - d.Order.Forfeits
	d.CopyUnits(items)
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
	return sales.LockOriginal(d.Tx, o, d.Order.ID)
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

// mayChange refuses to change an order, for one reason of perhaps several. tooLate says
// whether it is for an item at an event.
func mayChange(d *sales.Draft, o *order.Order, items []order.Item, tooLate rules.TooLate) error {
	why, err := unmodifiable(d, o, items, tooLate)
	if err == nil && why != "" {
		err = app.Field("orderId", why)
	}
	return err
}

// unmodifiable says why an order cannot be changed; "" where it can.
func unmodifiable(d *sales.Draft, o *order.Order, items []order.Item, tooLate rules.TooLate) (string, error) {
	switch {
	case o.DeletedAt != nil || o.Status != order.Complete:
		return "is not complete", nil
	case o.DiscountID != 0:
		return "has a discount", nil
	case o.AccessID != 0:
		return "was bought with an access code", nil
	case o.Deposit > 0:
		return "was held by a deposit", nil
	case o.Totals.Paid != o.Totals.Total:
		return "was not paid for", nil
	case o.Demo != d.Company.Demo && o.Totals.Paid > 0:
		return order.WhyApart(o.Demo, d.Company.Demo), nil
	}
	if returning, err := order.Returning(d.Tx, o.ID); err != nil || returning {
		return "is being refunded", err
	}
	for i := range items {
		it := &items[i]
		if it.DeletedAt != nil {
			continue
		}
		if shown, err := order.Items.Shows(d.Tx, it); err != nil || !shown {
			return "has items of events that you do not see", err
		}
		if why := it.Unmodifiable(o); why != "" {
			return why, nil
		}
		if why, err := attended(d, o, it, tooLate); why != "" || err != nil {
			return why, err
		}
	}
	return "", nil
}

// attended refuses what somebody was let in with or wears, and what is over.
func attended(d *sales.Draft, o *order.Order, it *order.Item, tooLate rules.TooLate) (string, error) {
	if scanned, err := resale.PortsOf(d.Tx).Scanned(d.Tx, it.ID); err != nil || scanned {
		return "was scanned", err
	}
	if paired, err := sales.PortsOf(d.Tx).Paired(d.Tx, it.ID); err != nil || paired {
		return "is paired with a tag", err
	}
	g, err := d.Cache.Get(it.SaleItemID)
	if err != nil {
		return "", err
	}
	if row, ok := g.PriceFor(o.CurrencyID, it.PricedFor(o)); it.AmountNamed || ok && row.Variable {
		return "has a price that the buyer named", nil
	}
	if g.Event != nil {
		return tooLate(it, g.Event), nil
	}
	return "", nil
}

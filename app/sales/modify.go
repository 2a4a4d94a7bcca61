package sales

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/rules"
)

// Modify makes a basket of what an order that went through holds, to be changed like any
// other. What stays in it keeps its stock and its seat, and what was paid is carried over.
// When the basket is bought it takes the place of the order, which is locked until then, or
// until the basket ends.
func Modify(ctx context.Context, a *app.App, c *app.Caller, k order.Key, ch catalog.Channel) (b order.Basket, err error) {
	drawn := codes{reference: order.NewReference(a)}
	err = drawn.retry(a, func(drawn codes) error {
		return a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
			o, err := order.Find(tx, k)
			if err != nil {
				return err
			}
			d, err := newDraft(tx, c)
			if err != nil {
				return err
			}
			if err := d.modify(&o, ch, drawn); err != nil {
				return err
			}
			b, err = d.shown()
			b.New = true
			return err
		})
	})
	return b, err
}

func (d *draft) modify(o *order.Order, ch catalog.Channel, drawn codes) error {
	items, err := order.ItemsOf(d.tx, o)
	if err != nil {
		return err
	}
	if err := d.mayChange(o, items, d.ChangesTooLate); err != nil {
		return err
	}
	if err := d.noOtherBasket(o.CustomerID, d.Caller.UserID, "orderId"); err != nil {
		return err
	}
	if err := d.startChanged(o, ch, drawn); err != nil {
		return err
	}
	d.Order.Forfeits = rules.Forfeited(items, d.Company.Changes.ForfeitFees)
	d.Order.Carried = o.Totals.Paid - d.Order.Forfeits
	d.CopyUnits(items)
	if err := d.charge(); err != nil {
		return err
	}
	d.Units.Tax()
	if err := d.store(); err != nil {
		return err
	}
	if err := d.copyAnswers(o); err != nil {
		return err
	}
	return lockOriginal(d.tx, o, d.Order.ID)
}

// startChanged begins the basket that is to take the place of an order.
func (d *draft) startChanged(o *order.Order, ch catalog.Channel, drawn codes) error {
	t := target{currencyID: o.CurrencyID, channel: ch, priceChannel: o.PriceChannel, userID: d.Caller.UserID, reference: drawn.reference}
	if err := d.start(t, o.CustomerID); err != nil {
		return err
	}
	d.Order.Modifies, d.Order.ReserverName, d.Order.NoAutoDiscount, d.Order.Demo = o.ID, o.ReserverName, true, o.Demo
	d.Order.Answers, d.Order.Delivery = o.Answers, o.Delivery
	return nil
}

// copyAnswers takes the answers about an order over, and those about its items.
func (d *draft) copyAnswers(o *order.Order) error {
	if !o.Answers {
		return nil
	}
	items := map[int64]order.Item{}
	for _, u := range d.Units {
		if u.ReplacedBy(order.ByModification) {
			items[u.Replaced.ItemID] = u.Item
		}
	}
	return order.PortsOf(d.tx).TakenOver(d.tx, order.Takeover{From: o.ID, To: d.Order.ID, Items: items})
}

// mayChange refuses to change an order, for one reason of perhaps several. tooLate says
// whether it is for an item at an event.
func (d *draft) mayChange(o *order.Order, items []order.Item, tooLate rules.TooLate) error {
	why, err := d.unmodifiable(o, items, tooLate)
	if err == nil && why != "" {
		err = app.Field("orderId", why)
	}
	return err
}

// unmodifiable says why an order cannot be changed; "" where it can.
func (d *draft) unmodifiable(o *order.Order, items []order.Item, tooLate rules.TooLate) (string, error) {
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
	if returning, err := order.Returning(d.tx, o.ID); err != nil || returning {
		return "is being refunded", err
	}
	for i := range items {
		it := &items[i]
		if it.DeletedAt != nil {
			continue
		}
		if shown, err := order.Items.Shows(d.tx, it); err != nil || !shown {
			return "has items of events that you do not see", err
		}
		if why := it.Unmodifiable(o); why != "" {
			return why, nil
		}
		if why, err := d.attended(o, it, tooLate); why != "" || err != nil {
			return why, err
		}
	}
	return "", nil
}

// attended refuses what somebody was let in with or wears, and what is over.
func (d *draft) attended(o *order.Order, it *order.Item, tooLate rules.TooLate) (string, error) {
	if scanned, err := resale.PortsOf(d.tx).Scanned(d.tx, it.ID); err != nil || scanned {
		return "was scanned", err
	}
	if paired, err := ports(d.tx).Paired(d.tx, it.ID); err != nil || paired {
		return "is paired with a tag", err
	}
	g, err := d.cache.Get(it.SaleItemID)
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

// lockOriginal locks an order as long as a basket is to take its place, and frees it again
// with 0. Gates let nobody in with it meanwhile.
func lockOriginal(tx app.Tx, o *order.Order, by int64) error {
	var ids []int64
	for _, id := range o.ItemIDs {
		it, err := order.Items.Get(tx, id)
		if err != nil {
			return err
		}
		if !it.Holds() {
			continue
		}
		if _, err := order.Items.Update(tx, id, func(it *order.Item) error { it.Frozen = by != 0; return nil }); err != nil {
			return err
		}
		ids = append(ids, id)
	}
	if _, err := order.Orders.Update(tx, o.ID, func(o *order.Order) error { o.ModifiedBy = by; return nil }); err != nil {
		return err
	}
	return order.PortsOf(tx).ItemsChanged(tx, ids)
}

// unlockOriginal frees the order that a basket was to take the place of, which has ended.
func unlockOriginal(tx app.Tx, basket *order.Order) error {
	if basket.Modifies == 0 {
		return nil
	}
	o, err := order.Orders.Get(tx, basket.Modifies)
	if err != nil {
		return err
	}
	return lockOriginal(tx, &o, 0)
}

// checkModified refuses to take the place of an order without changing anything, or with
// less than was paid for it where that may not be.
func (d *draft) checkModified() error {
	if d.Order.Modifies == 0 {
		return nil
	}
	was, err := order.Orders.Get(d.tx, d.Order.Modifies)
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(d.tx, &was)
	if err != nil {
		return err
	}
	kept, fresh := 0, false
	for _, u := range d.Units.Content() {
		fresh = fresh || !u.ReplacedBy(order.ByModification)
		kept++
		if u.Deferred() {
			return app.Field("basketId", "has something that somebody has to approve")
		}
	}
	before := 0
	for i := range items {
		if it := &items[i]; it.Holds() && !it.IsFee() && it.LeadItemID == 0 {
			before++
		}
	}
	switch {
	case slices.ContainsFunc(d.Units.Items(), isCredit):
		return app.Field("basketId", "has vouchers or top-ups: they are bought by themselves")
	case !fresh && kept == before:
		return app.Field("basketId", "changes nothing")
	}
	return d.CheckRemainder()
}

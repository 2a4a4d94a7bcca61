package approval

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/seating"
	"marquee/app/terms"
)

// decideOrder approves and rejects items of one order.
func decideOrder(d *sales.Draft, c *app.Caller, orderID int64, named map[int64]rules.Verdict, barcode func() string) error {
	o, err := order.Orders.Get(d.Tx, orderID)
	if err == nil {
		err = d.Load(o)
	}
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(d.Tx, &o)
	if err != nil {
		return err
	}
	decided, rejected, err := rules.Judge(&d.Basket, items, named)
	if err != nil || len(decided)+len(rejected) == 0 {
		return err
	}
	turned := rules.DecisionOn(decided, rejected)
	for _, v := range named {
		d.Notify = d.Notify || v.Notify
	}
	gone, err := reject(d, rejected)
	if err != nil {
		return err
	}
	if o.Status == order.AwaitingApproval {
		if len(rejected) > 0 {
			if err := sales.SettlePrices(d); err != nil {
				return err
			}
		}
		if slices.ContainsFunc(d.Units, func(u *rules.Unit) bool { return u.Undecided() }) {
			return storeDecision(d, turned)
		}
		if err := onceDecided(d, c, barcode); err != nil {
			return err
		}
		return d.Store()
	}
	if err := decidedGuests(d, append(decided, gone...), barcode); err != nil {
		return err
	}
	return tellDecision(d, turned)
}

func storeDecision(d *sales.Draft, turned order.Decided) error {
	if err := d.Store(); err != nil {
		return err
	}
	return tellDecision(d, turned)
}

// tellDecision tells of a decision where staff want the customer told.
func tellDecision(d *sales.Draft, turned order.Decided) error {
	if !d.Notify {
		return nil
	}
	turned.Order = &d.Order
	return order.PortsOf(d.Tx).ItemsDecided(d.Tx, turned)
}

// reject takes units out of what the order stands for, with what hangs on them, and
// gives their stock back.
func reject(d *sales.Draft, rejected []*rules.Unit) ([]*rules.Unit, error) {
	now := d.Now
	return d.TakeOut(rejected, func(u *rules.Unit) { u.RejectedAt, u.ApprovedAt = &now, nil })
}

// onceDecided moves an order on of which nothing is undecided any more.
func onceDecided(d *sales.Draft, c *app.Caller, barcode func() string) error {
	if !slices.ContainsFunc(d.Units, func(u *rules.Unit) bool { return u.ApprovedAt != nil }) {
		return rejectOrder(d)
	}
	if err := sales.MayComplete(d); err != nil {
		return err
	}
	totals := d.Totals()
	if totals.Total == 0 {
		sales.PayParts(d, c.UserID, rules.Share{Totals: totals}, nil)
		return sales.Issue(d, barcode)
	}
	t, err := terms.Of(d.Tx)
	if err != nil {
		return err
	}
	return sales.AwaitLink(d, nil, &t)
}

// rejectOrder ends an order of which nothing was approved. What is left of it, fees and
// donations, is given back too.
func rejectOrder(d *sales.Draft) error {
	if err := d.Become(order.Rejected); err != nil {
		return err
	}
	d.Order.ExpiresAt = nil
	if err := seating.Release(d.Tx, rules.Claims(d.Units)); err != nil {
		return err
	}
	return d.EachKind(d.Units, func(g *catalog.Goods, n int64) error { return catalog.Release(d.Tx, g.SaleItem, n) })
}

// decidedGuests gives barcodes to the guests who were approved after their order went
// through, and tells the gates. An order without any unit left is cancelled, or refunded when
// money of it went back.
func decidedGuests(d *sales.Draft, decided []*rules.Unit, barcode func() string) error {
	ids := make([]int64, len(decided))
	for i, u := range decided {
		ids[i] = u.ID
		if u.ApprovedAt != nil && u.Type.HasCode() {
			if err := sales.GiveCode(d, u, barcode()); err != nil {
				return err
			}
		}
	}
	if len(d.Units) == 0 {
		if err := d.Become(d.AfterRefund()); err != nil {
			return err
		}
	}
	if err := d.Store(); err != nil {
		return err
	}
	return order.PortsOf(d.Tx).ItemsChanged(d.Tx, ids)
}

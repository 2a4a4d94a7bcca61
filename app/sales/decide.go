package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/seating"
	"marquee/app/terms"
)

// decide approves and rejects items of one order.
func (d *draft) decide(c *app.Caller, orderID int64, named map[int64]rules.Verdict, barcode func() string) error {
	o, err := order.Orders.Get(d.tx, orderID)
	if err == nil {
		err = d.load(o)
	}
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(d.tx, &o)
	if err != nil {
		return err
	}
	decided, rejected, err := d.Judge(items, named)
	if err != nil || len(decided)+len(rejected) == 0 {
		return err
	}
	turned := rules.DecisionOn(decided, rejected)
	for _, v := range named {
		d.notify = d.notify || v.Notify
	}
	gone, err := d.reject(rejected)
	if err != nil {
		return err
	}
	if o.Status == order.AwaitingApproval {
		if len(rejected) > 0 {
			if err := d.settlePrices(); err != nil {
				return err
			}
		}
		if slices.ContainsFunc(d.Units, func(u *rules.Unit) bool { return u.Undecided() }) {
			return d.storeDecision(turned)
		}
		if err := d.decided(c, barcode); err != nil {
			return err
		}
		return d.store()
	}
	if err := d.decidedGuests(append(decided, gone...), barcode); err != nil {
		return err
	}
	return d.tellDecision(turned)
}

func (d *draft) storeDecision(turned order.Decided) error {
	if err := d.store(); err != nil {
		return err
	}
	return d.tellDecision(turned)
}

// tellDecision tells of a decision where staff want the customer told.
func (d *draft) tellDecision(turned order.Decided) error {
	if !d.notify {
		return nil
	}
	turned.Order = &d.Order
	return order.PortsOf(d.tx).ItemsDecided(d.tx, turned)
}

// reject takes units out of what the order stands for, with what hangs on them, and
// gives their stock back.
func (d *draft) reject(rejected []*rules.Unit) ([]*rules.Unit, error) {
	now := d.Now
	return d.takeOut(rejected, func(u *rules.Unit) { u.RejectedAt, u.ApprovedAt = &now, nil })
}

// decided moves an order on of which nothing is undecided any more.
func (d *draft) decided(c *app.Caller, barcode func() string) error {
	if !slices.ContainsFunc(d.Units, func(u *rules.Unit) bool { return u.ApprovedAt != nil }) {
		return d.rejectOrder()
	}
	if err := d.mayComplete(); err != nil {
		return err
	}
	totals := d.Totals()
	if totals.Total == 0 {
		d.pay(c, rules.Share{Totals: totals}, nil)
		return d.issue(barcode)
	}
	t, err := terms.Of(d.tx)
	if err != nil {
		return err
	}
	return d.byLink(nil, &t)
}

// rejectOrder ends an order of which nothing was approved. What is left of it, fees and
// donations, is given back too.
func (d *draft) rejectOrder() error {
	if err := d.Become(order.Rejected); err != nil {
		return err
	}
	d.Order.ExpiresAt = nil
	if err := seating.Release(d.tx, rules.Claims(d.Units)); err != nil {
		return err
	}
	return d.eachKind(d.Units, func(g *catalog.Goods, n int64) error { return catalog.Release(d.tx, g.SaleItem, n) })
}

// decidedGuests gives barcodes to the guests who were approved after their order went
// through, and tells the gates. An order without any unit left is cancelled, or refunded when
// money of it went back.
func (d *draft) decidedGuests(decided []*rules.Unit, barcode func() string) error {
	ids := make([]int64, len(decided))
	for i, u := range decided {
		ids[i] = u.ID
		if u.ApprovedAt != nil && u.Type.HasCode() {
			if err := d.giveCode(u, barcode()); err != nil {
				return err
			}
		}
	}
	if len(d.Units) == 0 {
		if err := d.Become(d.AfterRefund()); err != nil {
			return err
		}
	}
	if err := d.store(); err != nil {
		return err
	}
	return order.PortsOf(d.tx).ItemsChanged(d.tx, ids)
}

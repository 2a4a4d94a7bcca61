package attention

import (
	"time"

	"marquee/app"
	"marquee/app/banking"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/payment"
)

const (
	// maxCounted is how many are counted of what no index counts.
	maxCounted = 100
	// patience is how long a gateway may take to answer until somebody is told.
	patience = 10 * time.Minute
	// dueSoon is how long before their end orders that wait for money are told.
	dueSoon = 48 * time.Hour
)

func (x *reading) payments() error {
	return x.a.View(x.ctx, x.c, app.AnyOf{app.ListOrders, app.ViewPayments}, func(r app.Reader) error {
		open, err := payment.OpenSince(r, x.now.Add(-patience), maxCounted)
		if err != nil {
			return err
		}
		x.add(Entry{Kind: PaymentsUnresolved, Count: open.Count, Since: open.Oldest})
		disputed, err := payment.Discrepancies(r, maxCounted)
		x.add(Entry{Kind: PaymentsDisputed, Count: disputed.Count, Since: disputed.Oldest})
		return err
	})
}

func (x *reading) transfers() error {
	return x.a.View(x.ctx, x.c, app.Everywhere(app.ViewPayments), func(r app.Reader) error {
		open, err := banking.Waiting(r)
		x.add(Entry{Kind: TransfersOpen, Count: open})
		return err
	})
}

func (x *reading) orders() error {
	until := x.now.Add(dueSoon)
	due, err := order.List(x.ctx, x.a, x.c, order.Filter{DueBefore: &until, Limit: 1})
	if err != nil {
		return err
	}
	e := Entry{Kind: OrdersDue, Count: due.Total}
	if len(due.Orders) > 0 {
		e.Until = due.Orders[0].ExpiresAt
	}
	x.add(e)
	waiting, err := order.List(x.ctx, x.a, x.c, order.Filter{Statuses: []order.Status{order.AwaitingApproval}, Limit: 1})
	x.add(Entry{Kind: OrdersToApprove, Count: waiting.Total})
	return err
}

func (x *reading) approvals() error {
	if !x.c.Holds(app.Publish) {
		return nil
	}
	page, err := catalog.ListAwaiting(x.ctx, x.a, x.c, list.Request{Limit: 1})
	x.add(Entry{Kind: EventsToApprove, Count: page.Total})
	return err
}

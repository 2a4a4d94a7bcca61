package office

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/report"
	"marquee/app/waitingroom"
)

// Live is how the sale of an event goes right now.
type Live struct {
	Event
	// Lately is nil where the caller may not see figures.
	Lately *report.Lately
	// Line is nil where there is none before the event.
	Line *waitingroom.Overview
	// Last are the last orders, nil where the caller may not see any.
	Last []LiveOrder
	// Unanswered are payments of the company that its gateway has not answered, nil as Last.
	Unanswered *int64
}

// LiveOrder is an order with what it is of.
type LiveOrder struct {
	order.Order
	// Buyer is empty where there is none, or the caller may not see customers.
	Buyer string
	Units []Units
}

// Units are so many of one thing.
type Units struct {
	Name string
	N    int64
}

// Moves tells that something was sold just now, or that people stand in line for it.
func (l *Live) Moves() bool {
	return l.Lately != nil && l.Lately.In(liveMinutes) > 0 || l.Line != nil && l.Line.Waiting > 0
}

// Rushes tells that so much is sold that each minute counts.
func (l *Live) Rushes() bool {
	return l.Lately != nil && l.Lately.In(liveMinutes) >= rush || l.Line != nil
}

// ReadLive reads how the sale of an event goes, from one snapshot, with figures that are a second
// old at most. Who is in the line is known in memory.
func ReadLive(ctx context.Context, a *app.App, c *app.Caller, id int64) (out Live, err error) {
	err = a.View(ctx, c, app.ViewEvents, func(r app.Reader) (err error) {
		out = Live{}
		if out.Event, err = readEvent(r, c, id); err != nil {
			return err
		}
		subject := out.Subject()
		if c.MeetsAt(app.ViewReports, subject) {
			lately, err := report.LatelyAt(r, id, a.Now(), minutesShown, out.lets())
			if err != nil {
				return err
			}
			out.Lately = &lately
		}
		if !c.MeetsAt(app.ListOrders, subject) {
			return nil
		}
		if out.Last, err = lastOrders(r, id, c.MeetsAt(app.ViewCustomers, subject)); err != nil {
			return err
		}
		open, err := payment.OpenSince(r, a.Now().Add(-patience), unansweredCounted)
		out.Unanswered = &open.Count
		return err
	})
	if err != nil {
		return out, err
	}
	line, err := waitingroom.Look(ctx, a, c, id)
	if err == nil && line.On {
		out.Line = &line
	}
	return out, err
}

// lets tells whether something on sale lets in.
func (e *Event) lets() func(int64) bool {
	all := map[int64]bool{}
	for i := range e.Items {
		all[e.Items[i].ID] = e.Items[i].Admits()
	}
	return func(id int64) bool { return all[id] }
}

// lastOrders are the last orders of an event.
func lastOrders(r app.Reader, id int64, people bool) ([]LiveOrder, error) {
	last, err := order.LatestAt(r, id, lastShown)
	if err != nil {
		return nil, err
	}
	all := make([]LiveOrder, 0, len(last))
	for i := range last {
		one := LiveOrder{Order: last[i]}
		items, err := order.Items.GetMany(r, one.ItemIDs)
		if err != nil {
			return nil, err
		}
		for n := range items {
			if items[n].DeletedAt == nil && !items[n].IsFee() {
				one.add(items[n].SaleName)
			}
		}
		if people && one.CustomerID != 0 {
			buyer, err := customer.ByID(r, one.CustomerID)
			if err != nil && app.KindOf(err) != app.NotFound {
				return nil, err
			}
			one.Buyer = buyer.Name
		}
		all = append(all, one)
	}
	return all, nil
}

func (o *LiveOrder) add(name string) {
	if i := slices.IndexFunc(o.Units, func(u Units) bool { return u.Name == name }); i >= 0 {
		o.Units[i].N++
		return
	}
	o.Units = append(o.Units, Units{name, 1})
}

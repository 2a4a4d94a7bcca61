package attention

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/massrefund"
	"marquee/app/payment"
	"marquee/app/terms"
)

const (
	// maxEvents is how many of the next events are looked at.
	maxEvents = 20
	// soon is how long before its start an event has to be ready.
	soon = 7 * 24 * time.Hour
	// lowShare is the part of a stock, one in so many, that is few; of less than lowLeast it is
	// nothing to tell of.
	lowShare, lowLeast = 20, 20
)

// events looks at those that come next.
func (x *reading) events() error {
	page, err := catalog.ListEvents(x.ctx, x.a, x.c, catalog.EventFilter{
		EndingAfter: &x.now, HideChildren: true, Request: list.Request{Limit: maxEvents},
	}, catalog.EventWants{SaleItems: true, Channel: catalog.Shop})
	if err != nil {
		return err
	}
	costs := false
	for i := range page.Events {
		e := &page.Events[i]
		if e.CancelledAt != nil {
			if err := x.refunds(e); err != nil {
				return err
			}
			continue
		}
		costs = x.event(e) || costs
	}
	if !costs {
		return nil
	}
	return x.wayToPay()
}

// refunds looks at what of the last refund of a cancelled event failed.
func (x *reading) refunds(e *catalog.EventView) error {
	if !x.c.Holds(app.Refund) {
		return nil
	}
	runs, err := massrefund.OfEvent(x.ctx, x.a, x.c, e.ID)
	if err == nil && len(runs) > 0 {
		x.add(Entry{Kind: RefundsFailed, Count: runs[0].Failed, Since: &runs[0].CreatedAt, EventID: e.ID, Name: e.Name})
	}
	return err
}

// event looks at one, and tells whether something on sale there costs something.
func (x *reading) event(e *catalog.EventView) (costs bool) {
	begins := e.Start.Sub(x.now) < soon
	if !e.Published {
		if begins {
			x.add(Entry{Kind: EventUnpublished, Count: 1, Until: &e.Start, EventID: e.ID, Name: e.Name})
		}
		return false
	}
	sells := false
	for i := range e.Items {
		v := &e.Items[i]
		if v.DeletedAt != nil || !v.OfferedOn(catalog.Shop) && !v.OfferedOn(catalog.BoxOffice) {
			continue
		}
		sells = true
		for _, p := range v.Prices {
			costs = costs || v.OnSale && p.Base+p.ProcessingFee > 0
		}
		left, total := v.Left(), v.Stock.Total
		if total == nil {
			total = v.Global.Total
		}
		if left != nil && total != nil && v.OnSale && *left > 0 && *total >= lowLeast && *left*lowShare <= *total {
			x.add(Entry{Kind: StockLow, Count: *left, EventID: e.ID, SaleItemID: v.SaleItem.ID, Name: v.Item.Name})
		}
	}
	if begins && app.Blank(e.Description) {
		x.add(Entry{Kind: EventWithoutText, Count: 1, Until: &e.Start, EventID: e.ID, Name: e.Name})
	}
	if !sells && begins {
		x.add(Entry{Kind: EventWithoutTickets, Count: 1, Until: &e.Start, EventID: e.ID, Name: e.Name})
	}
	return costs
}

// wayToPay tells of an open shop in which nobody can pay.
func (x *reading) wayToPay() error {
	return x.a.View(x.ctx, x.c, app.EditCompany, func(r app.Reader) error {
		own, err := company.SettingsOf(r)
		if err != nil || !own.Shop.Open {
			return err
		}
		card, err := payment.NameFor(r)
		if err != nil || card != "" {
			return err
		}
		t, err := terms.Of(r)
		if err == nil && (t.Invoice == nil || !t.Invoice.On.Online) {
			x.add(Entry{Kind: NoWayToPay, Count: 1})
		}
		return err
	})
}

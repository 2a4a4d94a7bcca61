package shop

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales"
)

// Movable is something bought with the dates to which its buyer can move it.
type Movable struct {
	ID int64
	GiftItem
	To []OtherDate
}

// OtherDate is a date, or a time of an event, at which the same costs the same.
type OtherDate struct {
	SaleItemID int64
	Name       string
	Event      Event
	Slot       *Slot // nil: it is sold for none
}

// ReadDates reads to which other dates the buyer of an order can move it. Seats are moved by
// those who can show the plan.
func ReadDates(ctx context.Context, a *app.App, token, language string) (own *company.Company, all []Movable, err error) {
	d, ok := order.ParsePage(token)
	if !ok {
		return nil, nil, app.Missing("order")
	}
	err = a.ViewCompany(ctx, d.Company, func(r app.Reader) error {
		o, err := order.ByPage(r, d, token)
		if err != nil {
			return err
		}
		if own, err = company.SettingsOf(r); err != nil {
			return err
		}
		if allowed, _ := own.Changes.MovesDates(true); !allowed {
			return app.Missing("order")
		}
		x, err := newReader(r, own.Buyer("", language), a.Now())
		if err != nil {
			return err
		}
		items, err := order.ItemsOf(r, &o)
		if err == nil && o.Status == order.Complete {
			all, err = x.movable(own, &o, items)
		}
		return err
	})
	return own, all, err
}

// movesDates tells whether to offer the page on which dates are moved.
func (x *reader) movesDates(own *company.Company, o *order.Order, items []order.Item) (bool, error) {
	if allowed, _ := own.Changes.MovesDates(true); !allowed || o.Status != order.Complete {
		return false, nil
	}
	for i := range items {
		g, err := x.cache.Get(items[i].SaleItemID)
		if err != nil {
			return false, err
		}
		if g.Event != nil && x.inTime(own, g.Event) && (g.ScheduleID() != 0 || g.TimeslotID != 0) {
			return true, nil
		}
	}
	return false, nil
}

// inTime tells whether what was bought for an event can be moved still.
func (x *reader) inTime(own *company.Company, e *catalog.Event) bool {
	_, days := own.Changes.MovesDates(true)
	return e.CancelledAt == nil && x.now.Before(e.Start.AddDate(0, 0, -int(days)))
}

// movable finds the other dates of each item. Items of one kind have the same.
func (x *reader) movable(own *company.Company, o *order.Order, items []order.Item) (all []Movable, err error) {
	known := map[int64][]OtherDate{}
	for i := range items {
		it := &items[i]
		if it.Unmodifiable(o) != "" || it.IsFee() || it.Place != nil || it.LeadItemID != 0 || it.ParentItemID != 0 || len(it.Run) > 0 {
			continue
		}
		from, err := x.cache.Get(it.SaleItemID)
		if err != nil {
			return nil, err
		}
		if from.Event == nil || !x.inTime(own, from.Event) {
			continue
		}
		to, seen := known[it.SaleItemID]
		if !seen {
			if to, err = x.otherDates(from, it); err != nil {
				return nil, err
			}
			known[it.SaleItemID] = to
		}
		one, err := x.giftItem(it)
		if err != nil {
			return nil, err
		}
		all = append(all, Movable{ID: it.ID, GiftItem: one, To: to})
	}
	return all, nil
}

// otherDates are those at which something like an item is sold now, for the same price.
func (x *reader) otherDates(from *catalog.Goods, it *order.Item) (all []OtherDate, err error) {
	events := []int64{from.EventID}
	if from.Event.ScheduleID != 0 {
		if events, err = catalog.EventsOfSchedule(x.r, from.Event.ScheduleID); err != nil {
			return nil, err
		}
	}
	for _, id := range events[:min(len(events), maxDates)] {
		sold, err := catalog.SharedSaleItemsOfEvent(x.r, id)
		if err != nil {
			return nil, err
		}
		for _, s := range sold {
			one, err := x.otherDate(from, it, s)
			if err != nil {
				return nil, err
			}
			if one != nil {
				all = append(all, *one)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b OtherDate) int { return a.start().Compare(b.start()) })
	return all, nil
}

// otherDate is nil where a sale item is no other date for what was bought.
func (x *reader) otherDate(from *catalog.Goods, it *order.Item, s *catalog.SaleItem) (*OtherDate, error) {
	if s.Type != it.Type {
		return nil, nil
	}
	to, err := x.cache.Get(s.ID)
	if err != nil || !sales.OtherDate(from, to) || to.Event == nil || x.now.After(to.Event.End) {
		return nil, err
	}
	shown, err := x.item(s)
	if err != nil || shown == nil || shown.State != OnSale || shown.Named || shown.Price != it.Price {
		return nil, err
	}
	out := &OtherDate{SaleItemID: s.ID, Name: shown.Name, Event: x.facts(to.Event)}
	if t := to.Slot(); t != nil {
		zone := out.Event.Start.Location()
		out.Slot = &Slot{ID: t.ID, Name: t.NameIn(x.buyer.Language), Start: t.Start.In(zone), End: t.End.In(zone)}
	}
	return out, nil
}

func (d *OtherDate) start() time.Time {
	if d.Slot != nil {
		return d.Slot.Start
	}
	return d.Event.Start
}

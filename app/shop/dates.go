package shop

import (
	"context"
	"iter"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales/modification"
	"marquee/app/sales/rules"
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

// ReadDates reads to which other dates the buyer of an order can move each thing of it: those
// to which the command would move it now. To seats things are moved by those who can show the
// plan.
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
		m := moving{x, ctx, token, &o}
		all, err = m.all()
		return err
	})
	return own, all, err
}

// moving reads to which other dates the buyer who has the page of an order can move it.
type moving struct {
	*reader
	ctx   context.Context
	page  string
	order *order.Order
}

// some tells whether anything can be moved.
func (m *moving) some() (bool, error) {
	items, err := m.movable()
	if err != nil {
		return false, err
	}
	for i := range items {
		for to, err := range m.otherDates(&items[i]) {
			return to != nil, err
		}
	}
	return false, nil
}

// all are the items that can be moved. Those that are alike can be moved to the same.
func (m *moving) all() (all []Movable, err error) {
	type kind struct{ saleItem, price int64 }
	items, err := m.movable()
	known := map[kind][]OtherDate{}
	for i := 0; i < len(items) && err == nil; i++ {
		it := &items[i]
		one := Movable{ID: it.ID}
		to, seen := known[kind{it.SaleItemID, it.Price}]
		if !seen {
			if to, err = m.dates(it); err != nil {
				break
			}
			known[kind{it.SaleItemID, it.Price}] = to
		}
		if one.To = to; len(to) > 0 {
			one.GiftItem, err = m.giftItem(it)
			all = append(all, one)
		}
	}
	return all, err
}

// movable are the items that can be moved by themselves perhaps.
func (m *moving) movable() ([]order.Item, error) {
	if allowed, _ := m.company.Changes.MovesDates(true); !allowed || m.order.Status != order.Complete {
		return nil, nil
	}
	items, err := order.ItemsOf(m.r, m.order)
	return slices.DeleteFunc(items, func(it order.Item) bool { return !it.Holds() || it.IsFee() || it.EventID == 0 }), err
}

// dates are those to which an item can be moved.
func (m *moving) dates(it *order.Item) (out []OtherDate, err error) {
	for to, err := range m.otherDates(it) {
		if err != nil {
			return nil, err
		}
		one := OtherDate{SaleItemID: to.ID, Name: to.Item.NameIn(m.buyer.Language), Event: m.facts(to.Event)}
		if t := to.Slot(); t != nil {
			zone := one.Event.Start.Location()
			one.Slot = &Slot{ID: t.ID, Name: t.NameIn(m.buyer.Language), Start: t.Start.In(zone), End: t.End.In(zone)}
		}
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(a, b OtherDate) int { return a.start().Compare(b.start()) })
	return out, nil
}

// otherDates walks what an item can be moved to.
func (m *moving) otherDates(it *order.Item) iter.Seq2[*catalog.Goods, error] {
	return func(yield func(*catalog.Goods, error) bool) {
		all, err := m.alike(it)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, to := range all {
			takes, err := app.Takes(m.r, func(a *app.App) error {
				_, err := modification.RebookAsBuyer(m.ctx, a, m.page, []modification.RebookedItem{{ItemID: it.ID, SaleItemID: to.ID}})
				return err
			})
			if (err != nil || takes) && !yield(to, err) {
				return
			}
		}
	}
}

// alike is what costs the same as an item at another date.
func (m *moving) alike(it *order.Item) (all []*catalog.Goods, err error) {
	from, err := m.cache.Get(it.SaleItemID)
	if err != nil || from.Event == nil {
		return nil, err
	}
	events := []int64{from.EventID}
	if id := from.ScheduleID(); id != 0 {
		if events, err = catalog.EventsOfSchedule(m.r, id); err != nil {
			return nil, err
		}
	}
	for _, id := range events[:min(len(events), maxDates)] {
		sold, err := catalog.SharedSaleItemsOfEvent(m.r, id)
		if err != nil {
			return nil, err
		}
		for _, s := range sold {
			to, err := m.cache.Get(s.ID)
			if err != nil {
				return nil, err
			}
			row, ok := to.PriceFor(m.order.CurrencyID, it.PricedFor(m.order))
			if ok && row.Base == it.Base && to.Type == it.Type && rules.OtherDate(from, to) {
				all = append(all, to)
			}
		}
	}
	return all, nil
}

func (d *OtherDate) start() time.Time {
	if d.Slot != nil {
		return d.Slot.Start
	}
	return d.Event.Start
}
